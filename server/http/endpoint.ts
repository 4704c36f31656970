import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  onRequestHookHandler,
} from 'fastify';
import * as Type from 'typebox';
import type { Static, TSchema } from 'typebox';

import type { Access, Endpoint } from '../../contract/endpoints.ts';
import type { FieldFault } from '../../contract/problem.ts';
import type { BodyCheck } from './body.ts';
import { makeBodyCheck } from './body.ts';
import { accepts, sendTagged } from './content.ts';
import { Problem } from './problems.ts';

/** What runs before a handler, for each kind of access in the contract. */
export type Gates = Readonly<Record<Access, readonly onRequestAsyncHookHandler[]>>;

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

/**
 * Makes an endpoint of the contract a route: its gates, body check and status. Of the value that `handle` returns only the declared
 * members are sent; a handler may send the response itself.
 */
export function addEndpoint<Body extends TSchema, Result extends TSchema>(
  app: FastifyInstance,
  row: Row<Body, Result>,
  gates: Gates,
  handle: (call: Call<Static<Body>>) => Promise<Static<Result> | FastifyReply | undefined>,
): void {
  const { status, schema } = row.success;
  const checkBody: BodyCheck<Static<Body>> = row.body === undefined ? refuseBody : makeBodyCheck(row.body);
  app.route({
    method: row.method,
    url: row.path.replace('{id}', ':id'),
    onRequest: [...gates[row.access], ...(schema === undefined ? [] : [refuseUnacceptable])],
    handler: async (request, reply) => {
      reply.code(status);
      const result = await handle({
        request,
        reply,
        body: (moreFaults) => checkBody(request.body, moreFaults),
        id: () => readTaskId(request.params),
      });
      if (result === undefined) return;
      const text = writeDeclared(schema, result);
      reply.type(jsonType);
      // Returned, because a hook may hold the response back before it leaves.
      return row.method === 'GET' ? sendTagged(request, reply, text) : reply.send(text);
    },
  });
}

export const jsonType = 'application/json; charset=utf-8';

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

/** Writes a response as JSON: the members that its schema declares, and no others. */
export const writeDeclared = (schema: unknown, value: unknown): string =>
  JSON.stringify(declaredOf(schema, value));

/** Throws when the schema declares no members for an object or list, such as one in a union, or requires a member that is missing. */
function declaredOf(schema: unknown, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Type.IsArray(schema) && Array.isArray(value))
    return value.map((each) => declaredOf(schema.items, each));
  if (!Type.IsObject(schema) || Array.isArray(value))
    throw new Error('The schema of a response declares no members for one of its parts');
  const members = Object.entries(schema.properties).map(([name, member]) => {
    const part: unknown = Reflect.get(value, name);
    if (part === undefined && !Type.IsOptional(member)) throw new Error(`A response lacks its ${name}`);
    return [name, declaredOf(member, part)];
  });
  return Object.fromEntries(members);
}
