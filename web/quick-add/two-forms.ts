import { isDate, nextWeekday, weekdayOf } from '../dates/calendar.ts';
import type { Weekday } from '../dates/calendar.ts';
import { foundDay, longestOf } from './found-date.ts';
import type { DateRule, FoundDate } from './found-date.ts';
import { countsNothing, dayOfNextMonth, monthDay, monthStart, onDay } from './month-days.ts';
import { anyWeekdayName, clearWeekdayName, dayAhead, weekdayIn } from './named-days.ts';
import { distance } from './moved-days.ts';
import { matchAt, wordEnd } from './pattern.ts';
import { movedBy } from './word-position.ts';
import type { WordPosition } from './word-position.ts';
import { dottedDay, isoDay, numericDay, spelledDay } from './written-days.ts';

/** One day in two forms, of `count` words; `day` is undefined if the two are not the same day. */
type TwoForms = { readonly count: number; readonly day: FoundDate | undefined };

/** One day in two forms that agree: "Friday, 28 November", "18.12. Freitag", "tomorrow, Tuesday". */
export const dayTwice: DateRule = (position) => twoFormsAt(position)?.day;

/** Number of words of two forms that do not agree: "Monday 15 December" of a year in which that is a Tuesday. */
export function disagreementAt(position: WordPosition): number | undefined {
  const found = twoFormsAt(position) ?? dayAfterPartOfDay(position);
  if (found === undefined || found.day !== undefined) return undefined;
  return found.count;
}

/** "Sunday night 7th June": the part of the day stays in the words, so that only a day that disagrees is of use here. */
function dayAfterPartOfDay(position: WordPosition): TwoForms | undefined {
  const first = matchAt(position, `${anyWeekdayName} {repeatUnits.day}`);
  const day = first && longestOf(daysOfMonth, movedBy(position, first.count));
  if (first === undefined || day === undefined) return undefined;
  const count = first.count + day.count;
  return { count, day: sameDay(day, weekdayIn(first), count) };
}

function twoFormsAt(position: WordPosition): TwoForms | undefined {
  const found = weekdayThenDay(position) ?? dayThenWeekday(position) ?? dayAheadThenDay(position);
  return found && withClosing(position, found);
}

/** With the parenthesis that ends after the second form: "Friday (28 November)". */
function withClosing(position: WordPosition, { count, day }: TwoForms): TwoForms {
  const { words, index } = position;
  const isOpen = words.slice(index, index + count).some(({ key }) => key === '(');
  if (!isOpen || words[index + count]?.key !== ')') return { count, day };
  return { count: count + 1, day: day && { ...day, count: count + 1 } };
}

/** Days that name their month. */
const daysOfMonth: readonly DateRule[] = [
  spelledDay,
  isoDay,
  numericDay,
  dottedDay,
  dayOfNextMonth,
];

/** "Friday, 28 November", "Fr., 28.11.", "vendredi 28", "Friday the 13th". */
function weekdayThenDay(position: WordPosition): TwoForms | undefined {
  const first = matchAt(position, anyWeekdayName);
  const weekday = first && weekdayIn(first);
  const before = first && secondFormAfter(position, first.count);
  if (weekday === undefined || before === undefined) return undefined;
  const second = movedBy(position, before);
  const day = longestOf(daysOfMonth, second);
  if (day !== undefined)
    return { count: before + day.count, day: sameDay(day, weekday, before + day.count) };
  const number = numberOfDayAt(second);
  const { todayIso } = position.options;
  if (number === undefined)
    return mayBeDay(second, weekday) ? { count: before, day: undefined } : undefined;
  const count = before + number.count;
  const iso = nextOnWeekday(number, weekday, todayIso);
  const isHour = number.mayBeHour && iso !== nextWeekday(todayIso, weekday);
  return { count, day: isHour ? undefined : foundDay(iso, count) };
}

/** "Lundi 24 rendez-vous" if the next Monday is no 24th: in French, which writes no dot after a day, the number may be the day. */
function mayBeDay(position: WordPosition, weekday: Weekday): boolean {
  const { language, todayIso } = position.options;
  if (language !== 'fr' || matchAt(position, '\\d') === undefined) return false;
  const nextDay = Number(nextWeekday(todayIso, weekday).slice(8));
  const counted = `(?!${nextDay} )[1-9]\\d? (?!{timeUnits,measures,units,repeatUnits})[a-z]`;
  return matchAt(position, counted) !== undefined;
}

/** "18.12. Freitag", "14 December, Monday", "the 30th, a Monday". */
function dayThenWeekday(position: WordPosition): TwoForms | undefined {
  const day = longestOf(daysOfMonth, position);
  if (day !== undefined) return weekdayAfter(position, day);
  const number = matchAt(position, `(?<= {monthDayLeads} )(?<day>${monthDay})(?=,| [(])`);
  const second = number && weekdayNameAfter(position, number.count);
  const weekday = second && weekdayIn(second.found);
  if (number === undefined || second === undefined || weekday === undefined) return undefined;
  const { day: written = '' } = number.groups;
  const { todayIso } = position.options;
  const iso = nextOnWeekday({ day: written, months: 2 }, weekday, todayIso);
  return { count: second.count, day: foundDay(iso, second.count) };
}

