import type { Weekday } from '../dates/calendar.ts';
import { dates as german } from '../words/de/dates.ts';
import { dates as english } from '../words/en/dates.ts';
import type { DateWords } from '../words/en/dates.ts';
import { dates as french } from '../words/fr/dates.ts';
import { comparable } from '../words/language.ts';
import type { Language } from '../words/language.ts';

export type QuickAddOptions = {
  readonly todayIso: string;
  readonly language: Language;
  /** Decides if 3/12 is a day of December or of March. */
  readonly locale: string;
  readonly firstDayOfWeek: Weekday;
};

/**
 * A position among the words, at which a rule looks for a date. `line` has the key and tail of every word, after one space each;
 * `starts` has the position of each word in it.
 */
export type Place = {
  readonly words: readonly Word[];
  readonly line: string;
  readonly starts: readonly number[];
  readonly index: number;
  readonly options: QuickAddOptions;
};

/** `later_year`: the day has passed this year, so it is read in a later year. `in_the_past`: written with a past year. */
export type DateNote = 'later_year' | 'in_the_past';

/** A date that takes `count` words. */
export type Found = { readonly count: number; readonly value: string; readonly note?: DateNote };

/** The place of the first word. */
export function placeOf(words: readonly Word[], options: QuickAddOptions): Place {
  let line = '';
  const starts = words.map(({ key, tail }) => {
    const start = line.length + 1;
    line += ` ${key}${tail}`;
    return start;
  });
  return { words, line, starts, index: 0, options };
}

export const movedBy = (place: Place, count: number): Place => ({
  ...place,
  index: place.index + count,
});

/** The end of a word, before any punctuation and then a space or the end. */
export const wordEnd = '(?=[.,;:!?…]*(?: |$))';

/**
 * Matches a pattern at the place; `count` is the number of matched words. In a pattern `{units}` is any whole word of that table,
 * `{=units}` also captures the word, `{weekdays,units}` is a word of either table, and `{periods:0}` is only the first entry.
 */
export function matchAt({ line, starts, index, options }: Place, pattern: string) {
  const start = starts[index];
  if (start === undefined) return undefined;
  const regexp = (patterns[options.language][pattern] ??= patternOf(options.language, pattern));
  regexp.lastIndex = start;
  const found = regexp.exec(line);
  if (found === null) return undefined;
  const groups = found.groups ?? {};
  return {
    count: found[0].split(' ').length,
    groups,
    /** The index of the captured word in its table, from 0. */
    entryIndex: (table: TableName) => tableOf(options.language, table).get(groups[table] ?? ''),
  };
}
export type Match = NonNullable<ReturnType<typeof matchAt>>;

const patterns: Record<Language, Record<string, RegExp>> = { en: {}, de: {}, fr: {} };

function patternOf(language: Language, pattern: string): RegExp {
  const source = pattern.replace(/\{(=?)([a-z][\w,:]*)\}/gi, (_, kept: string, names: string) => {
    const words = names.split(',').flatMap((each) => {
      const [name = '', entry] = each.split(':');
      const table = isTableName(name) ? [...tableOf(language, name)] : [];
      return table
        .filter(([, at]) => entry === undefined || at === Number(entry))
        .map(([word]) => word);
    });
    // Each word once: two ways to match a word would double the work for each further word.
    const once = [...new Set(words)].toSorted((a, b) => b.length - a.length);
    const escaped = once.map((word) => word.replace(/[.+*?|()]/g, '\\$&')).join('|') || '(?!)';
    return `(?${kept ? `<${names}>` : ':'}${escaped})${wordEnd}`;
  });
  return new RegExp(source, 'y');
}

/** A run of characters without white space. `end` is after `tail`, the punctuation at its end. */
export type Word = {
  readonly start: number;
  readonly end: number;
  readonly key: string;
  readonly tail: string;
};

/** The words of a text, with comparable keys. A word that is even partly in quotation marks has no key and no tail. */
export function splitWords(text: string): Word[] {
  const quotes = [...text.matchAll(quoted)];
  let at = 0;
  return [...text.matchAll(/\S+/g)].map(({ 0: run, index: start }) => {
    const end = start + run.length;
    for (
      let quote = quotes[at];
      quote && quote.index + quote[0].length <= start;
      quote = quotes[at]
    )
      at += 1;
    const isQuoted = (quotes[at]?.index ?? end) < end;
    if (isQuoted) return { start, end, key: '', tail: '' };
    const tail = /[.,;:!?…]*$/.exec(run)?.[0] ?? '';
    return { start, end, key: comparable(run.slice(0, run.length - tail.length)), tail };
  });
}

// Single marks are also apostrophes: they quote only from the start of a word to the end of a word.
const quoted =
  /"[^"]*"|“[^”]*”|„[^“”"]*[“”"]|«[^»]*»|»[^«]*«|‹[^›]*›|(?<![\p{L}\p{N}])(?:'\S.*?'|[‘‚]\S.*?[’‘])(?![\p{L}\p{N}])/gsu;

const vocabularies: Readonly<Record<Language, DateWords>> = { en: english, de: german, fr: french };

export type TableName = keyof DateWords;

/** The words of a table, each with the index of its entry. Every language also has the English words; its own words win. */
export function tableOf(language: Language, name: TableName): ReadonlyMap<string, number> {
  const sources = ownOnly.includes(name)
    ? [vocabularies[language]]
    : [english, vocabularies[language]];
  return (tables[language][name] ??= new Map(
    sources.flatMap((source) =>
      entriesOf(source[name]).flatMap((alternatives, place) =>
        alternatives.map((spelling) => [comparable(spelling), place] as const),
      ),
    ),
  ));
}

type Tables = Partial<Record<TableName, ReadonlyMap<string, number>>>;
const tables: Record<Language, Tables> = { en: {}, de: {}, fr: {} };

const isTableName = (name: string): name is TableName => Object.hasOwn(english, name);

/** Tables without English words, which mean something else in other languages: "mon" is French for "my", "am" German for "on the". */
const ownOnly: readonly TableName[] = ['shortWeekdays', 'clearWeekdays', 'shortLeads', 'timeUnits'];

/** The first spelling of each entry of a table, in the language itself. */
export function firstSpellings(language: Language, name: TableName): string[] {
  return entriesOf(vocabularies[language][name]).map(([first = '']) => first);
}

const entriesOf = (table: string): string[][] =>
  table.split(', ').map((entry) => entry.split('|').filter((spelling) => spelling !== ''));
