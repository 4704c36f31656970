type Parts = Readonly<{
  /** The time that each request takes of a key's allowance. */
  intervalMs: number;
  /** How many requests may come at once. */
  burst: number;
  nowMs: () => number;
  /** About how many keys are remembered: twice as many at most, 100 bytes each. */
  mostKeys?: number;
}>;

/**
 * Limits how often something comes (GCRA, the leaky bucket without a timer). Counts one of `key` and returns 0, or returns the
 * milliseconds until one would pass.
 */
export function makeRate({ intervalMs, burst, nowMs, mostKeys = 50_000 }: Parts): (key: string) => number {
  /** When the allowance of a key is full again. Two maps take turns, so that old keys go without being looked for. */
  let [recent, older] = [new Map<string, number>(), new Map<string, number>()];
  const mostMs = burst * intervalMs;

  return (key) => {
    const now = nowMs();
    const full = recent.get(key) ?? older.get(key) ?? now;
    // After the clock is set back, `full` may be further away than the whole allowance takes.
    const usedMs = Math.min(Math.max(full - now, 0), mostMs);
    const waitMs = Math.max(usedMs + intervalMs - mostMs, 0);
    recent.set(key, now + usedMs + (waitMs > 0 ? 0 : intervalMs));
    if (recent.size >= mostKeys) [recent, older] = [new Map<string, number>(), recent];
    return waitMs;
  };
}
