import { numericDay, spelledDay } from './calendar-dates.ts';
import type { Found, Place } from './place.ts';
import { daysAhead, distance, period, weekday, weekdayOfWeek } from './relative-dates.ts';

/** The date that begins at the place. Where two rules read it, the one that reads more words wins. */
export function dateAt(place: Place): Found | undefined {
  const found = rules.flatMap((rule) => rule(place) ?? []);
  return found.toSorted((a, b) => b.count - a.count)[0];
}

const rules = [daysAhead, period, distance, weekday, weekdayOfWeek, spelledDay, numericDay];
