/** Prints a figure of a proof; docs/reliability.md quotes these lines. */
export function report(what: string, figures: Readonly<Record<string, string | number>>): void {
  const told = Object.entries(figures).map(([name, value]) => `${name}: ${value}`);
  console.log(`${what}: ${told.join(', ')}`);
}

/** Seconds since a moment of performance.now(). */
export const secondsSince = (startMs: number): string => ((performance.now() - startMs) / 1000).toFixed(2);

/** The value below which so many percent of the values are. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0;
}

/** Failures by their kind, `none` when there are none. */
export const kinds = (failed: ReadonlyMap<string, number>): string =>
  failed.size === 0 ? 'none' : [...failed].map(([kind, count]) => `${count} x ${kind}`).join(', ');
