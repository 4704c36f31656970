import type { Log } from '../request/log.ts';
import type { SessionLimits, SignInRecord } from './sign-in-record.ts';

/** The three tokens of one sign-in, as the provider gave them. */
export type Tokens = Readonly<{
  idToken: string;
  accessToken: string;
  /** Absent when the provider gave none: such a session ends with its ID token. */
  refreshToken?: string;
}>;

/** What the sealed cookie holds. All times are whole seconds since 1970 on our clock. */
export type Session = Readonly<{
  tokens: Tokens;
  signIn: SignInRecord;
  issuedAtSeconds: number;
  /** From here on the next request renews. */
  expiresAtSeconds: number;
  /** From here on there is no session, whatever the browser still sends. */
  endsAtSeconds: number;
}>;

export type SessionPhase = 'fresh' | 'renewable' | 'ended';

/** Which row of "Session lifecycle" a session is in (pure). */
export function sessionPhase(session: Session, nowSeconds: number): SessionPhase {
  if (nowSeconds >= session.endsAtSeconds) return 'ended';
  if (nowSeconds < session.expiresAtSeconds) return 'fresh';
  return session.tokens.refreshToken === undefined ? 'ended' : 'renewable';
}

/** Whether a session whose provider cannot be asked is still served with the identity it has (pure). */
export function inOutageGrace(session: Session, nowSeconds: number, graceSeconds: number): boolean {
  return nowSeconds < session.expiresAtSeconds + graceSeconds;
}

/**
 * A session whose tokens come now and are good for `lifetimeSeconds`, at a sign-in or a renewal (pure). It lives on for the
 * extension when it can be renewed, within what its sign-in and `session.longest` allow.
 */
export function beginSession(
  tokens: Tokens,
  signIn: SignInRecord,
  nowSeconds: number,
  lifetimeSeconds: number,
  { extensionSeconds, longestSeconds }: SessionLimits,
): Session {
  const issuedAtSeconds = Math.floor(nowSeconds);
  const expiresAtSeconds = Math.floor(nowSeconds + lifetimeSeconds);
  const endsAtSeconds = Math.min(
    expiresAtSeconds + (tokens.refreshToken === undefined ? 0 : extensionSeconds),
    issuedAtSeconds + signIn.longestCookieSeconds,
    Math.floor(signIn.atMs / 1000) + (longestSeconds ?? Infinity),
  );
  return {
    tokens,
    signIn,
    issuedAtSeconds,
    expiresAtSeconds: Math.min(expiresAtSeconds, endsAtSeconds),
    endsAtSeconds,
  };
}

/** A session together with its sealed text, which is what travels in the cookie. */
export type SealedSession = Readonly<{ session: Session; sealed: string }>;

/** What came of a renewal. `unavailable`: the provider could not be asked, which says nothing about the user. */
export type Renewal =
  | Readonly<{ kind: 'renewed'; renewed: SealedSession }>
  | Readonly<{ kind: 'refused' }>
  | Readonly<{ kind: 'unavailable'; retryAfterSeconds: number }>;

/**
 * Renews a session whose ID token has expired; one redemption however many ask together. What fails is told in the log of
 * the request that began it, once.
 */
export type RenewSession = (current: SealedSession, log: Log) => Promise<Renewal>;
