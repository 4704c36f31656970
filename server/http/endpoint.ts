import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  onRequestHookHandler,
} from 'fastify';
import type { Static, TSchema } from 'typebox';

import type { Access, Endpoint } from '../../contract/endpoints.ts';
import type { FieldFault } from '../../contract/problem.ts';
import { accepts } from './accept.ts';
import type { BodyCheck } from './body.ts';
import { makeBodyCheck } from './body.ts';
import { Problem } from './problems.ts';

/** The hooks that run before a handler, for each kind of access in the contract. */
export type Gates = Readonly<Record<Access, readonly (onRequestHookHandler | onRequestAsyncHookHandler)[]>>;

/** One call of an endpoint. */
export type Call<Body> = Readonly<{
  request: FastifyRequest;
  reply: FastifyReply;
  /** The checked body. Refuses with validation_failed; `moreFaults` adds faults that no schema can express. */
  body: (moreFaults?: readonly FieldFault[]) => Body;
  /** The id in the path. Refuses with id_not_integer, or with task_not_found for an id that no task can have. */
  id: () => number;
}>;

type Row<Body extends TSchema, Result extends TSchema> = Endpoint & {
  readonly body?: Body;
  readonly success: { readonly schema?: Result };
};

/** Makes an endpoint of the contract a route: its gates, body check and status. Only declared members are sent. */
export function addEndpoint<Body extends TSchema, Result extends TSchema>(
  app: FastifyInstance,
  row: Row<Body, Result>,
  gates: Gates,
  handle: (call: Call<Static<Body>>) => Promise<Static<Result> | FastifyReply>,
): void {
  const { status, schema } = row.success;
  const checkBody: BodyCheck<Static<Body>> = row.body === undefined ? refuseBody : makeBodyCheck(row.body);
  app.route({
    method: row.method,
    url: row.path.replace('{id}', ':id'),
    onRequest: [...gates[row.access], ...(schema === undefined ? [] : [refuseUnacceptable])],
    schema: schema === undefined ? {} : { response: { [status]: schema } },
    handler: (request, reply) => {
      reply.code(status);
      return handle({
        request,
        reply,
        body: (moreFaults) => checkBody(request.body, moreFaults),
        id: () => readTaskId(request.params),
      });
    },
  });
}

function refuseBody(): never {
  throw new Error('This endpoint has no body');
}

const refuseUnacceptable: onRequestHookHandler = (request, _reply, done) => {
  if (!accepts(request.headers.accept, 'application/json')) throw new Problem('not_acceptable');
  done();
};

/** 400 for text that is not an int64; 404 for an int64 beyond JSON's exact range, which no task has. */
function readTaskId(params: unknown): number {
  const text = typeof params === 'object' && params !== null && 'id' in params ? String(params.id) : '';
  if (!/^-?\d{1,20}$/.test(text) || BigInt.asIntN(64, BigInt(text)) !== BigInt(text)) {
    throw new Problem('id_not_integer');
  }
  const id = Number(text);
  if (!Number.isSafeInteger(id) || id < 1) throw new Problem('task_not_found');
  return id;
}
