import { addDays } from '../dates/calendar.ts';
import { daysLate } from '../sync/fields.ts';
import type { Fields } from '../sync/fields.ts';
import type { Words } from '../words/en.ts';
import { comparable } from '../words/language.ts';

/** What some of the page's own names find, besides the texts in which they stand. */
export type Named = ReadonlyMap<string, (fields: Fields) => boolean>;

export function namedIn({ list: { groups }, fields: names }: Words, todayIso: string): Named {
  const tomorrowIso = addDays(todayIso, 1);
  return new Map([
    [comparable(groups.overdue), (fields) => daysLate(fields, todayIso) > 0],
    [comparable(groups.today), ({ dueDate }) => dueDate === todayIso],
    [comparable(groups.tomorrow), ({ dueDate }) => dueDate === tomorrowIso],
    [comparable(names.importances.HIGH), ({ importance }) => importance === 'HIGH'],
  ]);
}

/** What a text searches for: the names in it, also those of two words, and all other words. */
export function termsIn(text: string, named: Named): readonly string[] {
  // The names are letters, spaces and apostrophes.
  const pattern = [...[...named.keys()].map((name) => String.raw`${name}(?!\S)`), String.raw`\S+`].join('|');
  return comparable(text).replace(/\s+/gu, ' ').match(new RegExp(pattern, 'gu')) ?? [];
}
