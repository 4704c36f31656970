import { readCookies } from '../server/http/cookie.ts';
import { makeOriginOf } from '../server/http/origin.ts';
import { makeSessionCookies } from '../server/session/cookies.ts';
import type { Sealer } from '../server/session/seal.ts';
import { makeSealer, sealSession } from '../server/session/seal.ts';
import type { SealedSession } from '../server/session/session.ts';
import { beginSession, recordSignIn } from '../server/session/session.ts';

const [hour, signedInSeconds] = [3600, 1_800_000_000];
export const sealer = makeSealer(['a secret of more than thirty-two bytes'], 'session');

/** A session over http of one hour and eight more, whose ID token is this text. */
export function sessionOf(idToken: string): SealedSession {
  const limits = { extensionSeconds: 8 * hour, longestSeconds: null };
  const circumstances = { companion: null, clientAuthentication: 'client_secret_basic' };
  const signIn = recordSignIn(signedInSeconds * 1000, hour, limits, circumstances);
  const tokens = { idToken, accessToken: 'a', refreshToken: 'r' };
  return sealSession(sealer, beginSession(tokens, signIn, signedInSeconds, hour, limits));
}

/** The session cookies of a service just after these sign-ins. */
export const cookiesWith = (openWith: Sealer) =>
  makeSessionCookies({
    sealer: openWith,
    nowMs: () => signedInSeconds * 1000 + 500,
    identify: (idToken) => ({ email: idToken, name: null, pictureUrl: null }),
    namesOf: () => ({}),
  });

/** What a request over http with these cookies has. */
export const contextWith = (cookie: string) => ({
  origin: makeOriginOf({ allowedHosts: null, publicScheme: null })({
    protocol: 'http',
    host: 'localhost',
    raw: { rawHeaders: [], headers: {}, url: '/' },
  }),
  cookies: readCookies(cookie),
});
