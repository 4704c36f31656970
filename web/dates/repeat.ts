import type { Weekday } from './calendar.ts';
import {
  addDays,
  addMonths,
  compareDates,
  daysBetween,
  daysInMonth,
  lastDate,
  nextWeekday,
  startOfWeek,
} from './calendar.ts';

/** The rule of a recurrence. `weekdays` are days of a week, `monthDay` is a day of a month: 31 is the last day of a shorter one. */
export type Repeat = {
  readonly unit: 'day' | 'week' | 'month' | 'year';
  readonly every: number;
  readonly weekdays?: readonly Weekday[];
  readonly monthDay?: number;
  /** With `monthDay`: the month of a yearly day. */
  readonly month?: number;
  /** Counts from the day on which the task was finished, not from its due date. */
  readonly isFromDone?: boolean;
};

/** The first day of the rule on or after a day. */
export const firstDue = (rule: Repeat, fromIso: string): string =>
  dayAfter({ ...rule, every: 1 }, fromIso, addDays(fromIso, -1));

/** The next day of the rule after both the due date and the day of finishing; undefined after the end of the calendar. */
export function nextDue(rule: Repeat, dueIso: string, doneIso: string): string | undefined {
  const startIso = rule.isFromDone === true ? doneIso : dueIso;
  const afterIso = rule.isFromDone !== true && compareDates(dueIso, doneIso) > 0 ? dueIso : doneIso;
  const next = dayAfter(rule, startIso, afterIso);
  return next > afterIso ? next : undefined;
}

function dayAfter(rule: Repeat, startIso: string, afterIso: string): string {
  const { unit, every, weekdays, month, monthDay } = rule;
  if (weekdays !== undefined) return nextInWeeks(weekdays, every, startIso, afterIso);
  if (unit === 'day' || unit === 'week') {
    const days = unit === 'day' ? every : 7 * every;
    return addDays(startIso, days * (Math.floor(daysBetween(startIso, afterIso) / days) + 1));
  }
  const months = unit === 'month' ? every : 12 * every;
  const day = monthDay ?? Number(startIso.slice(8));
  const first = `${startIso.slice(0, 5)}${month === undefined ? startIso.slice(5, 7) : String(month).padStart(2, '0')}-01`;
  const steps = Math.max(Math.floor((monthsSince0(afterIso) - monthsSince0(first)) / months), 0);
  // The next day may be in the same month as `afterIso`.
  const days = [steps, steps + 1].map((step) => onDay(addMonths(first, months * step), day));
  return days.find((each) => each > afterIso) ?? lastDate;
}

/** The next of these weekdays after a day, in each `every`-th week from the week of the start. Weeks begin on Monday. */
function nextInWeeks(
  days: readonly Weekday[],
  every: number,
  startIso: string,
  afterIso: string,
): string {
  const day = nextOf(days, afterIso);
  const monday = startOfWeek(day, 1);
  const weeks = daysBetween(startOfWeek(startIso, 1), monday) / 7;
  const late = weeks % every;
  return late === 0 ? day : nextOf(days, addDays(monday, 7 * (every - late) - 1));
}

const nextOf = (weekdays: readonly Weekday[], afterIso: string): string =>
  weekdays.map((each) => nextWeekday(afterIso, each)).toSorted()[0] ?? lastDate;

function onDay(firstIso: string, day: number): string {
  const [year = 1, month = 1] = firstIso.split('-').map(Number);
  return addDays(firstIso, Math.min(day, daysInMonth(year, month)) - 1);
}

function monthsSince0(iso: string): number {
  const [year = 1, month = 1] = iso.split('-').map(Number);
  return 12 * year + month;
}
