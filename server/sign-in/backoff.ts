import type { UnavailableReason } from './faults.ts';
import { ProviderUnavailable } from './faults.ts';
import { longestRetryAfterSeconds } from './outage.ts';

const firstPauseMs = 1_000;
const longestPauseMs = 30_000;
const marginMs = 2_000;

/**
 * Limits the requests to a failing provider: pauses of 1 s, doubling to 30 s, or as long as its Retry-After. After a pause only
 * one caller sends a request, for `longestAttemptMs` at most.
 */
export function makeBackoff(nowMs: () => number, longestAttemptMs: number) {
  let failures = 0;
  let closedUntilMs = 0;
  let reason: UnavailableReason | undefined;
  let trying = false;

  /** Throws ProviderUnavailable during a pause, and while another caller makes the first attempt after one. */
  function check(): void {
    const remainingMs = closedUntilMs - nowMs();
    // A pause that seems longer began before the clock was set back.
    if (reason !== undefined && remainingMs > 0 && remainingMs <= longestRetryAfterSeconds * 1_000)
      throw new ProviderUnavailable(reason, { retryAfterSeconds: Math.ceil(remainingMs / 1_000) });
  }

  function fail(fault: ProviderUnavailable): void {
    // Attempts made at the same time fail together: they count once.
    if (reason === undefined || trying) {
      failures += 1;
      const pauseMs = Math.min(firstPauseMs * 2 ** (failures - 1), longestPauseMs);
      closedUntilMs = nowMs() + Math.max(pauseMs, fault.retryAfterSeconds * 1_000);
    }
    reason = fault.reason;
    trying = false;
  }

  function clear(): void {
    failures = 0;
    reason = undefined;
    trying = false;
  }

  return {
    check,
    /** The reason of the last failure, undefined after a success. */
    trouble: () => reason,
    /** Calls `ask`, or throws like `check`. */
    async callUnlessPaused<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
      check();
      closedUntilMs = nowMs() + longestAttemptMs + marginMs;
      trying = true;
      try {
        const answer = await ask();
        clear();
        return answer;
      } catch (error) {
        if (error instanceof ProviderUnavailable) fail(error);
        throw error;
      }
    },
  };
}
