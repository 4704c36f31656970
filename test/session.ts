import assert from 'node:assert/strict';

import Fastify from 'fastify';

import type { Headers } from '../server/http/cookie.ts';
import { readCookies } from '../server/http/cookie.ts';
import type { Origin } from '../server/http/origin.ts';
import { makeOriginOf } from '../server/http/origin.ts';
import { Problem } from '../server/http/problems.ts';
import { makeSessionCookies } from '../server/session/cookies.ts';
import { makeGuard } from '../server/session/guard.ts';
import { personOf } from '../server/session/request-context.ts';
import { makeSealer, openSession, sealSession } from '../server/session/seal.ts';
import type { RenewSession, SealedSession, Session, Tokens } from '../server/session/session.ts';
import { beginSession, recordSignIn } from '../server/session/session.ts';

export const hour = 3600;
export const signedInSeconds = 1_800_000_000;
export const secret = 'a secret of more than thirty-two bytes';
export const sealer = makeSealer([secret], 'session');

/** A session that someone begins over http, with nothing but idle time to end it. */
export function begunSession(
  tokens: Tokens,
  nowSeconds: number,
  lifetimeSeconds: number,
  extensionSeconds: number,
): Session {
  const limits = { extensionSeconds, longestSeconds: null };
  const signIn = recordSignIn(nowSeconds * 1000, lifetimeSeconds, limits, {
    companion: null,
    clientAuthentication: 'client_secret_basic',
  });
  return beginSession(tokens, signIn, nowSeconds, lifetimeSeconds, limits);
}

/** A session of one hour and eight more, whose ID token is this text. */
export function sessionOf(idToken: string, beganSeconds = signedInSeconds): SealedSession {
  const tokens = { idToken, accessToken: 'a', refreshToken: 'r' };
  const { sealed } = sealSession(sealer, begunSession(tokens, beganSeconds, hour, 8 * hour));
  const opened = openSession(sealer, sealed);
  assert.ok(opened);
  return opened;
}

/** The session cookies of a service at this time. Half a second past: cookies count whole seconds. */
export const cookiesAt = (nowSeconds: () => number = () => signedInSeconds, openWith = sealer) =>
  makeSessionCookies({
    sealer: openWith,
    nowMs: () => nowSeconds() * 1000 + 500,
    identify: (idToken) => ({ email: idToken, name: null, pictureUrl: null }),
    emailOf: () => undefined,
  });

/** What a request with these cookies has. */
export const contextWith = (cookie: string, scheme: Origin['scheme'] = 'http') => ({
  origin: makeOriginOf({ allowedHosts: null, publicScheme: scheme })({
    protocol: scheme,
    host: 'localhost',
    raw: { rawHeaders: [], headers: {}, url: '/' },
  }),
  cookies: readCookies(cookie),
});

/** The lines of Set-Cookie that `set` gives a reply. */
export function linesSet(set: (reply: Headers) => void): string[] {
  const lines: string[] = [];
  set({
    header(name, line) {
      assert.equal(name, 'set-cookie');
      lines.push(line);
    },
  });
  return lines;
}

export const nameOf = (line: string): string => line.slice(0, line.indexOf('='));

export const cookieHeader = (lines: readonly string[]): string =>
  lines.map((line) => line.slice(0, line.indexOf(';'))).join('; ');

export const outageGraceSeconds = 600;
export const renewed = sessionOf('new', signedInSeconds + hour);

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
  const guard = makeGuard({
    cookies: cookiesAt(() => atSeconds),
    // Only a question that asks the store now can find a session that has just ended.
    revocations: { hasEnded: async (_, oldestMs) => oldestMs === 0 && (situation.endedMeanwhile ?? false) },
    renew: situation.renew ?? (async () => ({ kind: 'renewed', renewed })),
    beginSignIn: async (_request, reply) => {
      onSignIn();
      return reply.header('set-cookie', 'q_auth_state=x').redirect('https://idp.example/authorize', 302);
    },
    outageGraceSeconds: graceSeconds,
    nowMs: () => atSeconds * 1000 + 500,
  });
  const app = Fastify();
  app.decorateRequest('context', null);
  app.addHook('onRequest', async (request) => {
    request.context = { ...contextWith(request.headers.cookie ?? ''), session: null, renewed: null };
  });
  app.addHook('onSend', guard.setRenewed);
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof Problem)) return reply.code(500).send({});
    return reply
      .code(error.status)
      .headers(
        error.details.retryAfterSeconds === undefined
          ? {}
          : { 'retry-after': String(error.details.retryAfterSeconds) },
      )
      .send({ code: error.code });
  });
  app.all('/api/tasks', { onRequest: guard.refuse }, async (request) => personOf(request).email);
  app.get('/api/auth/login', { onRequest: guard.redirect }, async (request) => personOf(request).email);
  app.get('/api/fails', { onRequest: guard.refuse }, async () => {
    throw new Problem('task_not_found');
  });
  app.get('/api/unguarded', async (request) => personOf(request).email);
  return app;
}
