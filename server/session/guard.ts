import { hash } from 'node:crypto';

import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';

import { expectedUser } from '../../contract/endpoints.ts';
import { Problem } from '../http/problems.ts';
import type { SessionCookies } from './cookies.ts';
import type { Revocations } from './revocations.ts';
import { contextOf, personOf } from './request-context.ts';
import type { OpenedSession, RenewSession } from './session.ts';
import { sessionPhase } from './session.ts';

/** Answers a request without a session. */
type Challenge = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

export type Guard = ReturnType<typeof makeGuard>;

type GuardParts = Readonly<{
  cookies: Pick<SessionCookies, 'read' | 'describe' | 'write'>;
  revocations: Pick<Revocations, 'hasEnded' | 'hasEndedNow' | 'isBlocked'>;
  renew: RenewSession;
  /** Redirects to the provider's sign-in. */
  beginSignIn: Challenge;
  outageGraceSeconds: number;
  nowMs: () => number;
}>;

/**
 * Decides whether a request has a session, and renews one whose ID token has expired (specification, Session lifecycle). The
 * response to a request without a session sets no session cookie: it may arrive after somebody else has signed in.
 */
export function makeGuard(parts: GuardParts) {
  const { cookies, revocations, renew, beginSignIn, outageGraceSeconds, nowMs } = parts;

  /** The session of a request, fresh or renewable. */
  async function current(request: FastifyRequest): Promise<OpenedSession | undefined> {
    const sent = cookies.read(contextOf(request));
    if (sent === undefined) return undefined;
    if (!(await revocations.hasEnded(sent.revocable, request.log))) return sent;
    if (revocations.isBlocked(sent.revocable)) return refused(sent);
    return undefined;
  }

  /** Returns a session that begins now. If an operator has blocked the person, its identity is the problem email_blocked. */
  async function admit(begun: OpenedSession, { log }: FastifyRequest): Promise<OpenedSession> {
    const hasEnded = await revocations.hasEndedNow(begun.revocable, log);
    if (hasEnded && revocations.isBlocked(begun.revocable)) return refused(begun);
    return begun;
  }

  const guard = (challenge: Challenge) => async (request: FastifyRequest, reply: FastifyReply) => {
    const end = () => (isScript(request) ? refuseScript(reply) : challenge(request, reply));
    const sent = await current(request);
    if (sent === undefined) return end();
    const nowSeconds = Math.floor(nowMs() / 1000);
    if (sessionPhase(sent.session, nowSeconds) === 'fresh') return pass(request, sent);

    const renewal = await renew(sent, request.log);
    if (renewal.kind === 'refused') return end();
    if (renewal.kind === 'renewed') {
      const renewed = cookies.describe(renewal.renewed);
      // During the renewal the person may have signed out, or `session.longest` may have been lowered.
      if (sessionPhase(renewed.session, nowSeconds) === 'ended') return end();
      if (await revocations.hasEndedNow(renewed.revocable, request.log)) return end();
      contextOf(request).renewed = renewed;
      return pass(request, renewed);
    }
    if (nowSeconds < sent.session.expiresAtSeconds + outageGraceSeconds) return pass(request, sent);
    // A provider that never renews must not lock a person out. The old cookies stay until a new session replaces them.
    if (challenge === beginSignIn && !isScript(request)) return beginSignIn(request, reply);
    const { retryAfterSeconds } = renewal;
    throw new Problem('provider_unavailable', { retryAfterSeconds, logged: true });
  };

  async function setUnlessEnded(
    request: FastifyRequest,
    reply: FastifyReply,
    renewed: OpenedSession,
  ) {
    if (await revocations.hasEndedNow(renewed.revocable, request.log)) return;
    cookies.write(contextOf(request), reply, renewed);
  }

  /** Sets the cookie of a renewed session, unless the session has ended while the request was under way. */
  const setRenewed: onSendHookHandler = (request, reply, _payload, done) => {
    const renewed = request.context?.renewed ?? null;
    // Most responses have no renewed session and are not delayed.
    if (renewed === null) done();
    else void setUnlessEnded(request, reply, renewed).finally(done);
  };

  const refuseWithoutSession = guard(refuse);

  /** Refuses a request whose session has ended since the hooks of the request ran, as the store says now. */
  async function refuseEnded(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { session } = contextOf(request);
    if (session === null || !(await revocations.hasEndedNow(session.revocable, request.log)))
      return;
    if (revocations.isBlocked(session.revocable)) throw new Problem('email_blocked');
    if (isScript(request)) await refuseScript(reply);
    await refuse();
  }

  return {
    current,
    admit,
    refuseEnded,
    setRenewed,
    /** For the login endpoint. */
    redirect: guard(beginSignIn),
    /** For every other endpoint that needs a session. Refuses with another_user a request that is meant for somebody else. */
    refuse: async (
      request: FastifyRequest,
      reply: FastifyReply,
    ): Promise<FastifyReply | undefined> => {
      const answered = await refuseWithoutSession(request, reply);
      if (answered === undefined) refuseAnotherUser(request);
      return answered;
    },
  };
}

const refused = (session: OpenedSession): OpenedSession => ({
  ...session,
  identity: new Problem('email_blocked'),
});

const expectedUserHeader = expectedUser.name.toLowerCase();

function refuseAnotherUser(request: FastifyRequest): void {
  const expected = request.headers[expectedUserHeader];
  if (expected === undefined) return;
  if (expected !== hash('sha256', personOf(request).email, 'base64url'))
    throw new Problem('another_user');
}

function pass(request: FastifyRequest, session: OpenedSession): undefined {
  contextOf(request).session = session;
}

/** Whether a script sent the request. A script that does not want a redirect sends exactly one of these values. */
export function isScript(request: FastifyRequest): boolean {
  const requestedWith = request.headers['x-requested-with'];
  return requestedWith === 'JavaScript' || requestedWith === 'XMLHttpRequest';
}

async function refuseScript(reply: FastifyReply): Promise<never> {
  // 499 is not a registered status, so Node has no reason phrase for it.
  reply.raw.statusMessage = 'Sign-In Needed';
  throw new Problem('sign_in_needed');
}

async function refuse(): Promise<never> {
  throw new Problem('not_authorized');
}
