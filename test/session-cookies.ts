import assert from 'node:assert/strict';

import Fastify from 'fastify';

import { makeCompanion } from '../server/session/companion.ts';
import { makeSessionCookies } from '../server/session/cookies.ts';
import { makeSealer, sealSession } from '../server/session/seal.ts';
import { begunSession } from './begun-session.ts';

export const nowSeconds = 1_800_000_000;
export const hour = 3600;
export const secret = 'a secret of more than thirty-two bytes';
export const sealer = makeSealer([secret], 'session');

export type Situation = {
  written?: ReturnType<typeof sessionOf>;
  secure?: boolean;
  atSeconds?: number;
  openWith?: typeof sealer;
};

/** An app that writes, expires and reads the session cookies. */
export function appWith({
  written = sessionOf(100),
  secure = false,
  atSeconds = nowSeconds,
  openWith = sealer,
}: Situation) {
  const app = Fastify();
  // Half a second past: cookies count whole seconds.
  const nowMs = () => atSeconds * 1000 + 500;
  const cookies = makeSessionCookies({
    sealer: openWith,
    companion: makeCompanion(() => false),
    nowMs,
    secure: () => secure,
  });
  app.get('/write', async (request, reply) => {
    cookies.write(request, reply, written);
    return {};
  });
  app.get('/expire', async (request, reply) => {
    cookies.expire(request, reply);
    return {};
  });
  app.get('/read', async (request, reply) =>
    reply.type('application/json').send(JSON.stringify(cookies.read(request)?.session.tokens ?? null)),
  );
  return app;
}

export async function write(written: ReturnType<typeof sessionOf>, cookie = '', situation: Situation = {}) {
  const answer = await appWith({ written, ...situation }).inject({ url: '/write', headers: { cookie } });
  assert.equal(answer.statusCode, 200);
  return { lines: linesOf(answer.headers['set-cookie']) };
}

export async function read(cookie: string, atSeconds = nowSeconds, openWith = sealer) {
  const answer = await appWith({ atSeconds, openWith }).inject({ url: '/read', headers: { cookie } });
  assert.equal(answer.statusCode, 200);
  return answer.json<{ idToken: string } | null>();
}

export function sessionOf(idTokenLength: number) {
  const tokens = { idToken: 'i'.repeat(idTokenLength), accessToken: 'a', refreshToken: 'r' };
  return sealSession(sealer, begunSession(tokens, nowSeconds, hour, 8 * hour));
}

export function linesOf(setCookie: string | string[] | undefined): string[] {
  return [setCookie ?? []].flat();
}

export const nameOf = (line: string): string => line.slice(0, line.indexOf('='));

export const cookieHeader = (lines: readonly string[]): string =>
  lines.map((line) => line.slice(0, line.indexOf(';'))).join('; ');
