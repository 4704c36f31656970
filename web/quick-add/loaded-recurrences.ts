import type { Repeat } from '../dates/repeat.ts';
import type { ReadingAt, RepeatReading } from './readings.ts';
import type { WordPosition } from './word-position.ts';

/** What reads recurrences. Few tasks recur: its code is loaded apart from that of dates (all-words.ts). */
export type Recurrences = {
  readonly readAt: (position: WordPosition) => ReadingAt | undefined;
  /** The first day of a rule from a day on. */
  readonly firstDue: (rule: Repeat, fromIso: string) => string;
  readonly ruleOfNewTask: (repeat: RepeatReading, dueIso: string) => Repeat | undefined;
};

let loaded: Recurrences | undefined;

export function addRecurrences(recurrences: Recurrences): void {
  loaded = recurrences;
}

/** Undefined until their code is loaded: until then no text that may recur is read. */
export const loadedRecurrences = (): Recurrences | undefined => loaded;
