import { deadlineMs } from './ask.ts';
import type { UnavailableReason } from './faults.ts';
import { ProviderUnavailable } from './faults.ts';

const firstPauseMs = 1_000;
const longestPauseMs = 30_000;
/** Longer than any attempt, which makes two requests, so that one caller at a time asks a failing provider. */
const attemptMs = 2 * deadlineMs + 2_000;

/** Limits how often a failing provider is asked: pauses of 1 s, doubling to 30 s, or as long as its Retry-After. */
export type Backoff = Readonly<{
  /** Throws ProviderUnavailable during a pause, and while another caller makes the first attempt after one. */
  check: () => void;
  /** Begins an attempt; throws like check. */
  enter: () => void;
  /** The result of an attempt. `fault` has the reason and the provider's Retry-After. */
  succeeded: () => void;
  failed: (fault: ProviderUnavailable) => void;
  /** The reason of the last failure, undefined after a success. */
  trouble: () => UnavailableReason | undefined;
}>;

/** Begins without a failure. */
export function makeBackoff(nowMs: () => number): Backoff {
  let failures = 0;
  let closedUntilMs = 0;
  let reason: UnavailableReason | undefined;
  let trying = false;

  function check(): void {
    const remainingMs = closedUntilMs - nowMs();
    if (reason !== undefined && remainingMs > 0) {
      throw new ProviderUnavailable(reason, { retryAfterSeconds: Math.ceil(remainingMs / 1_000) });
    }
  }

  return {
    check,
    enter() {
      check();
      if (reason === undefined) return;
      closedUntilMs = nowMs() + attemptMs;
      trying = true;
    },
    succeeded() {
      failures = 0;
      reason = undefined;
      trying = false;
    },
    failed(fault) {
      // Attempts made at the same time fail together: they count once.
      if (reason === undefined || trying) {
        failures += 1;
        const pauseMs = Math.min(firstPauseMs * 2 ** (failures - 1), longestPauseMs);
        closedUntilMs = nowMs() + Math.max(pauseMs, fault.retryAfterSeconds * 1_000);
      }
      reason = fault.reason;
      trying = false;
    },
    trouble: () => reason,
  };
}
