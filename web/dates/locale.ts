import type { Weekday } from './calendar.ts';

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
