/** The longest Retry-After. */
export const longestRetryAfterSeconds = 60;

/**
 * Retry-After (RFC 9110, 10.2.3), a date or seconds, which some providers write with a fraction, in whole seconds, rounded
 * up: from 1, also when the header is absent or unusable, to 60 (pure).
 */
export function readRetryAfter(value: string | null, nowMs: number): number {
  const text = value?.trim() ?? '';
  const seconds = /^[\d.]+$/.test(text) ? Number(text) : (Date.parse(text) - nowMs) / 1_000;
  return seconds > 1 ? Math.min(Math.ceil(seconds), longestRetryAfterSeconds) : 1;
}
