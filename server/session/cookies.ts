import type { FastifyReply, FastifyRequest } from 'fastify';

import { readCookies, setCookies } from '../http/cookie.ts';
import { joinCookies, namesToExpire, sessionCookiePrefix, splitIntoCookies } from './chunks.ts';
import type { Companion } from './companion.ts';
import { cacheOpened } from './opened.ts';
import type { Sealer } from './seal.ts';
import { openSession } from './seal.ts';
import type { SealedSession } from './session.ts';
import { sessionPhase } from './session.ts';

export type SessionCookies = ReturnType<typeof makeSessionCookies>;

type Parts = Readonly<{
  sealer: Sealer;
  nowMs: () => number;
  companion: Pick<Companion, 'matches'>;
  /** Whether the browser reaches us over https. */
  secure: (request: FastifyRequest) => boolean;
}>;

/** Reads and writes `q_session` and its chunks, with Path=/. */
export function makeSessionCookies({ sealer, companion, nowMs, secure }: Parts) {
  const nowSeconds = () => Math.floor(nowMs() / 1000);
  const open = cacheOpened((sealed) => openSession(sealer, sealed), nowSeconds);
  const sentBy = (request: FastifyRequest) => readCookies(request, sessionCookiePrefix);

  /** The session of the request, fresh or renewable. undefined: none was sent, or it is damaged, ended or of another browser. */
  function read(request: FastifyRequest): SealedSession | undefined {
    const sealed = joinCookies(sentBy(request));
    const opened = sealed === undefined ? undefined : open(sealed);
    if (opened === undefined || sessionPhase(opened.session, nowSeconds()) === 'ended') return undefined;
    return companion.matches(request, opened.session.signIn.companion) ? opened : undefined;
  }

  /** Sets the session and expires every other session cookie that the browser sent; without a session all of them. */
  function write(request: FastifyRequest, reply: FastifyReply, written?: SealedSession): void {
    const cookies = written === undefined ? [] : splitIntoCookies(written.sealed);
    const lifetimeSeconds = Math.max(0, (written?.session.endsAtSeconds ?? 0) - nowSeconds());
    const attributes = { path: '/', secure: secure(request) };
    setCookies(reply, [
      ...namesToExpire(sentBy(request), cookies).map((name) => ({
        name,
        value: '',
        maxAgeSeconds: 0,
        ...attributes,
      })),
      ...cookies.map((cookie) => ({ ...cookie, maxAgeSeconds: lifetimeSeconds, ...attributes })),
    ]);
  }

  return {
    read,
    write,
    /** Expires every session cookie that the browser sent (specification, rule 4). */
    expire: (request: FastifyRequest, reply: FastifyReply) => write(request, reply),
    /** Whether a request with these cookies begins a renewal, now or within this time. */
    renewsWithin: (request: FastifyRequest, milliseconds: number): boolean => {
      const session = read(request)?.session;
      const laterSeconds = Math.floor((nowMs() + milliseconds) / 1000);
      return session !== undefined && sessionPhase(session, laterSeconds) === 'renewable';
    },
  };
}
