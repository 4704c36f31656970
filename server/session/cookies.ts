import type { FastifyReply, FastifyRequest } from 'fastify';

import { readCookies, setCookie } from '../request/cookie.ts';
import { joinCookies, namesToExpire, sessionCookiePrefix, splitIntoCookies } from './chunks.ts';
import type { Companion } from './companion.ts';
import { cacheOpened } from './opened.ts';
import type { Sealer } from './seal.ts';
import { openSession } from './seal.ts';
import type { SealedSession } from './session.ts';
import { sessionPhase } from './session.ts';

/** The session cookies of a request and of its reply. */
export type SessionCookies = Readonly<{
  /** The session of the request, fresh or renewable. undefined: none was sent, or it is damaged, ended or of another browser. */
  read: (request: FastifyRequest) => SealedSession | undefined;
  /** Whether a request with these cookies begins a renewal, now or within this time. */
  renewsWithin: (request: FastifyRequest, milliseconds: number) => boolean;
  /** Sets the session and expires every other session cookie that the browser sent. */
  write: (request: FastifyRequest, reply: FastifyReply, session: SealedSession) => void;
  /** Expires every session cookie that the browser sent (specification, rule 4). */
  expire: (request: FastifyRequest, reply: FastifyReply) => void;
}>;

type Parts = Readonly<{
  sealer: Sealer;
  nowMs: () => number;
  companion: Pick<Companion, 'matches'>;
  /** Whether the browser reaches us over https. */
  secure: (request: FastifyRequest) => boolean;
}>;

/** Reads and writes `q_session` and its chunks, with Path=/. */
export function makeSessionCookies({ sealer, companion, nowMs, secure }: Parts): SessionCookies {
  const nowSeconds = () => Math.floor(nowMs() / 1000);
  const open = cacheOpened((sealed) => openSession(sealer, sealed), nowSeconds);

  const set = (request: FastifyRequest, reply: FastifyReply, cookie: SessionCookie) =>
    setCookie(reply, { ...cookie, path: '/', secure: secure(request) });

  const expireNames = (request: FastifyRequest, reply: FastifyReply, names: readonly string[]) => {
    for (const name of names) set(request, reply, { name, value: '', maxAgeSeconds: 0 });
  };

  const read = (request: FastifyRequest) => {
    const sealed = joinCookies(readCookies(request, sessionCookiePrefix));
    const opened = sealed === undefined ? undefined : open(sealed);
    if (opened === undefined || sessionPhase(opened.session, nowSeconds()) === 'ended') return undefined;
    return companion.matches(request, opened.session.signIn.companion) ? opened : undefined;
  };

  return {
    read,

    renewsWithin: (request, milliseconds) => {
      const session = read(request)?.session;
      const laterSeconds = Math.floor((nowMs() + milliseconds) / 1000);
      return session !== undefined && sessionPhase(session, laterSeconds) === 'renewable';
    },

    write: (request, reply, { session, sealed }) => {
      const cookies = splitIntoCookies(sealed);
      const maxAgeSeconds = Math.max(0, session.endsAtSeconds - nowSeconds());
      expireNames(request, reply, namesToExpire(readCookies(request, sessionCookiePrefix), cookies));
      for (const cookie of cookies) set(request, reply, { ...cookie, maxAgeSeconds });
    },

    expire: (request, reply) => {
      expireNames(request, reply, namesToExpire(readCookies(request, sessionCookiePrefix), []));
    },
  };
}

type SessionCookie = Readonly<{ name: string; value: string; maxAgeSeconds: number }>;
