import type { Language } from '../words/language.ts';
import { isTableName, tableOf } from './vocabulary.ts';
import type { TableName } from './vocabulary.ts';
import type { WordPosition } from './word-position.ts';

/** The end of a word, before any punctuation and then a space or the end. */
export const wordEnd = '(?=[.,;:!?…]*(?: |$))';

/**
 * Matches a pattern at the position; `count` is the number of matched words. In a pattern `{units}` is any whole word of that table,
 * `{=units}` also captures the word, `{weekdays,units}` is a word of either table, and `{periods:0}` is only the first entry.
 */
export function matchAt({ line, starts, index, options }: WordPosition, pattern: string) {
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
