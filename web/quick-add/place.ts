import type { Weekday } from '../dates/calendar.ts';
import type { Language } from '../words/language.ts';
import { startsOf, tableOf } from './tables.ts';
import type { Word } from './text-words.ts';
import type { TableName } from './vocabulary.ts';

export type QuickAddOptions = {
  readonly todayIso: string;
  readonly language: Language;
  /** Decides whether 3/12 is a day of December or of March. */
  readonly locale: string;
  readonly firstDayOfWeek: Weekday;
};

/** A position among the words, at which a rule looks for a date. */
export type Place = {
  readonly words: readonly Word[];
  readonly index: number;
  readonly options: QuickAddOptions;
};

/** `later_year`: the day is over this year, so a later one is meant. `in_the_past`: written so, with its year. */
export type DateNote = 'later_year' | 'in_the_past';

/** A date that takes `count` words. */
export type Found = { readonly count: number; readonly value: string; readonly note?: DateNote };

/** Where the word is in a table, from 0. */
export function meaningOf({ options }: Place, table: TableName, word: Word | undefined): number | undefined {
  return tableOf(options.language, table).get(word?.key ?? '');
}

export function isIn(place: Place, table: TableName, word: Word | undefined): boolean {
  return meaningOf(place, table, word) !== undefined;
}

/** The place that many words later. */
export function movedBy(place: Place, count: number): Place {
  return { ...place, index: place.index + count };
}

/** Whether the word before the index is in the table and no punctuation parts them. */
export function follows(place: Place, table: TableName, index = place.index): boolean {
  const before = place.words[index - 1];
  return before?.tail === '' && isIn(place, table, before);
}

/** The longest phrase (up to six words) of the table that begins at the place. */
export function phraseAt({ words, index, options }: Place, table: TableName) {
  if (!startsOf(options.language, table).has(words[index]?.key ?? '')) return undefined;
  for (let count = 6; count > 0; count -= 1) {
    const phrase = words.slice(index, index + count);
    if (phrase.length < count || phrase.slice(0, -1).some(({ tail }) => tail !== '')) continue;
    const value = tableOf(options.language, table).get(phrase.map(({ key }) => key).join(' '));
    if (value !== undefined) return { value, count };
  }
  return undefined;
}
