/** Days of the week as Intl and ISO 8601 count them: Monday is 1, Sunday is 7. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

export const firstDate = '0001-01-01';
export const lastDate = '9999-12-31';

/** True for a real calendar date, `YYYY-MM-DD`, of the years 0001 to 9999. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text < firstDate) return false;
  const ms = utcMs(text);
  // Some engines read 30 February as 2 March, so the result is compared with the text.
  return !Number.isNaN(ms) && isoOf(ms) === text;
}

/** The date as ISO text, or undefined when the calendar has no such day (30 February, month 13, year 0). */
export function isoFrom(year: number, month: number, day: number): string | undefined {
  const text = write(year, month, day);
  if (!isDate(text)) return undefined;
  return text;
}

/** The date `days` later (earlier when negative), at most the last date and at least the first. */
export function addDays(iso: string, days: number): string {
  const ms = utcMs(iso) + days * dayMs;
  return isoOf(Math.min(Math.max(ms, utcMs(firstDate)), utcMs(lastDate)));
}

/** The same day `months` later, or the last day of a shorter month (31 January + 1 = 28 February). */
export function addMonths(iso: string, months: number): string {
  const [year = 1, month = 1, day = 1] = iso.split('-').map(Number);
  const count = year * 12 + (month - 1) + months;
  if (count < 12) return firstDate;
  if (count >= 10_000 * 12) return lastDate;
  const targetYear = Math.floor(count / 12);
  const targetMonth = (count % 12) + 1;
  return write(targetYear, targetMonth, Math.min(day, daysInMonth(targetYear, targetMonth)));
}

/** Days from one date to another; negative when `to` is the earlier one. */
export function daysBetween(from: string, to: string): number {
  return (utcMs(to) - utcMs(from)) / dayMs;
}

export const weekdayOf = (iso: string): Weekday =>
  sundayFirst[new Date(utcMs(iso)).getUTCDay()] ?? 7;

/** The first day of the date's week, for weeks that begin on `first`. */
export function startOfWeek(iso: string, first: number): string {
  return addDays(iso, -modulo(weekdayOf(iso) - first, 7));
}

/** The next date on this weekday, never the date itself. */
export function nextWeekday(iso: string, weekday: number): string {
  return addDays(iso, modulo(weekday - weekdayOf(iso) - 1, 7) + 1);
}

/** The Monday of next week. In weeks that begin on Sunday, that is eight days after a Sunday. */
export const firstWorkdayOfNextWeek = (iso: string, firstDayOfWeek: number): string =>
  nextWeekday(addDays(nextWeekday(iso, firstDayOfWeek), -1), 1);

/** Order of two dates, for `sort`: ISO text of four-digit years compares as text. */
export function compareDates(a: string, b: string): -1 | 0 | 1 {
  if (a < b) return -1;
  if (a > b) return 1;
  return 0;
}

/** The calendar date at an instant in the machine's zone. Not by Intl, whose first use takes longer than drawing a list. */
export function todayAt(nowMs: number): string {
  const now = new Date(nowMs);
  return isoFrom(now.getFullYear(), now.getMonth() + 1, now.getDate()) ?? firstDate;
}

/** Milliseconds at the day's midnight in UTC, for an Intl format whose `timeZone` is `'UTC'`. */
export const utcMs = (iso: string): number => Date.parse(iso);

export function daysInMonth(year: number, month: number): number {
  return [31, 30, 29].find((day) => isoFrom(year, month, day)) ?? 28;
}

const sundayFirst = [7, 1, 2, 3, 4, 5, 6] as const;
const dayMs = 86_400_000;

const isoOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

function write(year: number, month: number, day: number): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}

/** The seven days of the date's week. */
export function weekOf(iso: string, firstDayOfWeek: Weekday): readonly string[] {
  const start = startOfWeek(iso, firstDayOfWeek);
  return [0, 1, 2, 3, 4, 5, 6].map((each) => addDays(start, each));
}

/** All weeks that have days of the month (`YYYY-MM`), each of seven days from the first day of the week on. */
export function weeksOf(month: string, firstDayOfWeek: Weekday): readonly (readonly string[])[] {
  const weeks: (readonly string[])[] = [];
  const next = addMonths(`${month}-01`, 1);
  for (let day = startOfWeek(`${month}-01`, firstDayOfWeek); day < next; day = addDays(day, 7))
    weeks.push(weekOf(day, firstDayOfWeek));
  return weeks;
}

/** The date that an arrow or page key moves to in a grid of dates (WAI-ARIA, date picker), or null for any other key. */
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

export type DayFormats = ReturnType<typeof dayFormats>;

/**
 * Writes dates in one locale. The input is ISO text, so that no time zone changes it. Each Intl format is made at its first use.
 * The week begins on `weekBegins`, or else as in the locale's region. `byYear` omits the current year. Each comment is an example.
 */
export function dayFormats(locale: string, weekBegins?: Weekday) {
  const format = (options: Intl.DateTimeFormatOptions) => {
    let made: Intl.DateTimeFormat | undefined;
    return (iso: string) =>
      (made ??= new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })).format(
        utcMs(iso),
      );
  };
  const byYear = (options: Intl.DateTimeFormatOptions) => {
    const withoutYear = format(options);
    const withYear = format({ ...options, year: 'numeric' });
    return (iso: string, todayIso: string) => {
      if (iso.slice(0, 4) === todayIso.slice(0, 4)) return withoutYear(iso);
      return withYear(iso);
    };
  };
  const monthAndYear = byYear({ month: 'long' });
  let first = weekBegins;
  return {
    locale,
    get firstDayOfWeek(): Weekday {
      return (first ??= firstDayIn(locale));
    },
    /** 7 */
    day: (iso: string) => String(Number(iso.slice(8))),
    /** Tue */
    weekday: format({ weekday: 'short' }),
    /** Nov */
    month: format({ month: 'short' }),
    /** Tuesday, 25 November */
    long: byYear({ weekday: 'long', day: 'numeric', month: 'long' }),
    /** Tuesday 25 November 2026, always with the year, for screen readers */
    full: format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
    /** 25 Nov */
    short: byYear({ day: 'numeric', month: 'short' }),
    /** Tue 25 Nov */
    brief: byYear({ weekday: 'short', day: 'numeric', month: 'short' }),
    /** November 2026, from `2026-11` */
    monthAndYear: (month: string, todayIso: string) => monthAndYear(`${month}-01`, todayIso),
    /** 14:05, of an instant in the person's own zone, which may change while the page is open */
    time: (ms: number) => new Date(ms).toLocaleTimeString(locale, { timeStyle: 'short' }),
  };
}

/** True when the locale writes the day before the month: 3/12 is then 3 December, and 12 March otherwise. */
export function isDayFirst(locale: string): boolean {
  const known = dayFirst.get(locale);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'numeric' });
  const first = format.formatToParts(0).find(({ type }) => type === 'day' || type === 'month');
  const isFirst = first?.type === 'day';
  dayFirst.set(locale, isFirst);
  return isFirst;
}

/** The answers so far, by locale: a new format takes longer than reading the rest of a line. */
const dayFirst = new Map<string, boolean>();

/** The day on which weeks begin in the locale's region (CLDR week data), or Monday in a browser without these data. */
export function firstDayIn(locale: string): Weekday {
  const info = new Intl.Locale(locale).getWeekInfo?.();
  return sundayFirst.find((day) => day === info?.firstDay) ?? 1;
}