/** "tomorrow, Tuesday", "demain mardi 25", "in 2 days (Friday)". */
function dayAheadThenDay(position: WordPosition): TwoForms | undefined {
  const first = longestOf([dayAhead, distance], position);
  const before = first && secondFormAfter(position, first.count);
  if (first === undefined || before === undefined) return undefined;
  const second = movedBy(position, before);
  const twice = weekdayThenDay(second);
  if (twice !== undefined) return agreeing(first, twice.day, before + twice.count);
  const day = longestOf(daysOfMonth, second);
  if (day !== undefined) return agreeing(first, day, before + day.count);
  return weekdayAfter(position, first);
}

/** A day, and after it the name of a weekday. */
function weekdayAfter(position: WordPosition, day: FoundDate): TwoForms | undefined {
  const second = weekdayNameAfter(position, day.count);
  if (second === undefined) return undefined;
  const { count, found } = second;
  return { count, day: sameDay(day, weekdayIn(found), count) };
}

/** The name of a weekday after a first form of so many words; `count` is that of both. */
function weekdayNameAfter(position: WordPosition, firstCount: number) {
  const before = secondFormAfter(position, firstCount);
  if (before === undefined) return undefined;
  const isEnclosed = position.words[position.index + before - 1]?.key === '(';
  const found = matchAt(movedBy(position, before), isEnclosed ? anyWeekdayName : clearWeekdayName);
  return found && { count: before + found.count, found };
}

function agreeing(first: FoundDate, second: FoundDate | undefined, count: number): TwoForms {
  if (second?.value !== first.value) return { count, day: undefined };
  return { count, day: { ...first, count } };
}

function sameDay(day: FoundDate, weekday: Weekday | undefined, count: number) {
  if (weekdayOf(day.value) !== weekday) return undefined;
  return { ...day, count };
}

/** Number of words before the second form, after a first one of `count` words; undefined if a mark ends the first one. */
function secondFormAfter(position: WordPosition, count: number): number | undefined {
  const { tail = '' } = position.words[position.index + count - 1] ?? {};
  if (!/^\.?,?$/.test(tail)) return undefined;
  return (
    count +
    ((matchAt(movedBy(position, count), '(?:[(] )?(?:{articles,counts.1} )*')?.count ?? 1) - 1)
  );
}

type NumberOfDay = { readonly day: string; readonly months: number };
type NumberAtPosition = NumberOfDay & { readonly count: number; readonly mayBeHour: boolean };

/** A number that counts a following word is none: "Friday 5 apples". */
const plainNumber =
  `(?<day>\\d{1,2})(?<ending>st|nd|rd|th|er|e|(?=\\.))?${wordEnd}` +
  `(?:${countsNothing}|(?= {tails}|[.]? {rangeLinks} (?:{articles} )*{weekdays,shortWeekdays}))`;
/** "Thursday 3rd dentist", "Donnerstag 3. Zahnarzt" */
const ordinalNumber = `(?<day>\\d{1,2})(?:st|nd|rd|th|er|(?=\\.))${wordEnd}(?!\\.? (?:{links} )?{months})`;
const namedNumber = `(?<= {articles} )(?<day>\\d{1,2})(?:st|nd|rd|th|(?=\\.))${wordEnd}`;

/** The number of a day beside its weekday: "5", "13th", "the 12th". Only one that is clearly a day may be far away. */
function numberOfDayAt(position: WordPosition): NumberAtPosition | undefined {
  const alone = matchAt(position, namedNumber) ?? matchAt(position, plainNumber);
  const found = alone ?? matchAt(position, ordinalNumber);
  if (found === undefined || Number(found.groups['day']) > 31) return undefined;
  const { day = '', ending } = found.groups;
  const isClear = ending !== undefined || articleBefore(position);
  const months = monthsAhead(alone !== undefined, isClear);
  return { count: found.count, day, months, mayBeHour: mayBeHour(position) };
}

/** "Tuesday 6" may be 6 o'clock. In French, which writes "18 h", the plain number is a day. */
const mayBeHour = (position: WordPosition): boolean =>
  position.options.language !== 'fr' &&
  matchAt(position, '(?<! {articles} )(?:\\d|1[0-2])(?:[,;:!?…]|$| (?!{timeLeads}))') !== undefined;

/** A number that may count a word, or be a time of day, is only a day that is near. */
function monthsAhead(isAlone: boolean, isClear: boolean): number {
  if (!isAlone) return 1;
  if (isClear) return 12;
  return 2;
}

const articleBefore = (position: WordPosition): boolean =>
  matchAt(position, '(?<= {articles} )\\d') !== undefined;

/** The day of the month in the next of so many months in which it is that weekday. */
function nextOnWeekday(
  { day, months }: NumberOfDay,
  weekday: Weekday,
  todayIso: string,
): string | undefined {
  for (let later = 0; later <= months; later += 1) {
    const iso = onDay(monthStart(todayIso, later), day);
    if (isDate(iso) && iso >= todayIso && weekdayOf(iso) === weekday) return iso;
  }
  return undefined;
}
