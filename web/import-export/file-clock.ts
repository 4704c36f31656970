import { timeOfDay } from './file-dates.ts';

/** A day with the time of day of another column, unless it has one. */
export function withClock(day: string, written: string): string {
  if (day === '' || day.includes(' ') || !isClock(written)) return day;
  return `${day} ${written.replace(seconds, '$1')}`;
}

/** True for a time of day; "30" and "2h" in a column of times may be how long the task takes. */
export const isClock = (text: string): boolean =>
  timeOfDay.test(text.replace(seconds, '$1')) && /\d[:h]\d\d|[ap]m$|uhr$/i.test(text);

/** The day of a date whose time has seconds: nobody plans so, it is the moment at which a program wrote it. */
export function withoutMoment(day: string, written: string): string {
  if (!/:\d\d:(?!00)\d\d/.test(written)) return day;
  return day.replace(/,?[T ]\d{1,2}:\d\d.*$/, '');
}

/** The time of day of a date in a file of an unknown program, as words. The end of a day stands for the whole day. */
export function clockOf(written: string): string {
  const [, clock = '', suffix = ''] = withTime.exec(written) ?? [];
  const isTime = suffix !== '' || /[:h]/i.test(clock);
  if (!isTime || wholeDays.has(clock)) return '';
  return [clock, suffix].filter(Boolean).join(' ');
}

const wholeDays: ReadonlySet<string> = new Set(['0:00', '00:00', '23:59']);
const seconds = /^(\d{1,2}:\d\d):\d\d(?= ?[ap]m$|$)/i;
const withTime =
  /\d,?(?: (?:at|um|à))? ((?:[01]?\d|2[0-3])(?:[:h]\d\d)?)(?::00(?:\.0+)?)?(?: ?([ap]m|uhr))?(?:Z|[+-]\d\d:?\d\d)?$/i;
