import type { Endpoint, RequestHeader } from '../../contract/endpoints.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { errorsOf } from './errors.ts';
import type { ProblemCode } from '../../contract/problem.ts';
import { problemKinds } from '../../contract/problem.ts';
import { headerExamples, schemaExamples } from './examples.ts';

export const tags = [
  { name: 'auth', description: 'Signing in and out, and who is signed in' },
  { name: 'tasks', description: 'The tasks of the signed-in user' },
];

/** One endpoint as an operation of OpenAPI (pure). Schemas are references to the published ones. */
export function describeOperation(operationId: string, row: Endpoint) {
  const parameters = parametersOf(row);
  return {
    operationId,
    summary: row.summary,
    description: row.description,
    tags: [row.path.startsWith('/api/tasks') ? 'tasks' : 'auth'],
    security: row.access === 'session' ? [{ openIdConnect: [] }] : [],
    ...(parameters.length > 0 && { parameters }),
    ...(row.body && { requestBody: { required: true, content: json(row.body) } }),
    responses: { ...successes(row), ...problems(errorsOf(row)), ...challenge(row) },
  };
}

function parametersOf(row: Endpoint) {
  const { path, query = {}, headers = [] } = row;
  return [
    ...(path.includes('{id}') ? [idParameter] : []),
    ...Object.entries(query).map(([name, description]) => ({
      name,
      in: 'query',
      required: false,
      description,
      schema: text,
    })),
    ...headers.map(headerParameter),
    ...(row.access === 'session' ? [requestedWith] : []),
    ...(isTagged(row) ? [ifNoneMatch] : []),
  ];
}

function successes(row: Endpoint) {
  const { status, schema, description } = row.success;
  const tagged = isTagged(row) && { headers: { ETag: header('For If-None-Match') } };
  if (status >= 300) return redirects(row);
  return {
    [status]: { description, ...tagged, ...(schema && { content: json(schema) }) },
    ...(tagged && { 304: { description: 'The content still has the ETag of If-None-Match' } }),
  };
}

/** Only pages redirect, and a browser may prefetch a page (`routes/auth.ts`). */
function redirects({ success, errorRedirect }: Endpoint) {
  const redirect = (description: string) => ({
    description,
    headers: { Location: header('Where to go on') },
  });
  return {
    [success.status]: redirect(success.description),
    ...(errorRedirect && { [errorRedirect.status]: redirect(errorRedirect.description) }),
    204: {
      description:
        'The browser loads the address without a person having opened it; nothing is done',
    },
  };
}

/** One response for each status, with an example for each code of the endpoint. */
function problems(codes: readonly ProblemCode[]) {
  const byStatus = Object.groupBy(codes, (code) => problemKinds[code].status);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, own]) => [status, problemResponse(status, own)]),
  );
}

function problemResponse(status: string, codes: readonly ProblemCode[]) {
  return {
    description: codes.map((code) => problemKinds[code].title).join('; '),
    ...((status === '429' || status === '503') && {
      headers: { 'Retry-After': header('Seconds until the request may be repeated') },
    }),
    content: {
      'application/problem+json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Problem' },
            { properties: { code: { enum: codes } } },
          ],
        },
        examples: Object.fromEntries(
          codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
        ),
      },
    },
  };
}

const challenge = ({ access }: Endpoint) =>
  access === 'session' && {
    499: {
      description: 'Sign-in is needed, and the caller is a script; no body',
      headers: { 'WWW-Authenticate': header('OIDC') },
    },
  };

/** Only the list has an ETag (`routes/tasks.ts`). */
const isTagged = (row: Endpoint) => row === endpoints.listTasks;

const text = { type: 'string' };
const header = (description: string) => ({ description, schema: text });

const idParameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The id of the task',
  schema: { type: 'integer', format: 'int64' },
  example: 7,
};

const requestedWith = {
  name: 'X-Requested-With',
  in: 'header',
  required: false,
  description:
    '`JavaScript` or `XMLHttpRequest`: the answer is 499 when sign-in is needed, and never a redirect.',
  schema: text,
  example: 'JavaScript',
};

const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The ETag of the content that the caller has; 304 when it has not changed.',
  schema: text,
};

const headerParameter = ({ name, description, pattern }: RequestHeader) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string', pattern },
  example: headerExamples[name],
});

function json(schema: object) {
  const name = '$id' in schema ? String(schema.$id) : '';
  return {
    'application/json': {
      schema: { $ref: `#/components/schemas/${name}` },
      example: schemaExamples[name],
    },
  };
}
