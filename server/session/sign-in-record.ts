import { randomBytes } from 'node:crypto';

/** The facts of a sign-in, which every renewal of its session keeps. */
export type SignInRecord = Readonly<{
  /** Random; a sign-out stores its hash. */
  id: string;
  atMs: number;
  /** The longest lifetime of a cookie of this session, from which the end of the last one follows. */
  longestCookieSeconds: number;
  /** The hash of the companion cookie; null over http. */
  companion: string | null;
  /** The client authentication that the token endpoint accepted; every renewal, in any process, tries it first. */
  clientAuthentication: string;
}>;

/** What a sign-in knows besides its tokens. */
type Circumstances = Pick<SignInRecord, 'companion' | 'clientAuthentication'>;

/** How long sessions live. `longestSeconds` counts from the sign-in; null when only idle time ends them. */
export type SessionLimits = Readonly<{ extensionSeconds: number; longestSeconds: number | null }>;

/** A provider may issue longer ID tokens at a renewal than at the sign-in, up to a day. */
const longestRenewedSeconds = 24 * 60 * 60;

/** The record of a sign-in whose first ID token is valid for `lifetimeSeconds`. */
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
