import { randomBytes } from 'node:crypto';

import type { Problem } from '../http/problems.ts';
import type { Log } from '../log/log.ts';

/** The three tokens of one sign-in, as the provider issued them. */
export type Tokens = Readonly<{
  idToken: string;
  accessToken: string;
  /** Absent when the provider issued none: the session then ends with its ID token. */
  refreshToken?: string;
}>;

/** The person to whom a session belongs. `email` owns the tasks; name and picture are kept only as long as the session. */
export type Identity = Readonly<{ email: string; name: string | null; pictureUrl: string | null }>;

/** The facts of a sign-in, which every renewal of its session keeps. */
export type SignInRecord = Readonly<{
  /** Random; a sign-out stores its hash. */
  id: string;
  atMs: number;
  /** The longest lifetime of any cookie of this session. A revocation is kept until the last cookie has expired. */
  longestCookieSeconds: number;
  /** The hash of the companion cookie; null over http. */
  companion: string | null;
  /** The client authentication that the token endpoint accepted; every renewal, in any process, tries it first. */
  clientAuthentication: string;
  /** The id of the session at the provider, if a renewed ID token lacks it (OpenID Connect Core 1.0, 12.2). */
  sid: string | null;
}>;

/** The content of the sealed cookie. Its three times are whole seconds since 1970 on our clock. */
export type Session = Readonly<{
  tokens: Tokens;
  signIn: SignInRecord;
  issuedAtSeconds: number;
  /** From this time on a request renews the session. */
  expiresAtSeconds: number;
  /** From this time on the session has ended, even if the browser still sends it. */
  endsAtSeconds: number;
}>;

/** The limits of a session's lifetime. `longestSeconds` counts from the sign-in; null: only idle time ends the session. */
export type SessionLimits = Readonly<{ extensionSeconds: number; longestSeconds: number | null }>;

/** The row of "Session lifecycle" in the specification that applies to a session (pure). */
export function sessionPhase(
  session: Session,
  nowSeconds: number,
): 'fresh' | 'renewable' | 'ended' {
  if (nowSeconds < session.expiresAtSeconds) return 'fresh';
  if (nowSeconds < session.endsAtSeconds) return 'renewable';
  return 'ended';
}

/** A provider may issue longer ID tokens at a renewal than at the sign-in, up to a day. */
export const longestRenewedSeconds = 24 * 60 * 60;

/** The record of a sign-in whose first ID token is valid for `lifetimeSeconds`. */
export function recordSignIn(
  nowMs: number,
  lifetimeSeconds: number,
  limits: SessionLimits,
  circumstances: Pick<SignInRecord, 'companion' | 'clientAuthentication'>,
): SignInRecord {
  return {
    id: randomBytes(16).toString('base64url'),
    atMs: nowMs,
    longestCookieSeconds:
      Math.max(lifetimeSeconds, longestRenewedSeconds) + limits.extensionSeconds,
    ...circumstances,
    sid: null,
  };
}

/**
 * A session whose tokens arrive now and are valid for `lifetimeSeconds`, at a sign-in or a renewal (pure). If it can be
 * renewed it lives longer by the extension, within the limits of its sign-in and `session.longest`.
 */
export function beginSession(
  tokens: Tokens,
  signIn: SignInRecord,
  nowSeconds: number,
  lifetimeSeconds: number,
  { extensionSeconds, longestSeconds }: SessionLimits,
): Session {
  const expiresAtSeconds = nowSeconds + lifetimeSeconds;
  const endsAtSeconds = Math.min(
    expiresAtSeconds + (tokens.refreshToken === undefined ? 0 : extensionSeconds),
    nowSeconds + signIn.longestCookieSeconds,
    Math.floor(signIn.atMs / 1000) + (longestSeconds ?? Infinity),
  );
  return {
    tokens,
    signIn,
    issuedAtSeconds: nowSeconds,
    expiresAtSeconds: Math.min(expiresAtSeconds, endsAtSeconds),
    endsAtSeconds,
  };
}

/** A session together with its sealed text, the value of the cookie. */
export type SealedSession = Readonly<{ session: Session; sealed: string }>;

/** The part of a session for revocations: the hashes by which it can be ended, its own first, and when it began. It contains no token. */
export type Revocable = Readonly<{
  subjects: readonly [own: string, ...others: string[]];
  beganAtMs: number;
}>;

/** A session that a request uses, with the values from its ID token, which is read once while the session is in memory. */
export type OpenedSession = SealedSession &
  Readonly<{
    /** The person to whom the session belongs, or the problem that refuses this person. */
    identity: Identity | Problem;
    revocable: Revocable;
  }>;

/**
 * The outcome of a renewal. `unavailable`: the provider could not be reached, which says nothing about the user. `reason` is a
 * short code.
 */
export type Renewal =
  | Readonly<{ kind: 'renewed'; renewed: SealedSession }>
  | Readonly<{ kind: 'refused'; reason: string }>
  | Readonly<{ kind: 'unavailable'; reason: string; retryAfterSeconds: number }>;

/**
 * Renews a session whose ID token has expired; concurrent requests share one redemption. A failure is logged once, in the
 * log of the request that began the renewal.
 */
export type RenewSession = (current: OpenedSession, log: Log) => Promise<Renewal>;
