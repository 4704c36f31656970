import { utcMs } from './calendar.ts';
import type { Weekday } from './calendar.ts';

export type DayFormats = ReturnType<typeof dayFormats>;

/**
 * Dates in words, in one locale. Every date goes in as ISO text, so no zone can move it. Intl is asked once, on first use.
 * The week begins as given, else as the region begins it. `byYear` writes the year when it is not this one.
 */
export function dayFormats(locale: string, weekBegins?: Weekday) {
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
  let first = weekBegins;
  return {
    locale,
    get firstDayOfWeek(): Weekday {
      return (first ??= firstDayOfWeek(locale));
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
    /** 14:05, of an instant in the person's own zone */
    time: (ms: number) => (time ??= new Intl.DateTimeFormat(locale, { timeStyle: 'short' })).format(ms),
  };
}

/** Whether the locale writes the day before the month: 3/12 is 3 December there, and 12 March elsewhere. */
export function isDayFirst(locale: string): boolean {
  const parts = new Intl.DateTimeFormat(known(locale), { day: 'numeric', month: 'numeric' }).formatToParts(0);
  return parts.find((part) => part.type === 'day' || part.type === 'month')?.type === 'day';
}

/** The day on which weeks begin in the locale's region (CLDR week data), Monday where nothing is known. */
export function firstDayOfWeek(locale: string): Weekday {
  const region = regionOf(known(locale));
  if (region === undefined) return 1;
  if (region === 'MV') return 5;
  if (saturdayRegions.includes(region)) return 6;
  return sundayRegions.includes(region) ? 7 : 1;
}

/** The likely region is looked up only where none is named: that costs as much as drawing the page. */
function regionOf(tag: string | undefined): string | undefined {
  if (tag === undefined) return undefined;
  const locale = new Intl.Locale(tag);
  return locale.region ?? locale.maximize().region;
}

/** The locale if it is well-formed, else undefined, which is Intl's word for the machine's own. */
function known(locale: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(locale)[0];
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

// Intl.Locale.getWeekInfo would say the same, but not every engine has it.
const saturdayRegions = 'AE AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY'.split(' ');
const sundayRegions = (
  'AG AS BD BR BS BT BW BZ CA CO DM DO ET GT GU HK HN ID IL IN JM JP KE KH KR LA MH MM MO MT MX MZ NI NP PA PE PH ' +
  'PK PR PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW'
).split(' ');
