import { utcMs } from './calendar.ts';
import type { Weekday } from './calendar.ts';
import { firstDayOfWeek as firstDayOfWeekIn } from './locale.ts';

/** Dates in words, in one locale. Every date goes in as ISO text, so no zone can move it. */
export type DayFormats = {
  readonly locale: string;
  readonly firstDayOfWeek: Weekday;
  /** 7 */
  day: (iso: string) => string;
  /** Tue */
  weekday: (iso: string) => string;
  /** Nov */
  month: (iso: string) => string;
  /** Tuesday, 25 November (with the year when it is not this one) */
  long: (iso: string, todayIso: string) => string;
  /** Tuesday 25 November 2026, always with the year, for screen readers */
  full: (iso: string) => string;
  /** 25 Nov (with the year when it is not this one) */
  short: (iso: string, todayIso: string) => string;
  /** Tue 25 Nov (with the year when it is not this one) */
  brief: (iso: string, todayIso: string) => string;
  /** November 2026, from `2026-11` (the year only when it is not this one) */
  monthAndYear: (month: string, todayIso: string) => string;
  /** 14:05, of an instant in the person's own zone */
  time: (ms: number) => string;
};

/** The formats of one locale; Intl is asked once, on first use. The week begins as given, else as the region begins it. */
export function dayFormats(locale: string, firstDayOfWeek?: Weekday): DayFormats {
  const format = (options: Intl.DateTimeFormatOptions) => {
    let made: Intl.DateTimeFormat | undefined;
    return (iso: string) =>
      (made ??= new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })).format(utcMs(iso));
  };
  const byYear = (options: Intl.DateTimeFormatOptions) => {
    const [same, other] = [format(options), format({ ...options, year: 'numeric' })];
    return (iso: string, todayIso: string) => (iso.slice(0, 4) === todayIso.slice(0, 4) ? same : other)(iso);
  };
  const monthAndYear = byYear({ month: 'long' });
  let time: Intl.DateTimeFormat | undefined;
  let first = firstDayOfWeek;
  return {
    locale,
    get firstDayOfWeek() {
      return (first ??= firstDayOfWeekIn(locale));
    },
    day: (iso) => String(Number(iso.slice(8))),
    weekday: format({ weekday: 'short' }),
    month: format({ month: 'short' }),
    long: byYear({ weekday: 'long', day: 'numeric', month: 'long' }),
    full: format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
    short: byYear({ day: 'numeric', month: 'short' }),
    brief: byYear({ weekday: 'short', day: 'numeric', month: 'short' }),
    monthAndYear: (month, todayIso) => monthAndYear(`${month}-01`, todayIso),
    time: (ms) => (time ??= new Intl.DateTimeFormat(locale, { timeStyle: 'short' })).format(ms),
  };
}
