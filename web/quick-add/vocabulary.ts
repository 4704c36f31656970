import { dates as german } from '../words/de/dates.ts';
import { dates as english } from '../words/en/dates.ts';
import type { DateWords } from '../words/en/dates.ts';
import { dates as french } from '../words/fr/dates.ts';
import { comparable } from '../words/language.ts';
import type { Language } from '../words/language.ts';

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

export const isTableName = (name: string): name is TableName => Object.hasOwn(english, name);

/** Tables without English words, which mean something else in other languages: "mon" is French for "my", "am" German for "on the". */
const ownOnly: readonly TableName[] = ['shortWeekdays', 'clearWeekdays', 'shortLeads', 'timeUnits'];

/** The first spelling of each entry of a table, in the language itself. */
export function firstSpellings(language: Language, name: TableName): string[] {
  return entriesOf(vocabularies[language][name]).map(([first = '']) => first);
}

const entriesOf = (table: string): string[][] =>
  table.split(', ').map((entry) => entry.split('|').filter((spelling) => spelling !== ''));
