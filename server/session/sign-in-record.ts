import { randomBytes } from 'node:crypto';

/** What a sign-in gives a session. Every renewal keeps it as it is. */
export type SignInRecord = Readonly<{
  /** Random; its hash is what a sign-out notes. */
  id: string;
  atMs: number;
  /** No cookie of the session lives longer than this from when it was made. So it is known when the last one has ended. */
  longestCookieSeconds: number;
  /** The hash of the companion cookie; null over http. */
  companion: string | null;
  /** How the token endpoint took the service for who it is; a renewal begins with it, in every process. */
  clientAuthentication: string;
}>;

/** What a sign-in has found out beside its tokens. */
type Circumstances = Pick<SignInRecord, 'companion' | 'clientAuthentication'>;

/** How long sessions live. `longestSeconds`: after the sign-in; null when only idle time ends them. */
export type SessionLimits = Readonly<{ extensionSeconds: number; longestSeconds: number | null }>;

/** A provider may give longer ID tokens at a renewal than at the sign-in, up to a day. */
const longestRenewedSeconds = 24 * 60 * 60;

/** The record of a sign-in whose first ID token is good for `lifetimeSeconds`. */
export function recordSignIn(
  nowMs: number,
  lifetimeSeconds: number,
  limits: SessionLimits,
  circumstances: Circumstances,
): SignInRecord {
  const longestSeconds = Math.ceil(Math.max(lifetimeSeconds, longestRenewedSeconds));
  return {
    id: randomBytes(16).toString('base64url'),
    atMs: nowMs,
    longestCookieSeconds: longestSeconds + limits.extensionSeconds,
    ...circumstances,
  };
}
