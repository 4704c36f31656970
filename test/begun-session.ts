import type { Session, Tokens } from '../server/session/session.ts';
import { beginSession, recordSignIn } from '../server/session/session.ts';

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
