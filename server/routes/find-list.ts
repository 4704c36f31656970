import type { FastifyReply, FastifyRequest } from 'fastify';

import { waitSecondsIn } from '../http/prefer.ts';
import { noteWaited } from '../http/waited.ts';
import type { Guard } from '../session/guard.ts';
import { contextOf, personOf } from '../session/request-context.ts';
import type { AskedWait, BegunWait, ChangeWaits } from './change-waits.ts';
import type { List, makeLists } from './lists.ts';

type Parts = Readonly<{
  lists: Pick<ReturnType<typeof makeLists>, 'find'>;
  waits: ChangeWaits;
  refuseEnded: Guard['refuseEnded'];
  nowMs: () => number;
}>;

/** Events that say nothing about the list or the session: the client has the current version. */
const unchanged: ReadonlySet<string> = new Set(['passed', 'stopped', 'left']);

/**
 * Makes the function that finds the caller's list. With `Prefer: wait` and the current version as `held` it waits for another
 * version (RFC 7240, section 4.3), and says so. Afterwards the session is checked again.
 */
export function makeFindList({ lists, waits, refuseEnded, nowMs }: Parts) {
  /** Null when the client has the current version. A list is not held in memory during a wait. */
  async function findOther(owner: string, held: string): Promise<List | null> {
    const list = await lists.find(owner, held);
    if (list.version === held) return null;
    return list;
  }

  async function findAfter(
    begun: BegunWait,
    held: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<List> {
    const owner = personOf(request).email;
    const other = await findOther(owner, held);
    if (other !== null) return other;
    const sinceMs = nowMs();
    const by = await begun.ended;
    noteWaited(request, nowMs() - sinceMs);
    if (unchanged.has(by)) return { version: held, content: null };
    await refuseEnded(request, reply);
    return lists.find(owner, held);
  }

  return async function findList(
    request: FastifyRequest,
    reply: FastifyReply,
    held: string | undefined,
  ): Promise<List> {
    const owner = personOf(request).email;
    if (held === undefined) return lists.find(owner, held);
    const asked = waitOf(request, held, nowMs());
    const begun = asked && waits.begin(owner, asked);
    if (begun === undefined) return lists.find(owner, held);
    reply.header('preference-applied', 'wait').raw.once('close', begun.leave);
    // A client may have gone before the wait began.
    if (request.raw.socket.destroyed) begun.leave();
    try {
      return await findAfter(begun, held, request, reply);
    } finally {
      begun.leave();
    }
  };
}

/**
 * The wait that a request asks for. It ends before the ID token expires, so that the next request renews the session. A request
 * that has renewed its session does not wait: its cookie must not be late (docs/decisions/020-late-responses.md).
 */
function waitOf(request: FastifyRequest, version: string, nowMs: number): AskedWait | undefined {
  const seconds = waitSecondsIn(request.headers['prefer']);
  const { session, renewed } = contextOf(request);
  if (seconds === 0 || session === null || renewed !== null) return undefined;
  const longestMs = Math.min(seconds * 1000, session.session.expiresAtSeconds * 1000 - nowMs);
  return { version, revocable: session.revocable, longestMs };
}
