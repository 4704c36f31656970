import assert from 'node:assert/strict';

import type { Headers } from '../server/http/cookie.ts';
import { readCookies } from '../server/http/cookie.ts';
import type { Origin } from '../server/http/origin.ts';
import { makeOriginOf } from '../server/http/origin.ts';
import { makeSessionCookies } from '../server/session/cookies.ts';
import { makeSealer, openSession, sealSession } from '../server/session/seal.ts';
import type { SealedSession, Session, Tokens } from '../server/session/session.ts';
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
    namesOf: () => ({}),
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
