import type { FastifyReply, FastifyRequest } from 'fastify';

import type { Log } from '../log/log.ts';
import { Problem } from '../http/problems.ts';
import type { SessionCookies } from './cookies.ts';
import type { Endings } from './endings.ts';
import type { RenewSession, SealedSession, Session } from './session.ts';
import { freshUntilSeconds, inOutageGrace, sessionPhase } from './session.ts';

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface merges with Fastify's own
  interface FastifyRequest {
    /** Set by the guard; null on a route that needs no session. */
    session: Session | null;
  }
}

/** A hook that passes a request only with a session. */
export type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>;

/** Answers a request without a session. */
type Challenge = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

export type Guards = ReturnType<typeof makeGuards>;

type Parts = Readonly<{
  cookies: Pick<SessionCookies, 'read' | 'write' | 'expire'>;
  endings: Pick<Endings, 'hasEnded' | 'hasEndedLater' | 'isKnownEnded'>;
  renew: RenewSession;
  /** Redirects to the provider's sign-in. */
  beginSignIn: Challenge;
  outageGraceSeconds: number;
  nowMs: () => number;
}>;

/** The guards of the service. */
export function makeGuards(parts: Parts) {
  const { cookies, endings, renew, beginSignIn, outageGraceSeconds, nowMs } = parts;

  /** The session of a request, fresh or renewable. */
  async function current(request: FastifyRequest): Promise<SealedSession | undefined> {
    const sent = cookies.read(request);
    return sent === undefined || (await endings.hasEnded(sent.session, request.log)) ? undefined : sent;
  }

  const guard = (challenge: Challenge) => async (request: FastifyRequest, reply: FastifyReply) => {
    const end = () => {
      cookies.expire(request, reply);
      reply.header('cache-control', 'no-store');
      return isScript(request) ? refuseScript(reply) : challenge(request, reply);
    };
    const sent = await current(request);
    if (sent === undefined) return end();
    const nowSeconds = Math.floor(nowMs() / 1000);
    if (sessionPhase(sent.session, nowSeconds) === 'fresh') return pass(request, sent.session);

    const renewal = await renew(sent, request.log);
    if (renewal.kind === 'refused') return end();
    if (renewal.kind === 'renewed') {
      const { session } = renewal.renewed;
      // During the renewal the person may have signed out, or `session.longest` may have been lowered.
      if (endings.isKnownEnded(session) || sessionPhase(session, nowSeconds) === 'ended') return end();
      cookies.write(request, reply, renewal.renewed);
      return pass(request, session);
    }
    if (inOutageGrace(sent.session, nowSeconds, outageGraceSeconds)) return pass(request, sent.session);
    reply.header('cache-control', 'no-store');
    // A provider that never renews must not lock a person out. The old cookies stay until a new session replaces them.
    if (challenge === beginSignIn && !isScript(request)) return beginSignIn(request, reply);
    const { retryAfterSeconds } = renewal;
    throw new Problem('provider_unavailable', { retryAfterSeconds, logged: true });
  };

  return {
    current,
    /** Whether a request that equals one with this session passes too: while it is fresh and not ended. Keeps no token. */
    passesAgain(session: Session) {
      const untilSeconds = freshUntilSeconds(session);
      const hasEnded = endings.hasEndedLater(session);
      const isFresh = () => nowMs() < untilSeconds * 1000;
      return { isFresh, passes: async (log: Log) => isFresh() && !(await hasEnded(log)) };
    },
    /** For the login endpoint. */
    redirect: guard(beginSignIn) satisfies Guard,
    /** For every other endpoint that needs a session. */
    refuse: guard(refuse) satisfies Guard,
  };
}

/** The session of a guarded request. Refuses with 401 when a route has no guard by mistake. */
export function sessionOf(request: FastifyRequest): Session {
  if (request.session === null) throw new Problem('not_authorized');
  return request.session;
}

function pass(request: FastifyRequest, session: Session): undefined {
  request.session = session;
}

/** A script that does not want a redirect sends exactly one of these values. */
function isScript(request: FastifyRequest): boolean {
  const requestedWith = request.headers['x-requested-with'];
  return requestedWith === 'JavaScript' || requestedWith === 'XMLHttpRequest';
}

async function refuseScript(reply: FastifyReply): Promise<FastifyReply> {
  // 499 is not a registered status, so Node has no reason phrase for it.
  reply.raw.statusMessage = 'Sign-In Needed';
  return reply.code(499).header('www-authenticate', 'OIDC').send();
}

async function refuse(_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.header('www-authenticate', 'OIDC');
  throw new Problem('not_authorized');
}
