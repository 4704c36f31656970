import type { Language } from '../words/language.ts';
import { entryOf, hasEntry, isTableName, patternsOf, tableOf } from './vocabulary.ts';
import type { EntryTable } from './vocabulary.ts';
import type { WordPosition } from './word-position.ts';

/** The end of a word, before any punctuation and then a space or the end. */
export const wordEnd = '(?=[.,;:!?…]*(?: |$))';

/**
 * Matches a pattern at the position; `count` is the number of matched words. In a pattern `{units}` is any whole word of that table,
 * `{=units}` also captures the word, `{weekdays,units}` is a word of either table, and `{units.day}` is a word of that entry.
 */
export function matchAt({ line, starts, index, options }: WordPosition, pattern: string) {
  const start = starts[index];
  if (start === undefined) return undefined;
  const { language } = options;
  const regexp = (patternsOf(language)[pattern] ??= patternOf(language, pattern));
  regexp.lastIndex = start;
  const found = regexp.exec(line);
  if (found === null) return undefined;
  const groups = found.groups ?? {};
  return {
    count: found[0].split(' ').length,
    groups,
    /** The entry of the captured word. */
    entry: <Name extends EntryTable>(table: Name) => entryOf(language, table, groups[table] ?? ''),
  };
}
export type Match = NonNullable<ReturnType<typeof matchAt>>;

function patternOf(language: Language, pattern: string): RegExp {
  const source = pattern.replace(/\{(=?)([a-z][\w,.]*)\}/gi, (_, mark: string, names: string) => {
    const words = names.split(',').flatMap((name) => wordsOf(language, name));
    // Each word once: two ways to match a word would double the work for each further word.
    const once = [...new Set(words)].toSorted((a, b) => b.length - a.length);
    const escaped = once.map((word) => word.replace(/[.+*?|()]/g, '\\$&')).join('|') || '(?!)';
    const group = mark === '=' ? `<${names}>` : ':';
    return `(?${group}${escaped})${wordEnd}`;
  });
  return new RegExp(source, 'y');
}

/** The words of a table or of an entry: "units", "units.day". */
function wordsOf(language: Language, name: string): string[] {
  const [table = '', entry] = name.split('.');
  if (!isTableName(table)) throw new RangeError(`No table of words has the name ${table}.`);
  const words = [...tableOf(language, table)];
  if (entry === undefined) return words.map(([word]) => word);
  if (!hasEntry(table, entry)) throw new RangeError(`No entry of words has the name ${name}.`);
  return words.filter(([, each]) => each === entry).map(([word]) => word);
}
