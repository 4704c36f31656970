import { comparable } from '../words/language.ts';
import type { Language } from '../words/language.ts';
import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import type { TableName, Vocabulary } from './vocabulary.ts';

/**
 * A table of the vocabulary: each word or phrase and its place, from 0. English is in the tables of every language; the
 * language's own word wins.
 */
export function tableOf(language: Language, name: TableName): ReadonlyMap<string, number> {
  const id = `${language} ${name}`;
  const known = made.get(id);
  if (known) return known;
  const sources = ownOnly.has(name) ? [vocabularies[language]] : [english, vocabularies[language]];
  const entries = sources.flatMap((source) =>
    entriesOf(source[name]).flatMap((alternatives, place) =>
      alternatives.map((spelling) => [comparable(spelling), place] as const),
    ),
  );
  const table = new Map(entries);
  made.set(id, table);
  return table;
}

/** The first words of the phrases of a table: at most places none begins. */
export function startsOf(language: Language, name: TableName): ReadonlySet<string> {
  const id = `${language} ${name}`;
  const known =
    starts.get(id) ?? new Set([...tableOf(language, name).keys()].map((key) => key.split(' ')[0] ?? ''));
  starts.set(id, known);
  return known;
}

/** How the language itself spells the entries of a table, the first of each one's alternatives. */
export function firstSpellings(language: Language, name: TableName): string[] {
  return entriesOf(vocabularies[language][name]).map(([first = '']) => first);
}

const vocabularies: Readonly<Record<Language, Vocabulary>> = { en: english, de: german, fr: french };
const made = new Map<string, ReadonlyMap<string, number>>();
const starts = new Map<string, ReadonlySet<string>>();

/** English ones are other words in other languages: "mon" is French for "my", "am" German for "on the". */
const ownOnly: ReadonlySet<TableName> = new Set([
  'shortWeekdays',
  'clearWeekdays',
  'shortLeads',
  'timeUnits',
]);

function entriesOf(table: string): string[][] {
  return table === '' ? [] : table.split(', ').map((entry) => entry.split('|'));
}
