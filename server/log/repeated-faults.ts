/** The faults that lines have told, by their text: when the last line was, and how many times each came since. */
export type RepeatedFaults = ReadonlyMap<string, Readonly<{ toldAtMs: number; times: number }>>;

/** `first`: a whole line. `repeated`: a line with the number of times since the last one. `silent`: no line. */
type Telling =
  | Readonly<{ kind: 'first' }>
  | Readonly<{ kind: 'silent' }>
  | Readonly<{ kind: 'repeated'; times: number; sinceMs: number }>;

/** A fault that repeats is one line in this time. */
export const toldEveryMs = 60_000;
/** The texts are those of the store, of which there are few. */
const mostFaults = 100;

/** Counts a fault, and says which line it gets (pure). */
export function reduceFaults(
  faults: RepeatedFaults,
  { text, nowMs }: Readonly<{ text: string; nowMs: number }>,
): Readonly<{ faults: RepeatedFaults; telling: Telling }> {
  const last = faults.get(text);
  const isRecent = last !== undefined && Math.abs(nowMs - last.toldAtMs) < toldEveryMs;
  if (isRecent) {
    const counted = { ...last, times: last.times + 1 };
    return { faults: new Map(faults).set(text, counted), telling: { kind: 'silent' } };
  }
  const others = [...faults].filter(([other]) => other !== text).slice(1 - mostFaults);
  const told = new Map([...others, [text, { toldAtMs: nowMs, times: 0 }] as const]);
  if (last === undefined || last.times === 0) return { faults: told, telling: { kind: 'first' } };
  const { times, toldAtMs: sinceMs } = last;
  return { faults: told, telling: { kind: 'repeated', times, sinceMs } };
}
