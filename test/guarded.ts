import assert from 'node:assert/strict';

import Fastify from 'fastify';

import { Problem } from '../server/http/problems.ts';
import { makeCompanion } from '../server/session/companion.ts';
import { makeSessionCookies } from '../server/session/cookies.ts';
import { makeGuards, sessionOf } from '../server/session/guard.ts';
import { makeSealer, openSession, sealSession } from '../server/session/seal.ts';
import type { RenewSession, SealedSession } from '../server/session/session.ts';
import { begunSession } from './begun-session.ts';

export const hour = 3600;
export const signedInSeconds = 1_800_000_000;
export const expirySeconds = signedInSeconds + hour;
export const outageGraceSeconds = 600;
export const sealer = makeSealer(['a secret of more than thirty-two bytes'], 'session');
export const current = seal('old');
export const renewed = sealSession(sealer, begunSession(tokensOf('new'), expirySeconds, hour, 8 * hour));
export const withoutRefreshToken = sealSession(
  sealer,
  begunSession({ idToken: 'short', accessToken: 'a' }, signedInSeconds, hour, 8 * hour),
);

/** A request to an app that guards its routes, and what its renewal comes to. */
export type Question = {
  url: string;
  method: 'GET' | 'POST';
  payload: string;
  cookie: string;
  requestedWith: string;
  atSeconds: number;
  renew: RenewSession;
  endedMeanwhile: boolean;
  graceSeconds: number;
};

/** The answer to one request, with the renewals and sign-ins that it has begun. */
export async function ask(question: Partial<Question>) {
  const { url = '/api/tasks', method = 'GET', cookie = '', requestedWith, payload } = question;
  const renewals: SealedSession[] = [];
  const renew: RenewSession = (session, log) => {
    renewals.push(session);
    return question.renew ? question.renew(session, log) : Promise.resolve({ kind: 'renewed', renewed });
  };
  let signIns = 0;
  const app = appWith({ ...question, renew }, () => (signIns += 1));
  const answer = await app.inject({
    method,
    url,
    headers: {
      ...(cookie === '' ? {} : { cookie }),
      ...(requestedWith === undefined ? {} : { 'x-requested-with': requestedWith }),
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(payload === undefined ? {} : { payload }),
  });
  return { answer, renewals, signIns };
}

export function appWith(situation: Partial<Question>, onSignIn: () => void = () => {}) {
  const { atSeconds = signedInSeconds, graceSeconds = outageGraceSeconds } = situation;
  // Half a second past: the phases of a session count whole seconds.
  const nowMs = () => atSeconds * 1000 + 500;
  const guards = makeGuards({
    cookies: makeSessionCookies({
      sealer,
      companion: makeCompanion(() => false),
      nowMs,
      secure: () => false,
    }),
    endings: {
      hasEnded: async () => false,
      hasEndedLater: () => async () => false,
      isKnownEnded: () => situation.endedMeanwhile ?? false,
    },
    renew: situation.renew ?? (async () => ({ kind: 'renewed', renewed })),
    beginSignIn: async (_request, reply) => {
      onSignIn();
      return reply.header('set-cookie', 'q_auth_state=x').redirect('https://idp.example/authorize', 302);
    },
    outageGraceSeconds: graceSeconds,
    nowMs,
  });
  const app = Fastify();
  app.decorateRequest('session', null);
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof Problem)) return reply.code(500).send({});
    return reply
      .code(error.status)
      .headers(
        error.retryAfterSeconds === undefined ? {} : { 'retry-after': String(error.retryAfterSeconds) },
      )
      .send({ code: error.code });
  });
  app.all('/api/tasks', { onRequest: guards.refuse }, async (request) => sessionOf(request).tokens.idToken);
  app.get(
    '/api/auth/login',
    { onRequest: guards.redirect },
    async (request) => sessionOf(request).tokens.idToken,
  );
  app.get('/api/fails', { onRequest: guards.refuse }, async () => {
    throw new Problem('task_not_found');
  });
  app.get('/api/unguarded', async (request) => sessionOf(request).tokens.idToken);
  return app;
}

export function tokensOf(name: string) {
  return { idToken: name, accessToken: 'a', refreshToken: 'r' };
}

export function seal(name: string): SealedSession {
  const { sealed } = sealSession(sealer, begunSession(tokensOf(name), signedInSeconds, hour, 8 * hour));
  const opened = openSession(sealer, sealed);
  assert.ok(opened);
  return opened;
}

export function cookieOf({ sealed }: SealedSession): string {
  return `q_session=${sealed}`;
}
