import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  onRequestHookHandler,
} from 'fastify';
import type { Static, TSchema } from 'typebox';
import { Check, Clean } from 'typebox/value';

import type { Access, Endpoint } from '../../contract/endpoints.ts';
import { accepts } from './content.ts';
import { Problem } from './problems.ts';

/** What runs before a handler, for each kind of access in the contract. */
export type Gates = Readonly<Record<Access, readonly onRequestAsyncHookHandler[]>>;

export const jsonType = 'application/json; charset=utf-8';

/**
 * Makes an endpoint of the contract a route: its gates and status. Of the value that `handle` returns only the declared members
 * are sent; a handler may send the response itself.
 */
export function addEndpoint<Result extends TSchema>(
  app: FastifyInstance,
  row: Endpoint & { readonly success: { readonly schema?: Result } },
  gates: Gates,
  handle: (
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<Static<Result> | FastifyReply | undefined>,
): void {
  const { status, schema } = row.success;
  app.route({
    method: row.method,
    url: row.path.replace('{id}', ':id'),
    onRequest: [...gates[row.access], ...(schema === undefined ? [] : [refuseUnacceptable])],
    handler: async (request, reply) => {
      const result = await handle(request, reply.code(status));
      if (result === undefined) return;
      const text = writeDeclared(schema, result);
      // Returned, because a hook may hold the response back before it leaves.
      return reply.type(jsonType).send(text);
    },
  });
}

const refuseUnacceptable: onRequestHookHandler = (request, _reply, done) => {
  if (!accepts(request.headers.accept, 'application/json')) throw new Problem('not_acceptable');
  done();
};

/** The id in the path: 400 for text that is not an int64; 404 for an int64 beyond JSON's exact range, which no task has. */
export function readTaskId({ params }: FastifyRequest): number {
  const text = typeof params === 'object' && params !== null && 'id' in params ? String(params.id) : '';
  if (!/^-?\d{1,20}$/.test(text) || BigInt.asIntN(64, BigInt(text)) !== BigInt(text)) {
    throw new Problem('id_not_integer');
  }
  const id = Number(text);
  if (!Number.isSafeInteger(id) || id < 1) throw new Problem('task_not_found');
  return id;
}

/** Writes a response as JSON: the members that its schema declares, and no others. Throws when one is missing or wrong. */
export function writeDeclared(schema: TSchema | undefined, value: unknown): string {
  const declared = schema && Clean(schema, value);
  if (schema && Check(schema, declared)) return JSON.stringify(declared);
  throw new Error('A response is not as its schema says');
}
