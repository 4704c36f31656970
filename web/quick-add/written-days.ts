import { daysInMonth, isDayFirst, isoFrom } from '../dates/calendar.ts';
import type { DateRule, FoundDate } from './found-date.ts';
import { countsNothing } from './month-days.ts';
import { matchAt, wordEnd } from './pattern.ts';
import type { Match } from './pattern.ts';
import { entryOf, tableOf } from './vocabulary.ts';
import { movedBy } from './word-position.ts';
import type { WordPosition } from './word-position.ts';

const year = `(?<year>(?:19|2\\d)\\d\\d)${wordEnd}`;
export const dayNumber = '(?<day>\\d{1,2})(?:st|nd|rd|th|er|e|ten?)?';
/** "second of May", "am zweiten Mai" */
const dayInWords =
  '{=dayOrdinals} (?:{links} |(?<= {monthDayLeads.number,monthDayLeads.dotted} [^ ]+ ))';

const monthWord = '{=months}[.,]?';
/** "Buy 10 mar bars" has an amount. */
const noAmount = `(?!(?<= {amountLeads} )\\d+ {months}(?! {leads,links,timeLeads}|${countsNothing}))`;
const dayThenMonth = `${noAmount}(?:${dayNumber}(?:\\. ?| )(?:{links} )?|${dayInWords})${monthWord}`;
/** Not "April 15" of "14te April 15". */
const noDayBefore = '(?<! \\d{1,2}(?:st|nd|rd|th|er|e|ten?)?\\.? (?:{links} )?)';
/** Not "June 3 days off", "June 2 pm", "March 3 April". */
const noAmountAfter = '(?! {timeUnits,repeatTimes,measures,units}|[.]? (?:{links} )?{months})';
const dayAfterMonth = `(?:${dayNumber}${wordEnd}${noAmountAfter}|{=dayOrdinals}${countsNothing})`;
const monthThenDay = `${noDayBefore}${monthWord} (?:{articles} )?${dayAfterMonth}`;
/** A year of two digits counts no following word: "18. Juli 27". "14. April 15" is no date; 12 and below may be a time. */
const twoDigitYear = `'?(?<shortYear>1[3-9]|[2-9]\\d)${countsNothing}`;
const yearAfter = `[.,]? (?:{yearLinks} )?(?:${year}|(?<nextYear>{periods.nextYear})|${twoDigitYear})`;
const yearBefore = `(?:(?<yearBefore>20\\d\\d) )?`;

const counted = '{months} \\d+ (?!{leads,links,timeLeads,tails,weekdays,timeUnits})[a-z]';

/**
 * "Ask Jan 5 questions", "Mai 3 Fotos schicken", "mit Mai am 5. essen": a person, not a month. In German and French no date has the
 * month first, so that there a word between or after the two is enough.
 */
function isPerson(position: WordPosition): boolean {
  // The language of the page: in another one that is tried after it, "April 4 Karten" is no day either.
  const isEnglish = position.options.locale.startsWith('en');
  const person = isEnglish
    ? `(?<= {giveLeads} )${counted}`
    : `(?:${counted}|{months} {articles} \\d)`;
  return matchAt(position, person) !== undefined;
}

/** "3 dec", "3.Dezember 2026", "3rd of December", "le 1er mars", "dec 3, 2026", "March the 5th", "2027 March 18", "March first". */
export const spelledDay: DateRule = (position) => {
  if (isPerson(position)) return undefined;
  for (const form of [dayThenMonth, `${yearBefore}${monthThenDay}`]) {
    const found = matchAt(position, `${form}(?:${yearAfter})?`);
    if (found !== undefined) return spelledIn(position, found);
  }
  return undefined;
};

function spelledIn(position: WordPosition, found: Match | undefined): FoundDate | undefined {
  if (found === undefined) return undefined;
  const { day, year: longYear, yearBefore: firstYear, shortYear, nextYear } = found.groups;
  const { todayIso } = position.options;
  const yearAhead = nextYear && String(Number(todayIso.slice(0, 4)) + 1);
  const written = {
    year: longYear ?? firstYear ?? shortYear ?? yearAhead,
    month: Number(found.entry('months')),
    day: Number(day ?? found.entry('dayOrdinals')),
  };
  if (isHistory(written, todayIso)) return undefined;
  return dateOf(written, found.count, todayIso);
}

/** "mid January", "Ende Mai 2027", "mi-mars": its 1st, 15th or last day. */
export const partOfMonth: DateRule = (position) => {
  const found = matchAt(position, `(?:(?:mid|mi)-|{=monthParts} )(?:d')?{=months}(?:,? ${year})?`);
  if (found === undefined) return undefined;
  return dayInMonth(position, found, daysOfParts[found.entry('monthParts') ?? 'middle']);
};

const notInMonth = '(?<! {monthPartLeads,periods.nextYear,weekdays,shortWeekdays,units} )';
const noDayAfter =
  '(?! {rangeLinks} {months})(?! (?:{yearLinks} )?{periods.nextYear})(?![.,]? (?:{yearLinks} )?\\d)';

