import type { Log } from '../log/log.ts';
import type { Sealer } from '../session/seal.ts';
import { openSession } from '../session/seal.ts';
import type { SealedSession } from '../session/session.ts';
import type { Store } from '../store/store.ts';
import type { Wait } from '../world.ts';
import { responseTimeoutMs } from './ask.ts';
import { longestRequestMs } from './client.ts';
import { ProviderUnavailable } from './faults.ts';

export type LeaseParts = Readonly<{
  sessionSealer: Sealer;
  /** Shares new sessions between processes: sealed, under a hash, never a token in plain text. */
  shared: Pick<Store, 'claimRenewal' | 'publishRenewal' | 'releaseRenewal'>;
  wait: Wait;
  nowMs: () => number;
}>;

/** The redemption of a code or of a refresh token. `key`: a hash, its name in the store. */
type Redemption = Readonly<{
  kind: 'sign_in' | 'renewal';
  key: string;
  redeem: () => Promise<SealedSession>;
  /** Takes the place of a lease while the store fails. */
  withoutLease: (cause: unknown) => Promise<SealedSession>;
  log: Log;
}>;

const inWords = { sign_in: 'sign-in', renewal: 'renewal' } as const;

/** The longest wait for another process. */
const patienceMs = responseTimeoutMs;
const pollMs = 100;

/** The time for which a new session is kept, for requests that come late. */
export const keptMs = 60_000;

/**
 * The lifetime of a lease, during which no other process redeems the same code or token, even if the process with the lease dies:
 * the longest wait for the store, the request for the tokens, then metadata and keys for the ID token.
 */
const leaseMs = 10_000 + longestRequestMs + 2 * responseTimeoutMs;

/**
 * Redeems once among all processes. The process that claims the lease publishes its new session in the store, and the others get
 * that one. A redemption that fails releases the lease. Throws what `redeem` throws, or ProviderUnavailable.
 */
export function makeLease({ shared, sessionSealer, wait, nowMs }: LeaseParts) {
  /** Claims the lease, or waits until the process that holds it publishes its session. */
  async function claimOrWait({ kind, key }: Redemption) {
    for (const giveUpAtMs = nowMs() + patienceMs; nowMs() < giveUpAtMs; await wait(pollMs)) {
      const leaseEndsMs = nowMs() + leaseMs;
      const claim = await shared
        .claimRenewal(key, nowMs(), leaseEndsMs)
        .catch((cause: unknown) => ({ kind: 'failed' as const, cause }));
      if (claim.kind === 'claimed') return { kind: claim.kind, leaseEndsMs };
      if (claim.kind === 'published' || claim.kind === 'failed') return claim;
    }
    throw new ProviderUnavailable(`${kind}_taken`);
  }

  async function redeemClaimed({ kind, key, redeem, log }: Redemption, leaseEndsMs: number) {
    try {
      const begun = await redeem();
      await shared.publishRenewal(key, begun.sealed, nowMs() + keptMs).catch((error: unknown) => {
        log.warn({ err: error }, `${inWords[kind]} not shared, the store failed`);
      });
      return begun;
    } catch (error) {
      // A failed release is not logged, because the lease expires by itself.
      if (nowMs() < leaseEndsMs) await shared.releaseRenewal(key).catch(() => undefined);
      throw error;
    }
  }

  return async (redemption: Redemption): Promise<SealedSession> => {
    const claim = await claimOrWait(redemption);
    if (claim.kind === 'claimed') return redeemClaimed(redemption, claim.leaseEndsMs);
    if (claim.kind === 'failed') return redemption.withoutLease(claim.cause);
    const published = openSession(sessionSealer, claim.sealed);
    // The other process has a session secret that this one does not know.
    if (published === undefined) throw new ProviderUnavailable(`${redemption.kind}_unreadable`);
    return published;
  };
}
