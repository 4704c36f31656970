import { addDays, addMonths, startOfWeek } from './calendar.ts';
import type { Weekday } from './calendar.ts';

/** The seven days of the week that holds the date. */
export function weekOf(iso: string, firstDayOfWeek: Weekday): readonly string[] {
  const start = startOfWeek(iso, firstDayOfWeek);
  return [0, 1, 2, 3, 4, 5, 6].map((each) => addDays(start, each));
}

/** The weeks that a month touches, whole, from the locale's first day on. A month is written `YYYY-MM`. */
export function weeksOf(month: string, firstDayOfWeek: Weekday): readonly (readonly string[])[] {
  const weeks: (readonly string[])[] = [];
  const next = addMonths(`${month}-01`, 1);
  for (let day = startOfWeek(`${month}-01`, firstDayOfWeek); day < next; day = addDays(day, 7)) {
    weeks.push(weekOf(day, firstDayOfWeek));
    // The calendar ends here, within a month.
    if (addDays(day, 7) === day) break;
  }
  return weeks;
}

/** The date that a key leads to in a grid of dates (WAI-ARIA, date picker), or null for any other key. */
export function dayBeside(iso: string, key: string, firstDayOfWeek: Weekday): string | null {
  const weekStart = startOfWeek(iso, firstDayOfWeek);
  const days: Readonly<Record<string, string>> = {
    ArrowLeft: addDays(iso, -1),
    ArrowRight: addDays(iso, 1),
    ArrowUp: addDays(iso, -7),
    ArrowDown: addDays(iso, 7),
    Home: weekStart,
    End: addDays(weekStart, 6),
    PageUp: addMonths(iso, -1),
    PageDown: addMonths(iso, 1),
  };
  return days[key] ?? null;
}
