import type { Endpoint } from '../../contract/endpoints.ts';
import { endpoints, interfaceVersion } from '../../contract/endpoints.ts';
import type { RequestHeader } from '../../contract/headers.ts';
import { problemKinds } from '../../contract/problem.ts';
import { publishedSchemas } from '../../contract/schemas.ts';

/** The OpenAPI 3.1 description of the interface, made from the contract (pure). */
export function describeInterface(openIdConnectUrl: string) {
  return {
    openapi: '3.1.1',
    jsonSchemaDialect: schemaDialect,
    info: {
      title: 'Dueline',
      version: interfaceVersion,
      description: 'Tasks of the signed-in user, with sign-in through an OpenID Connect provider.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    paths: describePaths(),
    components: {
      schemas: Object.fromEntries(
        Object.entries(publishedSchemas).map(([name, schema]) => [name, referring(schema, true)]),
      ),
      securitySchemes: {
        openIdConnect: {
          type: 'openIdConnect',
          openIdConnectUrl,
          description: 'The service is the client: a browser signs in at /api/auth/login and holds a cookie.',
        },
      },
    },
  };
}

export const schemaDialect = 'https://json-schema.org/draft/2020-12/schema';

/** A published schema as a document of its own, whole without any other. */
export function schemaDocument(name: string): unknown {
  const names = { $schema: schemaDialect, $id: `/api/schemas/${name}.json` };
  const document = { ...names, ...publishedSchemas[name], ...names };
  return rewrite(document, (part) => (part === document ? part : withoutName(part)));
}

function describePaths() {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [operationId, row] of Object.entries(endpoints)) {
    paths[row.path] = { ...paths[row.path], [row.method.toLowerCase()]: describeOperation(operationId, row) };
  }
  return paths;
}

function describeOperation(operationId: string, row: Endpoint) {
  const { status, schema, description } = row.success;
  const parameters = [
    ...(row.path.includes('{id}') ? [idParameter] : []),
    ...(row.headers ?? []).map(headerParameter),
  ];
  return {
    operationId,
    summary: row.summary,
    tags: [row.path.startsWith('/api/tasks') ? 'tasks' : 'auth'],
    security: row.access === 'session' ? [{ openIdConnect: [] }] : [],
    ...(parameters.length > 0 && { parameters }),
    ...(row.body && { requestBody: { required: true, content: json(row.body) } }),
    responses: {
      [status]: { description, ...(schema && { content: json(schema) }) },
      ...(row.detour && { [row.detour.status]: { description: row.detour.description } }),
      ...Object.fromEntries(row.errors.map((error) => [error, problemResponse(error)])),
      ...(row.access === 'session' && {
        499: { description: 'Sign-in is needed, and the caller is a script' },
      }),
    },
  };
}

const idParameter = {
  name: 'id',
  in: 'path',
  required: true,
  schema: { type: 'integer', format: 'int64' },
};

const headerParameter = ({ name, description, pattern }: RequestHeader) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string', pattern },
});

const json = (schema: object) => ({ 'application/json': { schema: referring(schema) } });

const problemResponse = (status: number) => ({
  description: meanings[status] ?? 'The request cannot be answered',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

const meanings: Readonly<Record<number, string>> = {
  400: `${problemKinds.validation_failed.title}, or the request cannot be understood`,
  401: problemKinds.not_authorized.title,
  403: 'Not allowed',
  404: problemKinds.task_not_found.title,
  409: problemKinds.too_many_tasks.title,
  413: problemKinds.body_too_large.title,
  415: problemKinds.body_not_json_type.title,
  422: problemKinds.idempotency_key_reused.title,
  503: 'The provider or the store cannot be reached; Retry-After says when to come back',
};

/** Published schemas inside another one become references; the others lose their name. */
const referring = (schema: object, isTop = false): unknown =>
  rewrite(schema, (part) =>
    '$id' in part && String(part.$id) in publishedSchemas && !(isTop && part === schema)
      ? { $ref: `#/components/schemas/${String(part.$id)}` }
      : withoutName(part),
  );

const withoutName = (part: object): object => (Array.isArray(part) ? part : { ...part, $id: undefined });

/** A copy of a schema in which `replace` has replaced each part. */
function rewrite(schema: object, replace: (part: object) => object): unknown {
  const text = JSON.stringify(schema, (_key, part: unknown) =>
    typeof part === 'object' && part !== null ? replace(part) : part,
  );
  return JSON.parse(text);
}
