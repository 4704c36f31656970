import type { Endpoint, RequestHeader } from '../../contract/endpoints.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { headerExamples, schemaExamples } from './examples.ts';
import { problemReferences } from './problem-responses.ts';

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
    tags: [tagOf(row)],
    security: row.access === 'session' ? [{ sessionCookie: [] }, { openIdConnect: [] }] : [],
    ...(parameters.length > 0 && { parameters }),
    ...(row.body && { requestBody: { required: true, content: json(row.body) } }),
    responses: { ...successes(row), ...problemReferences(row) },
  };
}

/** The tag of an endpoint: the subject of its path. */
export const tagOf = ({ path }: Endpoint): string =>
  path.startsWith('/api/tasks') ? 'tasks' : 'auth';

/** The parameters of an endpoint, those of HTTP included. */
export function parametersOf(row: Endpoint) {
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
    ...(path.includes('{id}') ? [ifMatch] : []),
  ];
}

function successes(row: Endpoint) {
  const { status, schema, description } = row.success;
  const tagged = isTagged(row) && { headers: headersOfList };
  if (status >= 300) return redirects(row);
  return {
    [status]: { description, ...tagged, ...(schema && { content: json(schema) }) },
    ...(tagged && {
      304: { description: 'The content still has the ETag of If-None-Match', ...tagged },
    }),
  };
}

/** Only pages redirect, and a browser may prefetch a page (`routes/auth.ts`). */
function redirects({ success, toScript, errorRedirect }: Endpoint) {
  const redirect = (description: string) => ({
    description,
    headers: { Location: header('Where to go on') },
  });
  return {
    [success.status]: redirect(success.description),
    ...(errorRedirect && { [errorRedirect.status]: redirect(errorRedirect.description) }),
    ...(toScript && {
      [toScript.status]: { description: toScript.description, content: json(toScript.schema) },
    }),
    204: {
      description:
        'The browser loads the address without a person having opened it; nothing is done',
    },
  };
}

/** Only the list has an ETag (`routes/tasks.ts`). */
const isTagged = (row: Endpoint) => row === endpoints.listTasks;

const text = { type: 'string' };
const header = (description: string) => ({ description, schema: text });

const headersOfList = {
  ETag: header('For If-None-Match'),
  'Preference-Applied': header('`wait`: the answer waited, or would have waited, for a change'),
};

const idParameter = {
  name: 'id',
  in: 'path',
  required: true,
  description:
    'The id of the task. An int64 outside the bounds is 404, because no task has it; anything else is 400.',
  schema: { type: 'integer', format: 'int64', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
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

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'A task has no ETag: `*` passes where the task exists, every ETag gets 412.',
  schema: text,
  example: '*',
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
