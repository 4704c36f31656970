import { hash } from 'node:crypto';

import type { Log } from '../log/log.ts';
import type { Wait } from '../wait.ts';
import type { Sealer } from '../session/seal.ts';
import { openSession } from '../session/seal.ts';
import type { Renewal, RenewSession, SealedSession, Session } from '../session/session.ts';
import { inOutageGrace } from '../session/session.ts';
import { deadlineMs } from './ask.ts';
import { longestRequestMs } from './client.ts';
import type { RefusalReason } from './faults.ts';
import { logUnavailable, ProviderUnavailable, SignInRefused } from './faults.ts';
import type { ReadyProvider } from './issuer.ts';
import type { Attempt, Refresh } from './refresh.ts';

/** What processes share of a renewal: a sealed session under a hash, never a token in clear. */
export type SharedRenewals = Readonly<{
  claimRenewal: (
    key: string,
    nowMs: number,
    leaseEndsMs: number,
  ) => Promise<Readonly<{ kind: 'claimed' | 'taken' }> | Readonly<{ kind: 'published'; sealed: string }>>;
  publishRenewal: (key: string, sealed: string, untilMs: number) => Promise<void>;
  releaseRenewal: (key: string) => Promise<void>;
}>;

/** Whether a session has been ended, as far as is known now. */
export type HasEnded = (session: Session, log: Log) => Promise<boolean>;

type Parts = Readonly<{
  refresh: Refresh;
  shared: SharedRenewals;
  hasEnded: HasEnded;
  sessionSealer: Sealer;
  outageGraceSeconds: number;
  wait: Wait;
  nowMs: () => number;
}>;

/** The longest wait for another process. */
const patienceMs = deadlineMs;
const pollMs = 100;
const publishAgainMs = 1_000;

/** How long a renewed session is kept for requests that still have the old cookie. */
export const keptMs = 60_000;

/** The token endpoint; then metadata and keys for the ID token. */
const longestRedemptionMs = longestRequestMs + 2 * deadlineMs;

/** The longest wait of a claim for the store. */
const storeMs = 10_000;

/**
 * How long a claim keeps every other process from redeeming the same token: until the outcome has been published, which is
 * tried for as long as it is kept. A process that dies during a renewal leaves its claim for that time.
 */
export const leaseMs = storeMs + longestRedemptionMs + keptMs;

/**
 * Renewal with one redemption per refresh token, in this process by sharing the promise, across processes by a lease
 * in the store. While the store is unavailable no token is redeemed during the outage grace; after it each process redeems.
 */
export function makeRenewal(parts: Parts): RenewSession {
  const { nowMs } = parts;
  const kept = new Map<string, { renewal: Promise<Renewal>; untilMs: number }>();

  function forgetOld(): void {
    for (const [key, { untilMs }] of kept) if (untilMs <= nowMs()) kept.delete(key);
  }

  return ({ session }, log) => {
    forgetOld();
    const { refreshToken } = session.tokens;
    if (refreshToken === undefined)
      return Promise.resolve({ kind: 'refused', reason: 'refresh_token_missing' satisfies RefusalReason });
    const key = renewalKey(refreshToken, session.expiresAtSeconds);
    const known = kept.get(key);
    if (known !== undefined) return known.renewal;

    const renewal = renew(parts, { session, refreshToken, key, log });
    kept.set(key, { renewal, untilMs: Infinity });
    const keptUntilMs: Record<Renewal['kind'], () => number> = {
      renewed: () => nowMs() + keptMs,
      // The browser keeps the cookie of a refused session: the provider is not asked about it again.
      refused: () => session.endsAtSeconds * 1000,
      unavailable: () => 0,
    };
    renewal.then(
      ({ kind }) => kept.set(key, { renewal, untilMs: keptUntilMs[kind]() }),
      () => kept.delete(key),
    );
    return renewal;
  };
}

// The expiry distinguishes successive sessions where a provider never changes its refresh tokens.
function renewalKey(refreshToken: string, expiresAtSeconds: number): string {
  return hash('sha256', `${expiresAtSeconds} ${refreshToken}`, 'base64url');
}