/** "in March" without a day is its 1st; in March itself it is this month, which has begun. */
export const wholeMonth: DateRule = (position) => {
  const inMonth = `${notInMonth}{monthLeads} {=months}(?:,? ${year}|${wordEnd}${noDayAfter})`;
  const found = matchAt(position, inMonth);
  const thisMonth = Number(position.options.todayIso.slice(5, 7));
  if (found === undefined || Number(found.entry('months')) === thisMonth) return undefined;
  return dayInMonth(position, found, 1);
};

/** "june" after "until": its 1st. Nothing follows it: "until the March report is done" has no day. */
export const monthAlone: DateRule = (position) => {
  const found = matchAt(position, `{=months}(?:,? ${year})?${countsNothing}`);
  const thisMonth = Number(position.options.todayIso.slice(5, 7));
  if (found === undefined || Number(found.entry('months')) === thisMonth) return undefined;
  return dayInMonth(position, found, 1);
};

function dayInMonth(position: WordPosition, found: Match, day: WrittenDay['day']) {
  const written = { year: found.groups['year'], month: Number(found.entry('months')), day };
  return dateOf(written, found.count, position.options.todayIso);
}

const daysOfParts = { start: 1, middle: 15, end: 'last' } as const;

/** "2026-12-03", "2026/12/3", "6-Dec-2026", "6-Dec" */
export const isoDay: DateRule = ({ words, index, options }) => {
  const key = words[index]?.key ?? '';
  const numeric = /^(?<year>\d{4})(?<mark>[-/])(?<month>\d\d?)\k<mark>(?<day>\d\d?)$/.exec(key);
  const named = /^(?<day>\d\d?)-(?<month>\p{L}{3,})(?:-(?<year>\d{4}))?$/u.exec(key);
  const { year: writtenYear, month, day } = (numeric ?? named)?.groups ?? {};
  // In "6-Dec 2027" the year is a word of its own.
  const isBeforeYear = writtenYear === undefined && /^\d{4}$/.test(words[index + 1]?.key ?? '');
  if (month === undefined || isBeforeYear) return undefined;
  const monthNumber = named ? entryOf(options.language, 'months', month) : month;
  const written = { year: writtenYear, month: Number(monthNumber), day: Number(day) };
  return dateOf(written, 1, options.todayIso);
};

/** Matches unless "1/2 cup", a like fraction or "9/11" as a name follows, without a word such as "on" before it. "24/7" is always. */
const noFraction =
  '(?!(?<! {leads} )(?:(?:1\\/[234]|2\\/3|3\\/4)(?: (?!{timeLeads})[a-z]|[.,;!?…]*$)|9\\/11 (?!{timeLeads})[a-z])|24\\/7)';
/** "3.12.2026", "3. 12. 26", "05 12 2026". "3-12" without a year is a range or a score. */
const withYear = '(?<mark>[./-]) ?(?<right>\\d{1,2})\\k<mark> ?(?<year>\\d{4}|(?<![- ])\\d{2})';
const spaced = '(?<! \\d+ \\d\\d?) (?<spaced>\\d{1,2}) (?<spacedYear>20\\d\\d)';
/** "3.12." and "am 3.12", in languages that write so. "3.12" alone is a price or a version. */
const withDots =
  '\\. ?(?<dotted>\\d{1,2})(?:(?<=\\.\\d+|{leads} \\d+\\. \\d+)(?=\\.)|(?<= {dottedLeads} \\d+\\.\\d+))';
/** "bis 10.12 Uhr" is a time. */
const numbers =
  `${noFraction}(?<left>\\d{1,2})(?:${withYear}|${spaced}|(?:\\/(?<slashed>\\d{1,2})|${withDots}))` +
  `${wordEnd}(?! {timeUnits})`;

/** A word or a version, but no day: after a day, "to" joins it with the end of a range. */
const notDay = '(?!{weekdays,shortWeekdays,months,daysAhead})(?:[^\\d ]+|\\d+\\.\\d+\\.\\d+)';
/** Words before numbers that are no date. */
const noDateBefore = [
  // "version 3.2.30", "the 5/8 inch bolt"
  '(?<= {numberLeads}[.]? )\\d',
  // "upgrade to 5.4"
  `(?<= ${notDay} {numberTo} )\\d`,
  // "test 4/5"
  '(?<= {partLeads}[.]? )\\d+/',
  // "row F 12/13"
  '(?<= [^ ]+ [a-z] )\\d+/',
  // "a waltz in 3/4"
  `(?<= {monthLeads} )\\d+/[248]${wordEnd}`,
].join('|');

const notLed = '(?<! {leads,weekdays,shortWeekdays,timeUnits} )';
const notLink =
  '(?!{leads,timeLeads,tails,weekdays,shortWeekdays,partsOfDay,repeatUnits}|{rangeLinks} \\d)';

/**
 * "Bring 10/12 chairs", "Test A/B 4/5", "2/5 + 1/3": two numbers with a slash among other words, after a word with a slash or beside a
 * sign of arithmetic are no date.
 */
