import type { FastifyReply, FastifyRequest } from 'fastify';

import { Problem } from '../request/problems.ts';
import type { SessionCookies } from './cookies.ts';
import type { Endings } from './endings.ts';
import type { RenewSession, SealedSession, Session } from './session.ts';
import { inOutageGrace, sessionPhase } from './session.ts';

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface merges with Fastify's own
  interface FastifyRequest {
    /** Set by the guard; null on a route that needs no session. */
    session: Session | null;
  }
}

/** A hook that passes a request only with a session. */
export type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>;

/** Answers a request without a session with a redirect to the provider's sign-in. */
export type BeginSignIn = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

type Parts = Readonly<{
  cookies: SessionCookies;
  endings: Pick<Endings, 'hasEnded' | 'isKnownEnded'>;
  renew: RenewSession;
  beginSignIn: BeginSignIn;
  outageGraceSeconds: number;
  nowMs: () => number;
}>;

export type Guards = Readonly<{
  /** For the login endpoint. */
  redirect: Guard;
  /** For every other endpoint that needs a session. */
  refuse: Guard;
  /** The session that the guards find, fresh or renewable. */
  current: (request: FastifyRequest) => Promise<SealedSession | undefined>;
}>;

/** The guards of the service. */
export function makeGuards(parts: Parts): Guards {
  return {
    redirect: (request, reply) => guard(parts, request, reply, 'sign-in'),
    refuse: (request, reply) => guard(parts, request, reply, 'refusal'),
    current: (request) => currentSession(parts, request),
  };
}

/** The session of a guarded request. Refuses with 401 when a route has no guard by mistake. */
export function sessionOf(request: FastifyRequest): Session {
  if (request.session === null) throw new Problem('not_authorized');
  return request.session;
}

async function currentSession({ cookies, endings }: Parts, request: FastifyRequest) {
  const sent = cookies.read(request);
  return sent === undefined || (await endings.hasEnded(sent.session, request.log)) ? undefined : sent;
}

async function guard(
  parts: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
  without: 'sign-in' | 'refusal',
): Promise<FastifyReply | undefined> {
  const { cookies, endings, renew, beginSignIn, outageGraceSeconds, nowMs } = parts;
  const challenge = without === 'sign-in' ? beginSignIn : refuse;
  const current = await currentSession(parts, request);
  if (current === undefined) return endSession(cookies, request, reply, challenge);

  const nowSeconds = Math.floor(nowMs() / 1000);
  if (sessionPhase(current.session, nowSeconds) === 'fresh') return pass(request, current.session);

  const renewal = await renew(current, request.log);
  switch (renewal.kind) {
    case 'renewed':
      // During the renewal the person may have signed out, or `session.longest` may have been lowered.
      if (
        endings.isKnownEnded(renewal.renewed.session) ||
        sessionPhase(renewal.renewed.session, nowSeconds) === 'ended'
      )
        return endSession(cookies, request, reply, challenge);
      cookies.write(request, reply, renewal.renewed);
      return pass(request, renewal.renewed.session);
    case 'refused':
      return endSession(cookies, request, reply, challenge);
    case 'unavailable':
      if (inOutageGrace(current.session, nowSeconds, outageGraceSeconds)) {
        return pass(request, current.session);
      }
      reply.header('cache-control', 'no-store');
      // A provider that never renews must not lock a person out. The old cookies stay until a new session replaces them.
      if (without === 'sign-in' && !isScript(request)) return beginSignIn(request, reply);
      throw new Problem('provider_unavailable', {
        retryAfterSeconds: renewal.retryAfterSeconds,
        logged: true,
      });
  }
}

function pass(request: FastifyRequest, session: Session): undefined {
  request.session = session;
}

function endSession(
  cookies: SessionCookies,
  request: FastifyRequest,
  reply: FastifyReply,
  challenge: BeginSignIn,
): Promise<FastifyReply> {
  cookies.expire(request, reply);
  reply.header('cache-control', 'no-store');
  return isScript(request) ? refuseScript(reply) : challenge(request, reply);
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
