import type { UnavailableReason } from './faults.ts';
import { ProviderUnavailable } from './faults.ts';
import { longestRetryAfterSeconds } from './token-answer.ts';

const firstPauseMs = 1_000;
const longestPauseMs = 30_000;
/** No pause is longer: one that seems longer began before the clock was set back. */
const longestClosedMs = longestRetryAfterSeconds * 1_000;
const marginMs = 2_000;

export type Backoff = ReturnType<typeof makeBackoff>;

/**
 * Limits how often a failing provider is asked: pauses of 1 s, doubling to 30 s, or as long as its Retry-After. One caller at a
 * time asks it, for `longestAttemptMs` at most.
 */
export function makeBackoff(nowMs: () => number, longestAttemptMs: number) {
  let failures = 0;
  let closedUntilMs = 0;
  let reason: UnavailableReason | undefined;
  let trying = false;

  /** Throws ProviderUnavailable during a pause, and while another caller makes the first attempt after one. */
  function check(): void {
    const remainingMs = closedUntilMs - nowMs();
    if (reason !== undefined && remainingMs > 0 && remainingMs <= longestClosedMs) {
      throw new ProviderUnavailable(reason, { retryAfterSeconds: Math.ceil(remainingMs / 1_000) });
    }
  }

  return {
    check,
    /** Begins an attempt; throws like check. */
    enter() {
      check();
      closedUntilMs = nowMs() + longestAttemptMs + marginMs;
      trying = true;
    },
    succeeded() {
      failures = 0;
      reason = undefined;
      trying = false;
    },
    failed(fault: ProviderUnavailable) {
      // Attempts made at the same time fail together: they count once.
      if (reason === undefined || trying) {
        failures += 1;
        const pauseMs = Math.min(firstPauseMs * 2 ** (failures - 1), longestPauseMs);
        closedUntilMs = nowMs() + Math.max(pauseMs, fault.retryAfterSeconds * 1_000);
      }
      reason = fault.reason;
      trying = false;
    },
    /** The reason of the last failure, undefined after a success. */
    trouble: () => reason,
  };
}

/**
 * The back-off of a grant, by its key: a limit that one person has reached applies to no one else. Keeps the grants that
 * failed, each for as long as a pause may last.
 */
export function makeGrantBackoffs(nowMs: () => number, longestAttemptMs: number) {
  // In the order of their last failures.
  const inTrouble = new Map<string, Readonly<{ backoff: Backoff; failedAtMs: number }>>();

  function forgetOld(): void {
    for (const [key, { failedAtMs }] of inTrouble) {
      if (nowMs() - failedAtMs < rememberedMs) return;
      inTrouble.delete(key);
    }
  }

  return (key: string): Backoff => {
    const backoff = inTrouble.get(key)?.backoff ?? makeBackoff(nowMs, longestAttemptMs);
    return {
      ...backoff,
      succeeded() {
        backoff.succeeded();
        inTrouble.delete(key);
      },
      failed(fault) {
        backoff.failed(fault);
        inTrouble.delete(key);
        forgetOld();
        inTrouble.set(key, { backoff, failedAtMs: nowMs() });
      },
    };
  };
}

/** Twice the longest pause: a later request counts as the first. */
const rememberedMs = 2 * longestClosedMs;
