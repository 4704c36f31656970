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
  /** Decides whether 3/12 is a day of December or of March. */
  readonly locale: string;
  readonly firstDayOfWeek: Weekday;
};

/**
 * A position among the words, at which a rule looks for a date. `line` has the words' keys and tails, each with one space
 * before it, and `starts` where each begins there.
 */
export type Place = {
  readonly words: readonly Word[];
  readonly line: string;
  readonly starts: readonly number[];
  readonly index: number;
  readonly options: QuickAddOptions;
};

/** `later_year`: the day is over this year, so a later one is meant. `in_the_past`: written so, with its year. */
export type DateNote = 'later_year' | 'in_the_past';

/** A date that takes `count` words. */
export type Found = { readonly count: number; readonly value: string; readonly note?: DateNote };

/** The place before the first word. */
export function placeOf(words: readonly Word[], options: QuickAddOptions): Place {
  let line = '';
  const starts = words.map(({ key, tail }) => {
    const start = line.length + 1;
    line += ` ${key}${tail}`;
    return start;
  });
  return { words, line, starts, index: 0, options };
}

/** The place that many words later. */
export const movedBy = (place: Place, count: number): Place => ({ ...place, index: place.index + count });

/** The end of a word, which punctuation may follow. */
export const wordEnd = '(?=[.,;:!?…]*(?: |$))';

/**
 * What a pattern finds at the place, and in how many words. In a pattern `{units}` is any whole word of that table,
 * `{=units}` keeps which one, `{weekdays,units}` is one of either table, and `{periods:0}` is the first entry alone.
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
    /** Where the word that was kept is in its table, from 0. */
    placeIn: (table: TableName) => tableOf(options.language, table).get(groups[table] ?? ''),
  };
}
export type Match = NonNullable<ReturnType<typeof matchAt>>;

const patterns: Record<Language, Record<string, RegExp>> = { en: {}, de: {}, fr: {} };

function patternOf(language: Language, pattern: string): RegExp {
  const source = pattern.replace(/\{(=?)([a-z][\w,:]*)\}/gi, (_, kept: string, names: string) => {
    const words = names.split(',').flatMap((each) => {
      const [name = '', entry] = each.split(':');
      const table = isTableName(name) ? [...tableOf(language, name)] : [];
      return table.filter(([, at]) => entry === undefined || at === Number(entry)).map(([word]) => word);
    });
    // Each word once: two ways to match it would double the work at every further word.
    const once = [...new Set(words)].toSorted((a, b) => b.length - a.length);
    const escaped = once.map((word) => word.replace(/[.+*?|()]/g, '\\$&')).join('|') || '(?!)';
    return `(?${kept ? `<${names}>` : ':'}${escaped})${wordEnd}`;
  });
  return new RegExp(source, 'y');
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

const vocabularies: Readonly<Record<Language, DateWords>> = { en: english, de: german, fr: french };

export type TableName = keyof DateWords;

/** A table of words with their places, from 0. English is in those of every language, whose own word wins. */
export function tableOf(language: Language, name: TableName): ReadonlyMap<string, number> {
  const sources = ownOnly.includes(name) ? [vocabularies[language]] : [english, vocabularies[language]];
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

/** English ones are other words in other languages: "mon" is French for "my", "am" German for "on the". */
const ownOnly: readonly TableName[] = ['shortWeekdays', 'clearWeekdays', 'shortLeads', 'timeUnits'];

/** How the language itself spells the entries of a table, the first of each one's alternatives. */
export function firstSpellings(language: Language, name: TableName): string[] {
  return entriesOf(vocabularies[language][name]).map(([first = '']) => first);
}

const entriesOf = (table: string): string[][] =>
  table.split(', ').map((entry) => entry.split('|').filter((spelling) => spelling !== ''));
