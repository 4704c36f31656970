import { dates as german } from '../words/de/dates.ts';
import { dates as english } from '../words/en/dates.ts';
import type { DateWords } from '../words/en/dates.ts';
import { dates as french } from '../words/fr/dates.ts';
import { comparable } from '../words/language.ts';
import type { Language } from '../words/language.ts';

const vocabularies: Readonly<Record<Language, DateWords>> = { en: english, de: german, fr: french };

export type TableName = keyof DateWords;

/** A table with entries. */
export type EntryTable = {
  [Name in TableName]: DateWords[Name] extends string ? never : Name;
}[TableName];

export type EntryName<Name extends EntryTable> = `${Extract<
  keyof DateWords[Name],
  string | number
>}`;

/**
 * The comparable words of a table, each with the name of its entry, or with '' in a table without entries. Every language also has
 * the English words; its own words win.
 */
export function tableOf(language: Language, name: TableName): ReadonlyMap<string, string> {
  const known = tables[language][name];
  if (known !== undefined) return known;
  const sources = ownOnly.has(name) ? [language] : (['en', language] as const);
  const table = new Map<string, string>();
  for (const source of sources)
    for (const [entry, spellings] of entriesOf(vocabularies[source][name]))
      for (const spelling of spellings) table.set(comparable(spelling), entry);
  tables[language][name] = table;
  return table;
}

type Tables = Partial<Record<TableName, ReadonlyMap<string, string>>>;
const tables: Record<Language, Tables> = { en: {}, de: {}, fr: {} };

/** Tables without English words, which mean something else in other languages: "mon" is French for "my", "am" German for "on the". */
const ownOnly: ReadonlySet<TableName> = new Set([
  'shortWeekdays',
  'clearWeekdays',
  'shortLeads',
  'timeUnits',
]);

export const isTableName = (name: string): name is TableName => Object.hasOwn(english, name);

/** True if the table has entries, and one of this name. */
export function hasEntry(name: TableName, entry: string): boolean {
  const table = english[name];
  return typeof table !== 'string' && Object.hasOwn(table, entry);
}

/** The name of the entry that has the comparable word. */
export function entryOf<Name extends EntryTable>(
  language: Language,
  name: Name,
  word: string,
): EntryName<Name> | undefined {
  const entry = tableOf(language, name).get(word);
  return entry !== undefined && isEntryOf(name, entry) ? entry : undefined;
}

const isEntryOf = <Name extends EntryTable>(name: Name, entry: string): entry is EntryName<Name> =>
  hasEntry(name, entry);

/** The first spelling of each entry of a table, by the name of the entry, in the language itself. */
export function firstSpellings(language: Language, name: TableName): ReadonlyMap<string, string> {
  const entries = entriesOf(vocabularies[language][name]);
  return new Map(entries.map(([entry, [first = '']]) => [entry, first]));
}

function entriesOf(table: string | Readonly<Record<string, string>>) {
  const entries = typeof table === 'string' ? { '': table } : table;
  return Object.entries(entries).map(
    ([entry, text]) => [entry, text.split('|').filter((word) => word !== '')] as const,
  );
}
