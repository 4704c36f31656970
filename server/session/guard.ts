import type { FastifyReply, FastifyRequest } from 'fastify';

import { Problem } from '../request/problems.ts';
import type { SessionCookies } from './cookies.ts';
import type { RenewSession, Session } from './session.ts';
import { inOutageGrace, sessionPhase } from './session.ts';

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface merges with Fastify's own
  interface FastifyRequest {
    /** Set by the guard; null on a route that needs no session. */
    session: Session | null;
  }
}

/** A hook that lets a request through only with a session. */
export type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>;

/** Where a request without a session goes: the sign-in at the provider. Sends the reply. */
export type BeginSignIn = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

type Parts = Readonly<{
  cookies: SessionCookies;
  renew: RenewSession;
  beginSignIn: BeginSignIn;
  outageGraceSeconds: number;
  nowMs: () => number;
}>;

/** The two guards of the service: `redirect` for the login endpoint, `refuse` for every other that needs a session. */
export function makeGuards(parts: Parts): Readonly<{ redirect: Guard; refuse: Guard }> {
  return {
    redirect: (request, reply) => guard(parts, request, reply, 'sign-in'),
    refuse: (request, reply) => guard(parts, request, reply, 'refusal'),
  };
}

/** The session of a guarded request. Refuses with 401, should a route have forgotten its guard. */
export function sessionOf(request: FastifyRequest): Session {
  if (request.session === null) throw new Problem('not_authorized');
  return request.session;
}

async function guard(
  { cookies, renew, beginSignIn, outageGraceSeconds, nowMs }: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
  without: 'sign-in' | 'refusal',
): Promise<FastifyReply | undefined> {
  const challenge = without === 'sign-in' ? beginSignIn : refuse;
  const current = cookies.read(request);
  if (current === undefined) return endSession(cookies, request, reply, challenge);

  const nowSeconds = Math.floor(nowMs() / 1000);
  if (sessionPhase(current.session, nowSeconds) === 'fresh') return pass(request, current.session);

  const renewal = await renew(current, request.log);
  switch (renewal.kind) {
    case 'renewed':
      cookies.write(request, reply, renewal.renewed);
      return pass(request, renewal.renewed.session);
    case 'refused':
      return endSession(cookies, request, reply, challenge);
    case 'unavailable':
      if (inOutageGrace(current.session, nowSeconds, outageGraceSeconds)) {
        return pass(request, current.session);
      }
      reply.header('cache-control', 'no-store');
      // A provider that never renews must not keep a person out. The old cookies stay until a new session replaces them.
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

/** A script that asks not to be redirected says so with one of exactly these values. */
function isScript(request: FastifyRequest): boolean {
  const requestedWith = request.headers['x-requested-with'];
  return requestedWith === 'JavaScript' || requestedWith === 'XMLHttpRequest';
}

async function refuseScript(reply: FastifyReply): Promise<FastifyReply> {
  // 499 is no registered status: Node knows no reason phrase for it.
  reply.raw.statusMessage = 'Sign-In Needed';
  return reply.code(499).header('www-authenticate', 'OIDC').send();
}

async function refuse(_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.header('www-authenticate', 'OIDC');
  throw new Problem('not_authorized');
}
