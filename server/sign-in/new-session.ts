import { fitsIntoCookies } from '../session/chunks.ts';
import type { Sealer } from '../session/seal.ts';
import { sealSession } from '../session/seal.ts';
import type { SealedSession, SessionLimits, SignInRecord, Tokens } from '../session/session.ts';
import { beginSession } from '../session/session.ts';
import { SignInRefused } from './faults.ts';

export type SealParts = Readonly<{ sessionSealer: Sealer; sessionLimits: SessionLimits }>;

/** Seals the session of tokens that arrive now. Refuses tokens that are more than the cookies of a session can carry. */
export function sealNewSession(
  { sessionSealer, sessionLimits }: SealParts,
  tokens: Tokens,
  signIn: SignInRecord,
  nowSeconds: number,
  lifetimeSeconds: number,
): SealedSession {
  const session = beginSession(tokens, signIn, nowSeconds, lifetimeSeconds, sessionLimits);
  const sealed = sealSession(sessionSealer, session);
  if (!fitsIntoCookies(sealed.sealed)) throw new SignInRefused('session_too_large');
  return sealed;
}
