import { daysInMonth, isDate, isDayFirst, isoFrom } from '../dates/calendar.ts';
import type { DateRule, FoundDate } from './found-date.ts';
import { matchAt, wordEnd } from './pattern.ts';

const year = `(?<year>(?:19|2\\d)\\d\\d)${wordEnd}`;
export const dayNumber = '(?<day>\\d{1,2})(?:st|nd|rd|th|er|e)?';

/** "3 dec", "3.Dezember 2026", "3rd of December", "le 1er mars", "dec 3, 2026", "March the 5th". */
export const spelledDay: DateRule = (position) => {
  const dayThenMonth = `${dayNumber}(?:\\. ?| )(?:{links} )?{=months}(?:[.,]? ${year})?`;
  const monthThenDay = `{=months}\\.? (?:{articles} )?${dayNumber}${wordEnd}(?! {timeUnits})(?:,? ${year})?`;
  const found = matchAt(position, dayThenMonth) ?? matchAt(position, monthThenDay);
  if (found === undefined) return undefined;
  const written = {
    year: found.groups['year'],
    month: Number(found.entry('months')),
    day: Number(found.groups['day']),
  };
  return dateOf(written, found.count, position.options.todayIso);
};

/** "mid January", "Ende Mai 2027", "mi-mars": its 1st, 15th or last day. */
export const partOfMonth: DateRule = (position) => {
  const found = matchAt(position, `(?:(?:mid|mi)-|{=monthParts} ){=months}(?:,? ${year})?`);
  if (found === undefined) return undefined;
  const written = {
    year: found.groups['year'],
    month: Number(found.entry('months')),
    day: daysOfParts[found.entry('monthParts') ?? 'middle'],
  };
  return dateOf(written, found.count, position.options.todayIso);
};

const daysOfParts = { start: 1, middle: 15, end: 'last' } as const;

/** "2026-12-03", "2026/12/03" */
export const isoDay: DateRule = ({ words, index, options }) => {
  const [written = ''] = /^\d{4}([-/])\d\d\1\d\d$/.exec(words[index]?.key ?? '') ?? [];
  const iso = written.replaceAll('/', '-');
  if (!isDate(iso)) return undefined;
  return dated(iso, 1, options.todayIso);
};

/** Matches unless "1/2 cup" or a like fraction follows, without a word such as "on" before it. */
const noFraction = '(?!(?<! {leads} )(?:1\\/[234]|2\\/3|3\\/4) (?!{timeLeads})[a-z])';
/** "3.12.2026", "3. 12. 26". "3-12" without a year is a range or a score. */
const withYear = '(?<mark>[./-]) ?(?<right>\\d{1,2})\\k<mark> ?(?<year>\\d{4}|(?<![- ])\\d{2})';
/** "3.12.", "3. 12." and "am 3.12". "3.12" alone is a price or a version. */
const withDots =
  '\\. ?(?<dotted>\\d{1,2})(?:(?<=\\.\\d+|{leads} \\d+\\. \\d+)(?=\\.)|(?<= {leads} \\d+\\.\\d+))';
/** "bis 10.12 Uhr" is a time. */
const numbers =
  `${noFraction}(?<left>\\d{1,2})(?:${withYear}|(?:\\/(?<slashed>\\d{1,2})|${withDots}))` +
  `${wordEnd}(?! {timeUnits})`;

/** "3.12.", "3. 12. 2026", "12/3": in the locale's order, or in the other order if only that gives a date. */
export const numericDay: DateRule = (position) => {
  const found = matchAt(position, numbers);
  if (found === undefined) return undefined;
  const { todayIso, locale } = position.options;
  const { left, right, slashed, dotted, year: writtenYear } = found.groups;
  const first = Number(left);
  const second = Number(right ?? slashed ?? dotted);
  const dayFirst = { year: writtenYear, month: second, day: first };
  const monthFirst = { year: writtenYear, month: first, day: second };
  const orders = [dayFirst, monthFirst];
  if (!isDayFirst(locale)) orders.reverse();
  for (const written of orders) {
    const date = dateOf(written, found.count, todayIso);
    if (date !== undefined) return date;
  }
  return undefined;
};

/** A year of two digits is in the century of today. */
type WrittenDay = {
  readonly year: string | undefined;
  readonly month: number;
  readonly day: number | 'last';
};

/** The day in the written year; without a year the next such day. Undefined if the calendar has no such day. */
function dateOf(written: WrittenDay, count: number, todayIso: string): FoundDate | undefined {
  if (written.year === undefined) return nextYearly(written, count, todayIso);
  const iso = isoIn(Number(written.year.padStart(4, todayIso)), written);
  if (iso === undefined) return undefined;
  return dated(iso, count, todayIso);
}

/** The next such day from today on; the next 29 February may be eight years later. */
function nextYearly(written: WrittenDay, count: number, todayIso: string): FoundDate | undefined {
  const thisYear = Number(todayIso.slice(0, 4));
  for (let yearsLater = 0; yearsLater <= 8; yearsLater += 1) {
    const value = isoIn(thisYear + yearsLater, written);
    if (value === undefined || value < todayIso) continue;
    if (yearsLater === 0) return { count, value };
    return { count, value, note: 'later_year' };
  }
  return undefined;
}

function isoIn(yearNumber: number, { month, day }: WrittenDay): string | undefined {
  if (day === 'last') return isoFrom(yearNumber, month, daysInMonth(yearNumber, month));
  return isoFrom(yearNumber, month, day);
}

function dated(value: string, count: number, todayIso: string): FoundDate {
  if (value < todayIso) return { count, value, note: 'in_the_past' };
  return { count, value };
}
