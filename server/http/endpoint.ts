import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
} from 'fastify';
import * as Type from 'typebox';
import type { Static, TSchema } from 'typebox';

import type { Access, Endpoint } from '../../contract/endpoints.ts';
import { accepts } from './content.ts';
import { Problem } from './problems.ts';

/** The hooks that run before a handler, for each kind of access in the contract. */
export type AccessHooks = Readonly<Record<Access, readonly onRequestAsyncHookHandler[]>>;

export const jsonType = 'application/json; charset=utf-8';

/**
 * Adds the route of an endpoint of the contract, with its gates and status. Only the declared members of the value that `handle`
 * returns are sent; a handler may send the response itself.
 */
export function addEndpoint<Result extends TSchema>(
  app: FastifyInstance,
  row: Endpoint & { readonly success: { readonly schema?: Result } },
  gates: AccessHooks,
  handle: (
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<Static<Result> | FastifyReply | undefined>,
): void {
  const { status, schema } = row.success;
  const declared = schema === undefined ? [] : namesIn(schema);
  app.route({
    method: row.method,
    url: row.path.replace('{id}', ':id'),
    onRequest: [...gates[row.access], ...(schema === undefined ? [] : [refuseUnacceptable])],
    handler: async (request, reply) => {
      const result = await handle(request, reply.code(status));
      if (result === undefined) return;
      // The reply is returned, because an onSend hook may delay the response.
      return reply.type(jsonType).send(JSON.stringify(result, declared));
    },
  });
}

const refuseUnacceptable: onRequestAsyncHookHandler = async ({ headers }) => {
  if (!accepts(headers.accept, 'application/json')) throw new Problem('not_acceptable');
};

/** The id in the path. Refuses with 400 a text that is not an int64, and with 404 an int64 outside 1 to 2^53 - 1, which no task has. */
export function readTaskId({ params }: FastifyRequest): number {
  const text =
    typeof params === 'object' && params !== null && 'id' in params ? String(params.id) : '';
  if (!/^-?\d{1,20}$/.test(text) || BigInt.asIntN(64, BigInt(text)) !== BigInt(text)) {
    throw new Problem('id_not_integer');
  }
  const id = Number(text);
  if (!Number.isSafeInteger(id) || id < 1) throw new Problem('task_not_found');
  return id;
}

/** The members that a schema declares, at any depth. */
function namesIn(schema: TSchema): string[] {
  if (Type.IsArray(schema)) return namesIn(schema.items);
  const members = Type.IsObject(schema) ? Object.entries(schema.properties) : [];
  return members.flatMap(([name, member]) => [name, ...namesIn(member)]);
}
