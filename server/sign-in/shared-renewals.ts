import type { Wait } from '../wait.ts';
import { deadlineMs } from './ask.ts';
import { longestRequestMs } from './client-authentication.ts';
import type { Attempt } from './refresh.ts';

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

/** How long an outcome is kept for requests that still have the old cookie. */
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

const pauseMs = 1_000;

type Parts = Readonly<{ shared: SharedRenewals; wait: Wait; nowMs: () => number }>;

/** Shares a renewed session. When the store fails it retries in the background for as long as the outcome is kept. */
export async function publish(
  { shared, wait, nowMs }: Parts,
  { key, log }: Attempt,
  sealed: string,
): Promise<void> {
  const untilMs = nowMs() + keptMs;
  const isPublished = () =>
    shared.publishRenewal(key, sealed, untilMs).then(
      () => true,
      () => false,
    );
  try {
    await shared.publishRenewal(key, sealed, untilMs);
  } catch (error) {
    log.warn({ err: error }, 'renewal not shared yet, the store failed');
    void publishLater();
  }

  async function publishLater(): Promise<void> {
    do await wait(pauseMs);
    while (nowMs() < untilMs && !(await isPublished()));
  }
}
