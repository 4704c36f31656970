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
