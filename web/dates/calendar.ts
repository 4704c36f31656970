/** Days of the week as Intl and ISO 8601 count them: Monday is 1, Sunday is 7. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

export const firstDate = '0001-01-01';
export const lastDate = '9999-12-31';

/** Whether the text is a real calendar date, `YYYY-MM-DD`, of the years 0001 to 9999. */
export function isDate(text: string): boolean {
  const [year, month, day] = isoDate.exec(text)?.slice(1).map(Number) ?? [];
  return year !== undefined && month !== undefined && day !== undefined && isoFrom(year, month, day) === text;
}

/** The date as ISO text, or undefined when the calendar has no such day (30 February, month 13, year 0). */
export function isoFrom(year: number, month: number, day: number): string | undefined {
  if (![year, month, day].every(Number.isInteger)) return undefined;
  if (year < 1 || year > 9999 || month < 1 || month > 12) return undefined;
  return day >= 1 && day <= daysInMonth(year, month) ? write(year, month, day) : undefined;
}

/** That many days later (earlier when negative); stops at the first and the last date there is. */
export function addDays(iso: string, days: number): string {
  return fromDayNumber(dayNumber(iso) + days);
}

/** The same day that many months later, or the month's last day when it is shorter (31 January + 1 = 28 February). */
export function addMonths(iso: string, months: number): string {
  const { year, month, day } = partsOf(iso);
  const count = year * 12 + (month - 1) + months;
  if (count < 12) return firstDate;
  if (count >= 10_000 * 12) return lastDate;
  const targetYear = Math.floor(count / 12);
  const targetMonth = (count % 12) + 1;
  return write(targetYear, targetMonth, Math.min(day, daysInMonth(targetYear, targetMonth)));
}

/** Days from one date to another; negative when `to` is the earlier one. */
export function daysBetween(from: string, to: string): number {
  return dayNumber(to) - dayNumber(from);
}

export function weekdayOf(iso: string): Weekday {
  return weekdays[modulo(dayNumber(iso) + 3, 7)] ?? 1;
}

/** The first day of the week that holds the date, for weeks that begin on `first`. */
export function startOfWeek(iso: string, first: Weekday): string {
  return addDays(iso, -modulo(weekdayOf(iso) - first, 7));
}

/** The next such day after the date, never the date itself. */
export function nextWeekday(iso: string, weekday: Weekday): string {
  return addDays(iso, modulo(weekday - weekdayOf(iso) - 1, 7) + 1);
}

/** Order of two dates, for `sort`: ISO text of four-digit years compares as text. */
export function compareDates(a: string, b: string): -1 | 0 | 1 {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The calendar date at an instant in the machine's zone. Without Intl, whose first use takes longer than to draw a list. */
export function todayAt(nowMs: number): string {
  const now = new Date(nowMs);
  return isoFrom(now.getFullYear(), now.getMonth() + 1, now.getDate()) ?? firstDate;
}

/** Milliseconds at that day's midnight in UTC, to give to an Intl format whose `timeZone` is `'UTC'`. */
export function utcMs(iso: string): number {
  return dayNumber(iso) * 86_400_000;
}

/** Year, month (1-12) and day of a date. Refuses (RangeError) what is no `YYYY-MM-DD`. */
export function partsOf(iso: string): { year: number; month: number; day: number } {
  const [year, month, day] = isoDate.exec(iso)?.slice(1).map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) throw new RangeError('Not an ISO date');
  return { year, month, day };
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

const isoDate = /^(\d{4})-(\d{2})-(\d{2})$/;
const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;
const lastDayNumber = 2_932_896;
const firstDayNumber = -719_162;

/** Days since 1970-01-01, counted in years that begin in March so that the leap day is a year's last. */
function dayNumber(iso: string): number {
  const { year, month, day } = partsOf(iso);
  const marchYear = month > 2 ? year : year - 1;
  const dayOfYear = Math.floor((153 * modulo(month - 3, 12) + 2) / 5) + day - 1;
  const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400);
  return marchYear * 365 + leapDays + dayOfYear - 719_468;
}

function fromDayNumber(number: number): string {
  if (number <= firstDayNumber) return firstDate;
  if (number >= lastDayNumber) return lastDate;
  // Integers of milliseconds in UTC have no zone and no summer time to fall into.
  return new Date(number * 86_400_000).toISOString().slice(0, 10);
}

function write(year: number, month: number, day: number): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}
