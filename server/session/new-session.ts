import { fitsIntoCookies } from './cookies.ts';
import type { Sealer } from './seal.ts';
import { sealSession } from './seal.ts';
import type { SealedSession, SessionLimits, SignInRecord, Tokens } from './session.ts';
import { beginSession } from './session.ts';

type SealingParts = Readonly<{ sessionSealer: Sealer; sessionLimits: SessionLimits }>;

/** The tokens of a sign-in or a renewal, which arrive now and are valid for `lifetime` seconds. */
type Begun = Readonly<{
  tokens: Tokens;
  signIn: SignInRecord;
  nowSeconds: number;
  lifetime: number;
}>;

/** Begins and seals a session; undefined if it does not fit into its cookies. */
export function sealNewSession(parts: SealingParts, begun: Begun): SealedSession | undefined {
  const { tokens, signIn, nowSeconds, lifetime } = begun;
  const session = beginSession(tokens, signIn, nowSeconds, lifetime, parts.sessionLimits);
  const sealed = sealSession(parts.sessionSealer, session);
  if (fitsIntoCookies(sealed.sealed)) return sealed;
  return undefined;
}
