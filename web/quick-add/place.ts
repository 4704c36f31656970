import type { Weekday } from '../dates/calendar.ts';
import type { Lexicon } from './lexicon.ts';
import type { Word } from './split.ts';
import type { Language } from './words.ts';

export type DateContext = {
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
  readonly lexicon: Lexicon;
  readonly context: DateContext;
};

/** `later_year`: the day is over this year, so a later one is meant. `in_the_past`: written so, with its year. */
export type DateNote = 'later_year' | 'in_the_past';

/** A date that takes `count` words. */
export type Found = { readonly count: number; readonly value: string; readonly note?: DateNote };

/** Whether the word before the place is one of these and no punctuation parts them. */
export function follows(
  known: { has(key: string): boolean },
  words: readonly Word[],
  index: number,
): boolean {
  const before = words[index - 1];
  return before?.tail === '' && known.has(before.key);
}

/** The longest phrase (up to four words) that begins at `index` and stands in the map. */
export function findPhrase<T>(map: ReadonlyMap<string, T>, words: readonly Word[], index: number) {
  for (let count = 4; count > 0; count -= 1) {
    const phrase = words.slice(index, index + count);
    if (phrase.length < count || phrase.slice(0, -1).some((word) => word.tail !== '')) continue;
    const value = map.get(phrase.map((word) => word.key).join(' '));
    if (value !== undefined) return { value, count };
  }
  return undefined;
}
