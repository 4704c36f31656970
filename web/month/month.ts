import { addDays, addMonths, startOfWeek } from '../dates/calendar.ts';
import type { Weekday } from '../dates/calendar.ts';
import type { Row } from '../model/rows.ts';

/** The weeks that a month touches, whole, from the locale's first day on. A month is written `YYYY-MM`. */
export function weeksOf(month: string, firstDayOfWeek: Weekday): readonly (readonly string[])[] {
  const weeks: string[][] = [];
  const next = addMonths(`${month}-01`, 1);
  for (let day = startOfWeek(`${month}-01`, firstDayOfWeek); day < next; day = addDays(day, 7)) {
    weeks.push([0, 1, 2, 3, 4, 5, 6].map((each) => addDays(day, each)));
    // The calendar ends here, within a month.
    if (addDays(day, 7) === day) break;
  }
  return weeks;
}

/** Rows under their dates, in their order. */
export function rowsByDay(rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> {
  const days = new Map<string, Row[]>();
  rows.forEach((row) => {
    const day = days.get(row.fields.dueDate) ?? [];
    days.set(row.fields.dueDate, day);
    day.push(row);
  });
  return days;
}

/** The date that a key leads to in a grid of dates (WAI-ARIA, date picker), or null for any other key. */
export function dayBeside(iso: string, key: string, firstDayOfWeek: Weekday): string | null {
  const weekStart = startOfWeek(iso, firstDayOfWeek);
  switch (key) {
    case 'ArrowLeft':
      return addDays(iso, -1);
    case 'ArrowRight':
      return addDays(iso, 1);
    case 'ArrowUp':
      return addDays(iso, -7);
    case 'ArrowDown':
      return addDays(iso, 7);
    case 'Home':
      return weekStart;
    case 'End':
      return addDays(weekStart, 6);
    case 'PageUp':
      return addMonths(iso, -1);
    case 'PageDown':
      return addMonths(iso, 1);
    default:
      return null;
  }
}
