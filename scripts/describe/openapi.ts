import { endpoints, interfaceVersion } from '../../contract/endpoints.ts';
import { publishedSchemas } from '../../contract/schemas.ts';
import { providerPlaceholder } from '../../server/web-files/web-files.ts';
import { problemExample } from './examples.ts';
import { describeSchema } from './descriptions.ts';
import { describeOperation, tags } from './operation.ts';
import { describeProblemResponses, problemCodes } from './problem-responses.ts';

/** The OpenAPI 3.1 description of the interface, made from the contract (pure). */
export function describeInterface(openIdConnectUrl = providerPlaceholder) {
  return {
    openapi: '3.1.1',
    jsonSchemaDialect: schemaDialect,
    info: {
      title: 'Dueline',
      version: interfaceVersion,
      description:
        'Tasks of the signed-in user, with sign-in through an OpenID Connect provider. The session is a cookie; there is no token to send. ' +
        'JSON is UTF-8 in both directions, and `Content-Type` may say so with `charset=utf-8`. Unknown members of a body and unknown query ' +
        'parameters are ignored. A GET may be a HEAD. A write that another site made a browser send is refused.',
      contact: { name: 'The operator of this service' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags,
    paths: describePaths(),
    components: {
      schemas: Object.fromEntries(
        Object.entries(publishedSchemas).map(([name, schema]) => [name, referring(schema)]),
      ),
      examples: Object.fromEntries(problemCodes.map((code) => [code, problemExample(code)])),
      responses: describeProblemResponses(),
      securitySchemes: {
        openIdConnect: {
          type: 'openIdConnect',
          openIdConnectUrl,
          description:
            'The service is the client: a browser signs in at /api/auth/login and holds a cookie.',
        },
        sessionCookie: {
          type: 'apiKey',
          in: 'cookie',
          name: 'q_session',
          description:
            'The cookie of a browser that has signed in at /api/auth/login. A session of more than 4 KB is in q_session_chunk_1, ' +
            'q_session_chunk_2 and so on instead. Over https the cookie __Host-q_companion goes with it. Send every cookie of the service.',
        },
      },
    },
  };
}

export const schemaDialect = 'https://json-schema.org/draft/2020-12/schema';

/** A published schema as a document of its own, without references to others. */
export function schemaDocument(name: string): unknown {
  const names = { $schema: schemaDialect, $id: `/api/schemas/${name}.json` };
  const document = { ...names, ...describeSchema(publishedSchemas[name] ?? {}), ...names };
  return rewrite(document, (part) =>
    part === document ? part : withoutName(describeSchema(part)),
  );
}

function describePaths() {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [operationId, row] of Object.entries(endpoints)) {
    paths[row.path] = {
      ...paths[row.path],
      [row.method.toLowerCase()]: describeOperation(operationId, row),
    };
  }
  return paths;
}

/** Published schemas inside another one become references; the others lose their name. */
const referring = (schema: object): unknown =>
  rewrite(schema, (part) =>
    '$id' in part && String(part.$id) in publishedSchemas && part !== schema
      ? { $ref: `#/components/schemas/${String(part.$id)}` }
      : withoutName(describeSchema(part)),
  );

const withoutName = (part: object): object =>
  Array.isArray(part) ? part : { ...part, $id: undefined };

/** A copy of a schema in which `replace` has replaced each part. */
function rewrite(schema: object, replace: (part: object) => object): unknown {
  const text = JSON.stringify(schema, (_key, part: unknown) =>
    typeof part === 'object' && part !== null ? replace(part) : part,
  );
  return JSON.parse(text);
}
