import { hash } from 'node:crypto';

import { Problem } from '../http/problems.ts';
import type { Log } from '../log/log.ts';
import { sealNewSession } from '../session/new-session.ts';
import type {
  Identity,
  OpenedSession,
  Renewal,
  RenewSession,
  SealedSession,
  Session,
  SessionLimits,
} from '../session/session.ts';
import type { Client, TokenAnswer } from './client.ts';
import { logUnavailable, ProviderUnavailable, SignInRefused } from './faults.ts';
import type { IdTokenClaims, VerifyParts } from './id-token.ts';
import { lifetimeSeconds, readClaims, verifyIdToken } from './id-token.ts';
import type { ReadyProvider } from './issuer.ts';
import type { LeaseParts } from './lease.ts';
import { keptMs, makeLease } from './lease.ts';
import { makeTrouble } from './trouble.ts';

export type RenewalParts = VerifyParts &
  LeaseParts &
  Readonly<{
    sessionLimits: SessionLimits;
    client: Client;
    /** Whether a session has been ended, as far as is known now. */
    hasEnded: (current: OpenedSession, log: Log) => Promise<boolean>;
    /** The person of an ID token, or the problem that refuses this person. */
    identify: (idToken: string) => Identity | Problem;
  }>;

/** One renewal. `key`: a hash of the refresh token, its name in this process and in the store. */
type DueRenewal = Readonly<{ current: OpenedSession; refreshToken: string; key: string; log: Log }>;

/**
 * Renewal with one redemption per refresh token, in this process by sharing the promise, across processes by a lease
 * in the store. While the store is unavailable no token is redeemed. When a session is renewed, and what its request gets without
 * the provider, is decided in session/guard.ts.
 */
export function makeRenewal(parts: RenewalParts) {
  const { client, issuer, hasEnded, nowMs } = parts;
  const redeemOnce = makeLease(parts);
  const trouble = makeTrouble(nowMs);
  /** The renewals that are under way, and the results that later requests with the same cookie get. */
  const renewals = new Map<string, { renewal: Promise<Renewal>; untilMs: number }>();

  const renew: RenewSession = (current, log) => {
    const { session } = current;
    const { refreshToken } = session.tokens;
    if (refreshToken === undefined)
      return Promise.resolve({ kind: 'refused', reason: 'refresh_token_missing' });
    // The expiry distinguishes successive sessions where a provider never changes its refresh tokens.
    const key = hash('sha256', `${session.expiresAtSeconds} ${refreshToken}`, 'base64url');
    const known = renewals.get(key);
    if (known !== undefined && known.untilMs > nowMs()) return known.renewal;
    for (const [old, { untilMs }] of renewals) if (untilMs <= nowMs()) renewals.delete(old);

    const renewal = renewOrJoin({ current, refreshToken, key, log }).then(
      (renewed) => ({ kind: 'renewed' as const, renewed }),
      (error: unknown) => renewalOf(error, log),
    );
    renewals.set(key, { renewal, untilMs: Infinity });
    renewal.then(
      ({ kind }) => renewals.set(key, { renewal, untilMs: untilMsOf(kind, session) }),
      () => renewals.delete(key),
    );
    return renewal;
  };

  /** The time until which further requests with the same cookie get this result. */
  function untilMsOf(kind: Renewal['kind'], session: Session): number {
    // The browser keeps the cookie of a refused session: further requests must not ask the provider again.
    if (kind === 'refused') return session.endsAtSeconds * 1000;
    if (kind === 'renewed') return nowMs() + keptMs;
    return 0;
  }

  /** The new session, made by this process or by another. Throws ProviderUnavailable or SignInRefused. */
  async function renewOrJoin(due: DueRenewal): Promise<SealedSession> {
    const { current, key, log } = due;
    // Metadata and keys are loaded before a refresh token is redeemed, and no lease is claimed during a pause.
    const provider = await issuer.ready();
    trouble.check(key);
    return redeemOnce({
      kind: 'renewal',
      key,
      log,
      redeem: async () => {
        if (await hasEnded(current, log)) throw new SignInRefused('session_ended');
        return redeem(provider, due);
      },
      withoutLease: async (cause) => {
        // Another process may be redeeming the same token, and a second redemption ends the session at some providers.
        throw new ProviderUnavailable('renewal_not_shared', { cause });
      },
    });
  }

  /** Redeems the refresh token once and returns the new session. Throws ProviderUnavailable or SignInRefused. */
  async function redeem(provider: ReadyProvider, due: DueRenewal): Promise<SealedSession> {
    const { refreshToken, key, log } = due;
    const { tokens, signIn, expiresAtSeconds, issuedAtSeconds } = due.current.session;
    const { metadata } = provider;
    const known = signIn.clientAuthentication;
    const answer = await trouble.callUnlessPaused(key, () =>
      client.redeemRefreshToken({ metadata, log, known }, refreshToken),
    );
    const nowSeconds = Math.floor(nowMs() / 1_000);
    const claims = await readRenewedIdToken(parts, provider, tokens.idToken, answer, log);
    // A provider may send the email at the sign-in only (OpenID Connect Core 1.0, 12.2).
    const hasEmail = typeof claims?.email === 'string';
    const renewed = {
      idToken: (hasEmail ? answer.idToken : undefined) ?? tokens.idToken,
      accessToken: answer.accessToken,
      refreshToken: answer.refreshToken ?? refreshToken,
    };
    const identity = parts.identify(renewed.idToken);
    if (identity instanceof Problem && identity.code === 'group_not_allowed')
      throw new SignInRefused(identity.code);
    const lifetime = claims
      ? lifetimeSeconds(claims, nowSeconds)
      : (answer.lifetimeSeconds ?? expiresAtSeconds - issuedAtSeconds);
    const sid = sidOf(renewed.idToken) === undefined ? (sidOf(tokens.idToken) ?? signIn.sid) : null;
    const begun = { tokens: renewed, signIn: { ...signIn, sid }, nowSeconds, lifetime };
    const sealed = sealNewSession(parts, begun);
    if (sealed === undefined) throw new SignInRefused('session_too_large');
    return sealed;
  }

  return { renew, trouble: trouble.reason };
}