async function renew(parts: Parts, attempt: Attempt): Promise<Renewal> {
  try {
    return { kind: 'renewed', renewed: await renewOrJoin(parts, attempt) };
  } catch (error) {
    if (error instanceof SignInRefused) {
      const { reason } = error;
      attempt.log.info({ reason }, 'renewal refused, the session ends');
      return { kind: 'refused', reason };
    }
    if (error instanceof ProviderUnavailable) {
      logUnavailable(attempt.log, error, 'renewal not possible now, the session is kept');
      const { reason, retryAfterSeconds } = error;
      return { kind: 'unavailable', reason, retryAfterSeconds };
    }
    throw error;
  }
}

async function renewOrJoin(parts: Parts, attempt: Attempt): Promise<SealedSession> {
  const { refresh, sessionSealer, wait, nowMs } = parts;
  const provider = await refresh.prepare(attempt);
  const giveUpAtMs = nowMs() + patienceMs;
  while (nowMs() < giveUpAtMs) {
    const leaseEndsMs = nowMs() + leaseMs;
    const claim = await claimOrGoAlone(parts, attempt, leaseEndsMs);
    if (claim.kind === 'claimed') return redeemAndShare(parts, attempt, provider, leaseEndsMs);
    if (claim.kind === 'published') {
      const published = openSession(sessionSealer, claim.sealed);
      // The other process has a session secret that this one does not know.
      if (published === undefined) throw new ProviderUnavailable('renewal_unreadable');
      return published;
    }
    await wait(pollMs);
  }
  throw new ProviderUnavailable('renewal_taken');
}

async function claimOrGoAlone(
  parts: Parts,
  { session, key, log }: Attempt,
  leaseEndsMs: number,
): ReturnType<SharedRenewals['claimRenewal']> {
  const { shared, nowMs, outageGraceSeconds } = parts;
  try {
    return await shared.claimRenewal(key, nowMs(), leaseEndsMs);
  } catch (error) {
    // Another process may be redeeming the same token, and a second redemption ends the session at some providers.
    if (inOutageGrace(session, Math.floor(nowMs() / 1000), outageGraceSeconds))
      throw new ProviderUnavailable('renewal_not_shared', { cause: error });
    log.warn({ err: error }, 'renewal not shared, the store failed');
    return { kind: 'claimed' };
  }
}

async function redeemAndShare(
  parts: Parts,
  attempt: Attempt,
  provider: ReadyProvider,
  leaseEndsMs: number,
): Promise<SealedSession> {
  const { refresh, shared, hasEnded, sessionSealer, nowMs } = parts;
  const { key, log } = attempt;
  try {
    if (await hasEnded(attempt.session, log)) throw new SignInRefused('session_ended');
    const renewed = await refresh.redeem(provider, attempt);
    await publish(parts, attempt, renewed.sealed);
    return renewed;
  } catch (error) {
    // When the store failed, another process may have renewed the session.
    const claim = await shared.claimRenewal(key, nowMs(), nowMs()).catch(silent);
    const successor = claim?.kind === 'published' ? openSession(sessionSealer, claim.sealed) : undefined;
    if (successor !== undefined) return successor;
    if (nowMs() < leaseEndsMs) await shared.releaseRenewal(key).catch(silent);
    throw error;
  }
}

/** A failing store is logged for the first failure and must not end a session. */
const silent = (): undefined => undefined;

/** Shares a renewed session. When the store fails it retries in the background for as long as the outcome is kept. */
async function publish({ shared, wait, nowMs }: Parts, { key, log }: Attempt, sealed: string): Promise<void> {
  const untilMs = nowMs() + keptMs;
  const tryToPublish = async (onFailure: (error: unknown) => void) => {
    try {
      await shared.publishRenewal(key, sealed, untilMs);
      return true;
    } catch (error) {
      onFailure(error);
      return false;
    }
  };
  async function publishLater(): Promise<void> {
    do await wait(publishAgainMs);
    while (nowMs() < untilMs && !(await tryToPublish(silent)));
  }
  const isPublished = await tryToPublish((error) =>
    log.warn({ err: error }, 'renewal not shared yet, the store failed'),
  );
  if (!isPublished) void publishLater();
}
