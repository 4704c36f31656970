import type { Weekday } from '../dates/calendar.ts';
import { comparable } from '../words/language.ts';
import type { Language } from '../words/language.ts';
import { tableOf } from './vocabulary.ts';
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
  return tableOf(options.language, table).places.get(word?.key ?? '');
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
  const { places, starts } = tableOf(options.language, table);
  if (!starts.has(words[index]?.key ?? '')) return undefined;
  for (let count = 6; count > 0; count -= 1) {
    const phrase = words.slice(index, index + count);
    if (phrase.length < count || phrase.slice(0, -1).some(({ tail }) => tail !== '')) continue;
    const value = places.get(phrase.map(({ key }) => key).join(' '));
    if (value !== undefined) return { value, count };
  }
  return undefined;
}

/** How many words from the place on say a time of day: "at 14:00", "2pm", "um 14 Uhr", "à 14 h". Times stay words. */
export function timeAt(place: Place): number | undefined {
  const { words, index } = place;
  const lead = isIn(place, 'timeLeads', words[index]) && words[index]?.tail === '' ? 1 : 0;
  const at = words[index + lead];
  const [written, minutes = '', unit = ''] = /^\d{1,2}([:.h]\d\d)?(am|pm|h|uhr)?$/.exec(at?.key ?? '') ?? [];
  if (written === undefined) return undefined;
  if (at?.tail === '' && isIn(place, 'timeUnits', words[index + lead + 1])) return lead + 2;
  return lead > 0 || unit !== '' || /^[:h]/.test(minutes) ? lead + 1 : undefined;
}

/** One run of text without white space. `end` includes `tail`, the punctuation that closes it. */
export type Word = {
  readonly start: number;
  readonly end: number;
  readonly key: string;
  readonly tail: string;
};

/** The words of a text, with comparable keys. What is in quotation marks, even partly, has neither key nor tail. */
export function splitWords(text: string): Word[] {
  const quotes = [...text.matchAll(quoted)];
  let at = 0;
  return [...text.matchAll(/\S+/g)].map(({ 0: run, index: start }) => {
    const end = start + run.length;
    for (let quote = quotes[at]; quote && quote.index + quote[0].length <= start; quote = quotes[at]) at += 1;
    const isQuoted = (quotes[at]?.index ?? end) < end;
    if (isQuoted) return { start, end, key: '', tail: '' };
    const tail = /[.,;:!?…]*$/.exec(run)?.[0] ?? '';
    return { start, end, key: comparable(run.slice(0, run.length - tail.length)), tail };
  });
}

// Single marks are apostrophes too: they quote only from the beginning of a word to the end of one.
const quoted =
  /"[^"]*"|“[^”]*”|„[^“”"]*[“”"]|«[^»]*»|»[^«]*«|‹[^›]*›|(?<![\p{L}\p{N}])(?:'\S.*?'|[‘‚]\S.*?[’‘])(?![\p{L}\p{N}])/gsu;