function sidOf(idToken: string): string | undefined {
  const { sid } = readClaims(idToken);
  if (typeof sid === 'string') return sid;
  return undefined;
}

function renewalOf(error: unknown, log: Log): Renewal {
  if (error instanceof SignInRefused) {
    const { reason } = error;
    log.warn({ reason }, 'renewal refused, the session ends');
    return { kind: 'refused', reason };
  }
  if (!(error instanceof ProviderUnavailable)) throw error;
  logUnavailable(log, error, 'renewal not possible now, the session is kept');
  const { reason, retryAfterSeconds } = error;
  return { kind: 'unavailable', reason, retryAfterSeconds };
}

/**
 * The claims of the verified ID token of a renewal. undefined: the response has none, or its key cannot be fetched now or is not
 * published yet, and the identity stays as it was. Throws SignInRefused for an invalid token or another user's.
 */
async function readRenewedIdToken(
  parts: VerifyParts,
  provider: ReadyProvider,
  before: string,
  { idToken, accessToken }: TokenAnswer,
  log: Log,
): Promise<IdTokenClaims | undefined> {
  if (idToken === undefined) return undefined;
  try {
    const claims = await verifyIdToken(parts, provider, { idToken, accessToken }, null);
    if (!isSameUser(claims, readClaims(before))) throw new SignInRefused('id_token_changed');
    return claims;
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    // The old refresh token is spent: without the new tokens a failed key fetch would sign the user out.
    log.warn(
      { reason: error.reason },
      'renewed ID token not verified, the identity stays as it was',
    );
    return undefined;
  }
}

/** Whether both ID tokens are of the same user (OpenID Connect Core 1.0, 12.2). An empty nonce counts as absent. */
function isSameUser(after: IdTokenClaims, before: IdTokenClaims): boolean {
  return (
    after.iss === before.iss &&
    after.sub === before.sub &&
    isSameAudience(after, before) &&
    (!after.nonce || !before.nonce || after.nonce === before.nonce)
  );
}

/** Others beside us may be joined by more: `azp` then names us, and some providers list every client of a group. */
function isSameAudience(after: IdTokenClaims, before: IdTokenClaims): boolean {
  const earlier = new Set([before.aud].flat());
  const now = new Set([after.aud].flat());
  const isKept = [...earlier].every((audience) => now.has(audience));
  return isKept && (earlier.size > 1 || now.size === 1);
}
