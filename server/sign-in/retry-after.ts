/** Nobody is told to stay away for longer than this. */
export const longestRetryAfterSeconds = 60;

/**
 * Retry-After (RFC 9110, 10.2.3) in whole seconds, rounded up: seconds, which some write with a fraction, or a date. From
 * 1, which is also what none or nonsense means, to 60 (pure).
 */
export function readRetryAfter(value: string | null, nowMs: number): number {
  const text = value?.trim() ?? '';
  const seconds = /^[\d.]+$/.test(text) ? Number(text) : (Date.parse(text) - nowMs) / 1_000;
  return seconds > 1 ? Math.min(Math.ceil(seconds), longestRetryAfterSeconds) : 1;
}
