import type { SharedRenewals } from '../../server/sign-in/renew.ts';

/** Shared renewals as a store keeps them, in memory. */
export function makeSharedRenewals(): SharedRenewals {
  const rows = new Map<string, { untilMs: number; sealed?: string }>();
  return {
    async claimRenewal(key, nowMs, leaseEndsMs) {
      const row = rows.get(key);
      if (row !== undefined && row.untilMs > nowMs) {
        return row.sealed === undefined ? { kind: 'taken' } : { kind: 'published', sealed: row.sealed };
      }
      rows.set(key, { untilMs: leaseEndsMs });
      return { kind: 'claimed' };
    },
    async publishRenewal(key, sealed, untilMs) {
      rows.set(key, { untilMs, sealed });
    },
    async releaseRenewal(key) {
      if (rows.get(key)?.sealed === undefined) rows.delete(key);
    },
  };
}
