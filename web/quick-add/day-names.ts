import {
  addDays,
  addMonths,
  compareDates,
  firstWorkdayOfNextWeek,
  nextWeekday,
} from '../dates/calendar.ts';
import type { QuickAddOptions } from './options.ts';

/** A day to choose. `name` is null for a day that was read from typed words. */
export type DateChoice = { readonly name: DayName | null; readonly iso: string };

const dayNames = ['today', 'tomorrow', 'weekend', 'nextWeek', 'nextMonth'] as const;
export type DayName = (typeof dayNames)[number];

type Day = Pick<QuickAddOptions, 'todayIso' | 'firstDayOfWeek'>;

/** The date of a named day, for choices and keys. */
export function dayNamed(name: DayName, { todayIso, firstDayOfWeek }: Day): string {
  const days: Readonly<Record<DayName, string>> = {
    today: todayIso,
    tomorrow: addDays(todayIso, 1),
    weekend: nextWeekday(todayIso, 6),
    nextWeek: firstWorkdayOfNextWeek(todayIso, firstDayOfWeek),
    nextMonth: `${addMonths(todayIso, 1).slice(0, 7)}-01`,
  };
  return days[name];
}

/** The days that a date field offers before anything is typed. */
export function usualDates(options: QuickAddOptions): readonly DateChoice[] {
  const usual = dayNames.map((name) => ({ name, iso: dayNamed(name, options) }));
  // Two names may mean the same day, such as tomorrow and next week on a Sunday: the first one stays.
  const first = new Map(usual.toReversed().map((day) => [day.iso, day]));
  return [...first.values()].toSorted((a, b) => compareDates(a.iso, b.iso));
}
