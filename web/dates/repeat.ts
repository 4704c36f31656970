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
  /** The last day that may be due. */
  readonly until?: string;
};

/** The first day of the rule on or after a day. */
export const firstDue = (rule: Repeat, fromIso: string): string =>
  dayAfter({ ...rule, every: 1 }, fromIso, addDays(fromIso, -1));

/** The next day of the rule after both the due date and the day of finishing; undefined after the end of the rule or of the calendar. */
export function nextDue(rule: Repeat, dueIso: string, doneIso: string): string | undefined {
  if (rule.isFromDone === true) return laterDay(rule, doneIso, doneIso);
  if (compareDates(dueIso, doneIso) > 0) return laterDay(rule, dueIso, dueIso);
  return laterDay(rule, dueIso, doneIso);
}

function laterDay(rule: Repeat, startIso: string, afterIso: string): string | undefined {
  const next = dayAfter(rule, startIso, afterIso);
  if (next <= afterIso || next > (rule.until ?? lastDate)) return undefined;
  return next;
}

function dayAfter(rule: Repeat, startIso: string, afterIso: string): string {
  const { unit, every, weekdays } = rule;
  if (weekdays !== undefined) return nextInWeeks(weekdays, every, startIso, afterIso);
  switch (unit) {
    case 'day':
      return nextInDays(every, startIso, afterIso);
    case 'week':
      return nextInDays(7 * every, startIso, afterIso);
    case 'month':
      return nextInMonths(every, rule, startIso, afterIso);
    case 'year':
      return nextInMonths(12 * every, rule, startIso, afterIso);
  }
}

function nextInDays(days: number, startIso: string, afterIso: string): string {
  return addDays(startIso, days * (Math.floor(daysBetween(startIso, afterIso) / days) + 1));
}

/** The next day after another one, in each `months`-th month from that of the start, or from the month of the rule. */
function nextInMonths(months: number, rule: Repeat, startIso: string, afterIso: string): string {
  const { month = Number(startIso.slice(5, 7)), monthDay = Number(startIso.slice(8)) } = rule;
  const first = `${startIso.slice(0, 5)}${String(month).padStart(2, '0')}-01`;
  const steps = Math.max(Math.floor((monthsSince0(afterIso) - monthsSince0(first)) / months), 0);
  // The next day may be in the same month as `afterIso`.
  const days = [steps, steps + 1].map((step) => onDay(addMonths(first, months * step), monthDay));
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
  if (late === 0) return day;
  return nextOf(days, addDays(monday, 7 * (every - late) - 1));
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
