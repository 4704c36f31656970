import { isoFrom, todayAt } from '../dates/calendar.ts';
import { readDate } from '../quick-add/read-date.ts';
import { splitWords } from '../quick-add/text-words.ts';
import { languages } from '../words/language.ts';
import { dateFrom } from './meanings.ts';

export type DateOptions = { readonly todayIso: string; readonly locale: string };

/**
 * The day that a date of another app was on for the person: an instant in its zone, or in the machine's where the file
 * has none. Other texts stay as they are, for `dateFrom` to read.
 */
export function dayAt(text: string, zone: string): string {
  const [, day, clock, offset = ''] =
    /^(\d{4}-\d\d-\d\d)[T ]([\d:.]+) ?(Z|[+-]\d\d:?\d\d)$/.exec(text.trim()) ?? [];
  const ms = Date.parse(`${day}T${clock}${offset.replace(/^(...)(\d\d)$/, '$1:$2')}`);
  if (Number.isNaN(ms)) return text;
  const format = formatOf(zone);
  if (format === undefined) return todayAt(ms);
  const part = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
  return isoFrom(part.year ?? 0, part.month ?? 0, part.day ?? 0) ?? text;
}

/** The date in words of one of our languages; undefined where more is said than a date and a time of day. */
export function dayInWords(text: string, { todayIso, locale }: DateOptions): string | undefined {
  const words = splitWords(text);
  for (const language of languages) {
    const { date: found } = readDate(words, { todayIso, language, locale, firstDayOfWeek: 1 });
    const rest = found && `${text.slice(0, found.start)} ${text.slice(found.end)}`;
    if (found && rest !== undefined && timeOfDay.test(rest)) return found.value;
  }
  return undefined;
}

/** Whether `dateFrom` reads it, in one order or the other. */
export const isNumericDate = (text: string): boolean =>
  dateFrom(text, 'day_first') !== undefined || dateFrom(text, 'month_first') !== undefined;

const timeOfDay = /^\s*(?:(?:at|@|um|à)?\s*\d{1,2}(?:[:h.]\d\d)?\s*(?:[ap]m|uhr|h)?)?\s*$/i;

const formats = new Map<string, Intl.DateTimeFormat | undefined>();

/** Making a format is slow and files have thousands of dates in one zone. Undefined for a zone that is not known. */
function formatOf(timeZone: string): Intl.DateTimeFormat | undefined {
  if (!formats.has(timeZone)) formats.set(timeZone, makeFormat(timeZone));
  return formats.get(timeZone);
}

function makeFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    const parts = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
    return timeZone === '' ? undefined : new Intl.DateTimeFormat('en', { timeZone, ...parts });
  } catch {
    return undefined;
  }
}