const amongWords =
  `(?<=[^ ,.;:!?…()] )${notLed}\\d+/\\d+ ${notLink}[a-z]|` +
  '(?<= [a-z]+/[a-z]+ )\\d+/|\\d+/\\d+ [+=×*x] |(?<= [+=×*] )\\d+/';

/** "11/12 boxes packed": a part of some things, and what is done with them, also at the beginning of the text. */
function countsThings(position: WordPosition, found: Match): boolean {
  const { left, slashed } = found.groups;
  if (slashed === undefined || Number(left) > Number(slashed)) return false;
  const isNoun = position.words[position.index + found.count]?.hasCapital === false;
  return isNoun && matchAt(position, thingsCounted) !== undefined;
}

const thingsCounted = `${notLed}\\d+/\\d+ ${notLink}[a-z]+(?:[^s']s|x) [^ ]`;

/** In German, which writes dates with dots, "4/12" is a day only after a word such as "bis" or before a time. */
const isPartInGerman = (position: WordPosition, found: Match): boolean =>
  position.options.language === 'de' &&
  found.groups['slashed'] !== undefined &&
  matchAt(position, '(?<= {leads,weekdays,shortWeekdays} )\\d|[^ ]+ {timeLeads}') === undefined;

const isNumberOfThing = (position: WordPosition, found: Match): boolean => {
  if (/^(?:19|20)\d\d$/.test(found.groups['year'] ?? '')) return false;
  if (isPartInGerman(position, found)) return true;
  const isDotted = found.groups['dotted'] !== undefined;
  if (isDotted && tableOf(position.options.language, 'dottedLeads').size === 0) return true;
  if (matchAt(position, `(?:${noDateBefore}|${amongWords})`) !== undefined) return true;
  if (countsThings(position, found)) return true;
  return matchAt(movedBy(position, found.count), '{measures}') !== undefined;
};

/** "3.12.", "3. 12. 2026", "12/3": in the locale's order, or in the other order if only that gives a date. */
export const numericDay: DateRule = (position) => {
  const found = matchAt(position, numbers);
  if (found === undefined || isNumberOfThing(position, found)) return undefined;
  return inEitherOrder(position, found);
};

/** The same, but not alone in parentheses: "essay (2/3)". */
export const numericDayInText: DateRule = (position) => {
  if (matchAt(position, '(?<= [(] )\\d{1,2}/\\d{1,2} [)]') !== undefined) return undefined;
  return numericDay(position);
};

/** "18.12" without its last dot, which is a day only beside its weekday. */
export const dottedDay: DateRule = (position) => {
  const found = matchAt(
    position,
    `(?<left>\\d{1,2})\\.(?<right>\\d{1,2})${wordEnd}(?! {timeUnits})`,
  );
  if (found === undefined || isNumberOfThing(position, found)) return undefined;
  const { left, right } = found.groups;
  const written = { year: undefined, month: Number(right), day: Number(left) };
  return dateOf(written, found.count, position.options.todayIso);
};

function inEitherOrder(position: WordPosition, found: Match): FoundDate | undefined {
  const { todayIso, locale } = position.options;
  const { left, right, slashed, dotted, spaced: spacedMonth } = found.groups;
  const writtenYear = found.groups['year'] ?? found.groups['spacedYear'];
  const first = Number(left);
  const second = Number(right ?? slashed ?? dotted ?? spacedMonth);
  const dayFirst = { year: writtenYear, month: second, day: first };
  const monthFirst = { year: writtenYear, month: first, day: second };
  // "12/26" is the December of a year where the day is written first.
  const isMonthOfYear = slashed !== undefined && isYearOfTask(slashed, todayIso);
  const otherOrder = isMonthOfYear ? [] : [monthFirst];
  const orders = isDayFirst(locale) ? [dayFirst, ...otherOrder] : [monthFirst, dayFirst];
  if (isHistory(dayFirst, todayIso)) return undefined;
  for (const written of orders) {
    const date = dateOf(written, found.count, todayIso);
    if (date !== undefined) return date;
  }
  return undefined;
}

/** A year of two digits is in the century of today. */
type WrittenDay = {
  readonly year: string | undefined;
  readonly month: number;
  readonly day: number | 'last';
};

/** The day in the written year; without a year the next such day. Undefined if the calendar has no such day. */
function dateOf(written: WrittenDay, count: number, todayIso: string): FoundDate | undefined {
  if (written.year === undefined) return nextYearly(written, count, todayIso);
  if (!isYearOfTask(written.year, todayIso)) return undefined;
  const iso = isoIn(Number(written.year.padStart(4, todayIso)), written);
  if (iso === undefined) return undefined;
  return dated(iso, count, todayIso);
}

/** A day over ten years ago is history: "17 June 1953". */
const isHistory = ({ year: written }: WrittenDay, todayIso: string): boolean =>
  written?.length === 4 && Number(todayIso.slice(0, 4)) - Number(written) > 10;

/** Three numbers whose last one is no year of the coming ten are a version: "5.4.21". */
function isYearOfTask(written: string, todayIso: string): boolean {
  if (written.length === 4) return true;
  const yearsAhead = Number(written) - Number(todayIso.slice(2, 4));
  return yearsAhead >= 0 && yearsAhead < 10;
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
