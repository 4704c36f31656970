import type { Repeat } from '../dates/repeat.ts';
import type { Language } from '../words/language.ts';
import type { Ending } from './ending.ts';
import type { FoundDate } from './found-date.ts';

/** The part `[start, end)` of the text. */
export type Span = { readonly start: number; readonly end: number };

/** A date and its part of the text, including the words before it ("by Friday"). */
export type DateReading = Omit<FoundDate, 'count'> & Span;

/** The text of a recurrence, and its rule, or undefined for a recurrence that is not understood. */
export type RepeatReading = Span & {
  readonly rule: Repeat | undefined;
  readonly ending?: Span & Pick<Ending, 'lastDayFrom'>;
  readonly language: Language;
};

export type Reading = {
  readonly date?: DateReading;
  readonly repeat?: RepeatReading;
  /** True if days were found that do not give one due date: "Freitag, 29. November" of a Saturday. */
  readonly hasSeveralDays?: boolean;
  /** The last words that are perhaps a day: "3 weeks", "Hotel Monday". */
  readonly unclear?: Span;
};

/** What `count` words from a position on say. */
export type ReadingAt = Reading & { readonly count: number };
