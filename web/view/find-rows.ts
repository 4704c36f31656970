import type { Fields } from '../sync/fields.ts';
import { comparable } from '../words/language.ts';
import { dueCheck } from './due.ts';
import type { Week } from './due.ts';
import { isNarrow } from './query.ts';
import type { Query } from './query.ts';
import { tagsOf } from './pieces.ts';
import { termsIn } from './search-terms.ts';
import type { NamedChecks } from './search-terms.ts';

/** Today, the first day of the week, and the words with a meaning. */
type Day = Week & { readonly named?: NamedChecks };

/**
 * The rows that match the query, in their order. Case and accents are ignored. A row must contain every word, and a word that is
 * a tag of any row must be a tag of this row. A word in `named` also matches the rows that pass its check.
 */
export function findRows<Found extends { readonly fields: Fields }>(
  rows: readonly Found[],
  query: Query,
  day: Day,
): readonly Found[] {
  if (!isNarrow(query)) return rows;
  const named: NamedChecks = day.named ?? new Map();
  const words = termsIn(query.text, named);
  const isKnown = (word: string) =>
    word.startsWith('#') &&
    rows.some(({ fields }) => tagsOf(fields.description).includes(word.slice(1)));
  const tags = words.filter(isKnown).map((word) => word.slice(1));
  const isDue = dueCheck(query.due, day);
  return rows.filter(({ fields }) => {
    if (query.states.length > 0 && !query.states.includes(fields.state)) return false;
    if (query.importances.length > 0 && !query.importances.includes(fields.importance))
      return false;
    if (!isDue(fields)) return false;
    if (words.length === 0) return true;
    const text = comparableOf(fields);
    if (!words.every((word) => text.includes(word) || named.get(word)?.(fields))) return false;
    const own = tags.length > 0 ? tagsOf(fields.description) : [];
    return tags.every((tag) => own.includes(tag));
  });
}

/** Reads each version of a task only once. */
export function readOnce<Found extends string | number>(read: (fields: Fields) => Found) {
  const results = new WeakMap<Fields, Found>();
  return (fields: Fields): Found => {
    const earlier = results.get(fields);
    if (earlier !== undefined) return earlier;
    const found = read(fields);
    results.set(fields, found);
    return found;
  };
}

/** The description without case and accents. */
const comparableOf = readOnce(({ description }) => comparable(description));
