import type { WordPosition } from './word-position.ts';

/** `later_year`: the day has passed this year, so it is read in a later year. `in_the_past`: written with a past year. */
export type DateNote = 'later_year' | 'in_the_past';

/** A date that takes `count` words. */
export type FoundDate = {
  readonly count: number;
  readonly value: string;
  readonly note?: DateNote;
};

/** A date of `count` words, if the calendar has the day. */
export function foundDay(value: string | undefined, count: number): FoundDate | undefined {
  if (value === undefined) return undefined;
  return { count, value };
}

/** Reads one kind of date that begins at the position. */
export type DateRule = (position: WordPosition) => FoundDate | undefined;

/** The result of the rule that reads the most words; of several such rules the first. */
export const longestOf = (
  rules: readonly DateRule[],
  position: WordPosition,
): FoundDate | undefined =>
  rules.flatMap((rule) => rule(position) ?? []).toSorted((a, b) => b.count - a.count)[0];
