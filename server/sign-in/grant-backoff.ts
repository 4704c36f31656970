import type { Backoff } from './backoff.ts';
import { makeBackoff } from './backoff.ts';

/**
 * The back-off of a grant, by its key: a limit that one person has reached applies to no one else. Keeps the grants that
 * failed, each for as long as a pause may last.
 */
export function makeGrantBackoffs(nowMs: () => number) {
  // In the order of their last failures.
  const inTrouble = new Map<string, Readonly<{ backoff: Backoff; failedAtMs: number }>>();

  function forgetOld(): void {
    for (const [key, { failedAtMs }] of inTrouble) {
      if (nowMs() - failedAtMs < rememberedMs) return;
      inTrouble.delete(key);
    }
  }

  return (key: string): Backoff => {
    const backoff = inTrouble.get(key)?.backoff ?? makeBackoff(nowMs);
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
const rememberedMs = 120_000;
