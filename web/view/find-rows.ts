import { addDays, startOfWeek } from '../dates/calendar.ts';
import type { Weekday } from '../dates/calendar.ts';
import type { Fields } from '../sync/fields.ts';
import type { Words } from '../words/en.ts';
import { comparable } from '../words/language.ts';
import { isNarrow } from './query.ts';
import type { Query } from './query.ts';
import { tagsOf } from './pieces.ts';

type Day = { readonly todayIso: string; readonly firstDayOfWeek: Weekday; readonly named?: Named };

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
  const named: Named = day.named ?? new Map();
  const words = termsIn(query.text, named);
  const isKnown = (word: string) =>
    word.startsWith('#') &&
    rows.some(({ fields }) => tagsOf(fields.description).includes(word.slice(1)));
  const tags = words.filter(isKnown).map((word) => word.slice(1));
  const isDue = duePattern(query.due, day);
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

type Check = (fields: Fields) => boolean;

/** True for a task that is not done and due before today. */
export const isOverdue = ({ dueDate, state }: Fields, todayIso: string): boolean =>
  dueDate < todayIso && state !== 'DONE';

function duePattern(due: Query['due'], { todayIso, firstDayOfWeek }: Day): Check {
  const thisWeekIso = startOfWeek(todayIso, firstDayOfWeek);
  const nextWeekIso = addDays(thisWeekIso, 7);
  const patterns: Record<Query['due'], Check> = {
    any: () => true,
    overdue: (fields) => isOverdue(fields, todayIso),
    today: ({ dueDate }) => dueDate === todayIso,
    week: ({ dueDate }) => dueDate >= thisWeekIso && dueDate < nextWeekIso,
    later: ({ dueDate }) => dueDate >= nextWeekIso,
  };
  return patterns[due];
}

/** Words of the page, such as "Today", each with a check: a search for the word also finds the tasks that pass it. */
type Named = ReadonlyMap<string, Check>;

export function namedIn({ list: { groups }, fields: names }: Words, todayIso: string): Named {
  const tomorrowIso = addDays(todayIso, 1);
  return new Map([
    [comparable(groups.overdue), (fields) => isOverdue(fields, todayIso)],
    [comparable(groups.today), ({ dueDate }) => dueDate === todayIso],
    [comparable(groups.tomorrow), ({ dueDate }) => dueDate === tomorrowIso],
    [comparable(names.importances.HIGH), ({ importance }) => importance === 'HIGH'],
  ]);
}

/** The search terms of a text: the names in it, also those of two words, and all other words. */
function termsIn(text: string, named: Named): readonly string[] {
  // The names need no escape: they have only letters, spaces and apostrophes.
  const pattern = [
    ...[...named.keys()].map((name) => String.raw`${name}(?!\S)`),
    String.raw`\S+`,
  ].join('|');
  return comparable(text).replace(/\s+/gu, ' ').match(new RegExp(pattern, 'gu')) ?? [];
}
