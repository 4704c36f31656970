import { addDays, isDate, isoFrom } from '../dates/calendar.ts';
import { readDate } from '../quick-add/read-date.ts';
import type { QuickAddOptions } from '../quick-add/options.ts';
import { splitWords } from '../quick-add/word-position.ts';
import { languages } from '../words/language.ts';

/** The meaning of 3/12/2025: 3 December or 12 March. */
export type DateOrder = 'day_first' | 'month_first';

/** The longest cell that is read as a date or a name, in UTF-16 units: no pattern looks at a longer one. */
export const longestDate = 100;

/** True for a text that may be a date in words with its year. */
export const mayNameYear = (text: string): boolean =>
  text.length <= longestDate && /\p{L}{3}/u.test(text) && /(?<!\d)\d{4}(?!\d)/.test(text);

/** The ISO date of a date with its year and an optional time of day; undefined for any other value. */
export function dateFrom(value: unknown, order: DateOrder): string | undefined {
  const text = dateText(value);
  const [, written] = isoDateTime.exec(text) ?? [];
  const iso = written?.replaceAll('/', '-');
  if (iso !== undefined && isDate(iso)) return iso;
  if (iso !== undefined) return undefined;
  const [, left, mark, right, year = ''] = numericDate.exec(text) ?? [];
  const [day, month] = mark === '.' || order === 'day_first' ? [left, right] : [right, left];
  return isoFrom(Number(year.padStart(4, '20')), Number(month), Number(day));
}

/** A date of ISO 8601 without separators, such as `20261201T093000Z`, with them; any other text unchanged. */
export function extendedDate(text: string): string {
  const [, year, month, day, hour, minute, second = '00', zone = ''] = basicDate.exec(text) ?? [];
  if (year === undefined) return text;
  const clock = hour === undefined ? '' : `T${hour}:${minute}:${second}${zone}`;
  return `${year}-${month}-${day}${clock}`;
}

/** The only order in which all dates of a column are dates, if there is one; `isOpen` when both orders give different dates. */
export function orderOf(dates: readonly unknown[]): { order?: DateOrder; isOpen: boolean } {
  const pairs = dates.flatMap((value) => {
    const [, left, mark, right] = numericDate.exec(dateText(value)) ?? [];
    if (mark === undefined || mark === '.') return [];
    return [[Number(left), Number(right)] as const];
  });
  const isDayFirst = pairs.some(([left]) => left > 12);
  const isMonthFirst = pairs.some(([, right]) => right > 12);
  if (isDayFirst === isMonthFirst) return { isOpen: pairs.some(([left, right]) => left !== right) };
  return { order: isDayFirst ? 'day_first' : 'month_first', isOpen: false };
}

/**
 * The date of another app. A date that `dateFrom` reads is returned unchanged; a date in words of one of the languages becomes an
 * ISO date with the time of day as written; any other text, or a text with more than a date and a time of day, gives undefined. An
 * instant becomes its day and time of day in `zone`, or in the machine's zone if the file has none.
 */
export function dayOf(text: string, zone: string, options: QuickAddOptions) {
  if (text.length > longestDate) return undefined;
  const day = localTimeOf(text, zone);
  const isNumeric =
    dateFrom(day, 'day_first') !== undefined || dateFrom(day, 'month_first') !== undefined;
  if (isNumeric) return day;
  return dayInWords(day, options);
}

/** The whole day that an instant stands for: the one that begins nearest to it, because its midnight may be that of another zone. */
export function nearestDay(day: string): string {
  const iso = day.slice(0, 10);
  if (/ (?:1[2-9]|2\d):/.test(day)) return addDays(iso, 1);
  return iso;
}

/** An instant of ISO 8601 as day and time of day in `zone`, or in the machine's zone; any other text unchanged. */
export function localTimeOf(text: string, zone = ''): string {
  const [, day, clock, offset = ''] =
    /^(\d{4}-\d\d-\d\d)[T ]([\d:.]+) ?(Z|[+-]\d\d:?\d\d)$/.exec(text.trim()) ?? [];
  const ms = Date.parse(`${day}T${clock}${offset.replace(/^(...)(\d\d)$/, '$1:$2')}`);
  if (Number.isNaN(ms)) return text;
  // The Swedish locale writes dates as in ISO 8601.
  const write = (options?: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'short', ...options }).format(
      ms,
    );
  try {
    return write({ timeZone: zone });
  } catch {
    // The zone is missing or unknown.
    return write();
  }
}

function dayInWords(text: string, options: QuickAddOptions): string | undefined {
  const words = splitWords(text);
  for (const language of languages) {
    const { date: found } = readDate(words, { ...options, language });
    const otherText = found && `${text.slice(0, found.start)} ${text.slice(found.end)}`;
    const [isTime, clock = ''] = timeOfDay.exec(otherText ?? '') ?? [];
    if (found && isTime !== undefined) {
      const day = overdueDay(found.value, { ...options, language }, text);
      return `${day} ${clock}`.trim();
    }
  }
  return undefined;
}

/** The day of a date, which is overdue if it has no year and would be due only in many months: "4 Oct" in a file of November. */
function overdueDay(day: string, options: QuickAddOptions, text: string): string {
  const { todayIso } = options;
  if (day <= addDays(todayIso, soonestOverdue)) return day;
  const readFrom = (today: string) =>
    readDate(splitWords(text), { ...options, todayIso: today }).date?.value;
  const ofLastYear = readFrom(addDays(todayIso, -365));
  // Words such as "in 300 days" mean another day on another day, and a date with its year the same.
  const isFixed = ofLastYear === readFrom(addDays(todayIso, -364));
  if (!isFixed || ofLastYear === undefined || ofLastYear > todayIso) return day;
  return ofLastYear;
}

/** Number of days: a task is more often three months late than planned so long ahead. */
const soonestOverdue = 274;

function dateText(value: unknown): string {
  if (typeof value !== 'string' || value.length > longestDate) return '';
  return value.trim();
}

/** Nothing, or a time of day. No two parts begin with white space at the same place, so a long run of it is read once. */
export const timeOfDay =
  /^\s*(?:(?:(?:at|@|um|à)\s*)?(\d{1,2}(?:[:h.]\d\d)?(?:\s*(?:[ap]m|uhr|h))?)\s*)?$/i;
const time = '(?:[T ,].*)?';
const numericDate = new RegExp(`^(\\d{1,2})([./-])(\\d{1,2})\\2(\\d{4}|\\d{2})${time}$`);
const basicDate = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)?(?:\.\d+)?(Z|[+-]\d\d:?\d\d)?)?$/i;
const isoDateTime = new RegExp(`^(\\d{4}([-/])\\d{2}\\2\\d{2})${time}$`);
