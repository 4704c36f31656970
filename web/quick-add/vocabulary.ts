import type { dates, DateWords } from '../words/en/dates.ts';
import type { laterDates, LaterDateWords } from '../words/en/later-dates.ts';
import { comparable, languages } from '../words/language.ts';
import type { Language } from '../words/language.ts';
import { sharedDates } from '../words/shared-dates.ts';

/** The words of a language, and what is made of them at their first use. */
type Vocabulary = {
  readonly words: DateWords & LaterDateWords;
  readonly tables: Partial<Record<TableName, ReadonlyMap<string, string>>>;
  readonly patterns: Record<string, RegExp>;
};

const vocabularyWith = (words: Vocabulary['words']): Vocabulary => ({
  words,
  tables: {},
  patterns: {},
});

const vocabularies: Record<Language, Vocabulary> = {
  en: vocabularyWith({}),
  de: vocabularyWith({}),
  fr: vocabularyWith({}),
};
const known = new Set<Language>();

/** The languages whose words are loaded: only in these is a text read. */
export const knownLanguages = (): readonly Language[] =>
  languages.filter((each) => known.has(each));

/** The same in the order in which they were loaded: the language of the page is the first. */
export const languagesAsLoaded = (): readonly Language[] => [...known];

/** Adds the words of a language, each of which is loaded in a file of its own. English words are added to every language. */
export function addWords(language: Language, words: DateWords): void {
  if (known.has(language)) return;
  known.add(language);
  vocabularies[language] = vocabularyWith(words);
  if (language !== 'en') return;
  for (const each of languages) vocabularies[each] = vocabularyWith(vocabularies[each].words);
}

/** Adds the words that are loaded after the others of the language. What was made of those stays, for they are other tables. */
export function addLaterWords(language: Language, words: LaterDateWords): void {
  const vocabulary = vocabularies[language];
  vocabularies[language] = { ...vocabulary, words: { ...vocabulary.words, ...words } };
}

/** The patterns that were made for a language, by their texts. */
export const patternsOf = (language: Language) => vocabularies[language].patterns;

/** The tables of the files, and one more: in all our languages a weekday with an "s" recurs ("Mondays", "montags", "lundis"). */
type Tables = typeof dates &
  typeof laterDates & { readonly weekdayPlurals: (typeof dates)['weekdays'] };

export type TableName = keyof Tables;

/** A table with entries. */
export type EntryTable = {
  [Name in TableName]: Tables[Name] extends string ? never : Name;
}[TableName];

export type EntryName<Name extends EntryTable> = `${Extract<keyof Tables[Name], string | number>}`;

/**
 * The comparable words of a table, each with the name of its entry, or with '' in a table without entries. Every language also has
 * the shared and the English words; its own words win.
 */
export function tableOf(language: Language, name: TableName): ReadonlyMap<string, string> {
  const { tables } = vocabularies[language];
  const made = tables[name];
  if (made !== undefined) return made;
  const own = vocabularies[language].words;
  const sources = ownOnly.has(name) ? [own] : [sharedDates, vocabularies.en.words, own];
  const table = new Map<string, string>();
  for (const source of sources)
    for (const [entry, spellings] of entriesOf(source, name))
      for (const spelling of spellings)
        for (const letters of [spelling, withoutUmlauts(spelling)])
          table.set(comparable(letters), entry);
  tables[name] = table;
  return table;
}

/** Tables without English words, which mean something else in other languages: "mon" is French for "my", "am" German for "on the". */
const ownOnly: ReadonlySet<TableName> = new Set([
  'shortWeekdays',
  'clearWeekdays',
  'shortLeads',
  'shortDaysAhead',
  'shortDayLeads',
  'timeUnits',
  'indefinites',
  'nameNouns',
  'numberedNouns',
]);

/** English has every table and every entry: before its words are loaded, names are not checked. */
export const isTableName = (name: string): name is TableName =>
  !known.has('en') || name === 'weekdayPlurals' || Object.hasOwn(vocabularies.en.words, name);

/** True if the table has entries, and one of this name. */
export function hasEntry(name: TableName, entry: string): boolean {
  const table = vocabularies.en.words[name === 'weekdayPlurals' ? 'weekdays' : name];
  return !known.has('en') || (typeof table === 'object' && Object.hasOwn(table, entry));
}

/** The name of the entry that has the comparable word. */
export function entryOf<Name extends EntryTable>(
  language: Language,
  name: Name,
  word: string,
): EntryName<Name> | undefined {
  const entry = tableOf(language, name).get(word);
  if (entry === undefined || !isEntryOf(name, entry)) return undefined;
  return entry;
}

const isEntryOf = <Name extends EntryTable>(name: Name, entry: string): entry is EntryName<Name> =>
  hasEntry(name, entry);

/** The first spelling of each entry of a table, by the name of the entry, in the language itself. */
export function firstSpellings(language: Language, name: TableName): ReadonlyMap<string, string> {
  const entries = entriesOf(vocabularies[language].words, name);
  return new Map(entries.map(([entry, [first = '']]) => [entry, first]));
}

type Entries = readonly (readonly [entry: string, spellings: readonly string[]])[];

function entriesOf(words: Vocabulary['words'], name: TableName): Entries {
  if (name === 'weekdayPlurals')
    return entriesOf(words, 'weekdays').map(([day, names]) => [
      day,
      names.map((each) => `${each}s`),
    ]);
  const table = words[name] ?? '';
  const entries = typeof table === 'string' ? { '': table } : table;
  return Object.entries(entries).map(
    ([entry, text]) => [entry, text.split('|').flatMap(spellingsOf)] as const,
  );
}

/** All spellings of one text: `(a/b)` is a or b, `[a/b]` is a, b or nothing. */
function spellingsOf(text: string): readonly string[] {
  const [group, choices] = /[[(]([^[\]()]*)[\])]/.exec(text) ?? [];
  if (text === '') return [];
  if (group === undefined || choices === undefined) return [text];
  const written = choices.split('/');
  if (group.startsWith('[')) written.push('');
  return written.flatMap((choice) => spellingsOf(text.replace(group, choice)));
}

/** On a keyboard without umlauts, "ae" stands for "ä". */
const withoutUmlauts = (text: string): string =>
  text.replace(/[äöü]/gi, (letter) => `${comparable(letter)}e`);
