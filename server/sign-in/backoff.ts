import { deadlineMs } from './ask.ts';
import type { UnavailableReason } from './faults.ts';
import { ProviderUnavailable } from './faults.ts';

const firstPauseMs = 1_000;
const longestPauseMs = 30_000;
/** Longer than any one attempt lasts, of two requests, so that a provider in trouble is asked by one caller at a time. */
const attemptMs = 2 * deadlineMs + 2_000;

/** Keeps a provider in trouble from being asked too often: pauses of 1 s, doubling to 30 s, or as long as it asks for. */
export type Backoff = Readonly<{
  /** Throws ProviderUnavailable during a pause, and while another caller makes the first attempt after one. */
  check: () => void;
  /** Begins an attempt; throws like check. */
  enter: () => void;
  /** What came of an attempt. `fault`: why, and how long the provider itself asked us to stay away, if longer. */
  succeeded: () => void;
  failed: (fault: ProviderUnavailable) => void;
  /** The reason of the last failure, undefined after a success. */
  trouble: () => UnavailableReason | undefined;
}>;

/** Begins without trouble. */
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
      // Attempts that were under way together fail together: they count once.
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
