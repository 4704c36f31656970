import type { Repeat } from '../dates/repeat.ts';
import type { FoundDate } from './found-date.ts';
import type { ReadingAt, RepeatReading } from './readings.ts';
import type { WordPosition } from './word-position.ts';

/** What reads recurrences, and tells which dates are none. Few tasks have one: its code is loaded apart from that of dates (all-words.ts). */
type LaterReading = {
  readonly recurrenceAt: (position: WordPosition) => ReadingAt | undefined;
  /** Number of words of a date that the words beside it make another day. */
  readonly otherDayAt: (position: WordPosition, count: number) => number | undefined;
  /** True for a date that is perhaps none. */
  readonly isDoubtful: (position: WordPosition, date: FoundDate) => boolean;
  /** Number of words that are perhaps a day, where no date was found. */
  readonly unclearDayAt: (position: WordPosition) => number | undefined;
  /** The first day of a rule from a day on. */
  readonly firstDue: (rule: Repeat, fromIso: string) => string;
  readonly ruleOfNewTask: (repeat: RepeatReading, dueIso: string) => Repeat | undefined;
};

let loaded: LaterReading | undefined;

export function addLater(later: LaterReading): void {
  loaded = later;
}

/** Undefined until their code is loaded: until then no text that may recur is read. */
export const loadedLater = (): LaterReading | undefined => loaded;
