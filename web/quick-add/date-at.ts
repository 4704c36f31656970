import { weekdayOf } from '../dates/calendar.ts';
import { longestOf, numericDay, spelledDay } from './calendar-dates.ts';
import { dayOfMonth, partOfMonth } from './days-of-months.ts';
import { distance, offset } from './offsets.ts';
import { isIn, movedBy } from './place.ts';
import type { Found, Place } from './place.ts';
import { daysAhead, period, weekday, weekdayAt, weekdayOfWeek } from './relative-dates.ts';

/** The date that begins at the place. Where two rules read it, the one that reads more words wins. */
export function dateAt(place: Place): Found | undefined {
  return longestOf([...rules, sameDay], place);
}

const named = [spelledDay, numericDay, dayOfMonth];
const rules = [daysAhead, period, distance, offset, weekday, weekdayOfWeek, partOfMonth, ...named];

/** One day said in two ways: "Friday, 28 November", "Freitag, den 28.11.", "demain mardi". */
function sameDay(place: Place): Found | undefined {
  const ahead = daysAhead(place);
  const day = weekdayAt(place, true);
  const count = ahead?.count ?? day?.count;
  if (count === undefined || !['', ',', '.'].includes(place.words[place.index + count - 1]?.tail ?? '')) {
    return undefined;
  }
  let rest = count;
  while (isIn(place, 'articles', place.words[place.index + rest])) rest += 1;
  const second = longestOf(ahead ? [...named, weekday] : named, movedBy(place, rest));
  const isSame = second && weekdayOf(second.value) === (day?.value ?? weekdayOf(ahead?.value ?? ''));
  return isSame ? { ...second, count: rest + second.count, value: ahead?.value ?? second.value } : undefined;
}
