import { addDays, daysInMonth, isoFrom, nextWeekday } from '../dates/calendar.ts';
import type { Weekday } from '../dates/calendar.ts';
import { foundDay } from './found-date.ts';
import type { DateRule } from './found-date.ts';
import { monthStart } from './month-days.ts';
import { weekdayIn } from './named-days.ts';
import { matchAt, wordEnd } from './pattern.ts';
import type { EntryName } from './vocabulary.ts';

/** Not "second to last Friday", which is an earlier one. */
const nthWeekdayOf =
  '(?<! {nth} (?:{rangeLinks} )?){=nth} {=weekdays} (?:{links,monthLeads,yearLinks,articles} )*';
const inMonth = `${nthWeekdayOf}{=months}(?:[.,]? (?<year>20\\d\\d)${wordEnd})?`;
const inNextMonth = `${nthWeekdayOf}{periods.nextMonth}`;

/** "first tuesday of march", "am letzten Freitag im Mai 2027", "second monday of next month": the next such day. */
export const nthWeekday: DateRule = (position) => {
  const { todayIso } = position.options;
  const found = matchAt(position, inNextMonth) ?? matchAt(position, inMonth);
  const weekday = found && weekdayIn(found);
  const nth = found?.entry('nth');
  if (found === undefined || weekday === undefined || nth === undefined) return undefined;
  const dayOf = (monthIso: string) => nthWeekdayIn(monthIso, nth, weekday);
  const month = found.entry('months');
  if (month === undefined) return foundDay(dayOf(monthStart(todayIso, 1)), found.count);
  const thisYear = Number(todayIso.slice(0, 4));
  const written = found.groups['year'];
  const years = written === undefined ? [thisYear, thisYear + 1] : [Number(written)];
  const days = years.map((year) => dayOf(isoFrom(year, Number(month), 1) ?? todayIso));
  return foundDay(
    days.find((iso) => iso >= todayIso),
    found.count,
  );
};

/** Every month has four of each weekday. */
function nthWeekdayIn(firstIso: string, nth: EntryName<'nth'>, weekday: Weekday): string {
  if (nth === 'last') {
    const days = daysInMonth(Number(firstIso.slice(0, 4)), Number(firstIso.slice(5, 7)));
    return addDays(nextWeekday(addDays(firstIso, days - 1), weekday), -7);
  }
  return addDays(nextWeekday(addDays(firstIso, -1), weekday), 7 * (Number(nth) - 1));
}
