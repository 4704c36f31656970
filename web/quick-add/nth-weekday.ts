import { addDays, daysInMonth, isoFrom, nextWeekday } from '../dates/calendar.ts';
import type { Weekday } from '../dates/calendar.ts';
import { foundDay } from './found-date.ts';
import type { DateRule } from './found-date.ts';
import { monthStart } from './month-days.ts';
import { weekdayIn } from './named-days.ts';
import { matchAt, wordEnd } from './pattern.ts';
import type { Match } from './pattern.ts';

const nth = '(?:{=dayOrdinals}|(?<number>\\d)(?:st|nd|rd|th|er|e|\\.)|(?<last>{ordinals.last}))';
/** Not "second to last Friday", which is an earlier one. */
const nthWeekdayOf =
  `(?<! {dayOrdinals} (?:{rangeLinks} )?)${nth} {=weekdays} ` +
  '(?:{links,monthLeads,yearLinks,articles} )*';
const inMonth = `${nthWeekdayOf}{=months}(?:[.,]? (?<year>20\\d\\d)${wordEnd})?`;
const inNextMonth = `${nthWeekdayOf}{periods.nextMonth}`;

/** "first tuesday of march", "am letzten Freitag im Mai 2027", "second monday of next month": the next such day. */
export const nthWeekday: DateRule = (position) => {
  const { todayIso } = position.options;
  const found = matchAt(position, inNextMonth) ?? matchAt(position, inMonth);
  const weekday = found && weekdayIn(found);
  const weeks = found && weeksIn(found);
  if (found === undefined || weekday === undefined || weeks === undefined) return undefined;
  const dayOf = (monthIso: string) => nthWeekdayIn(monthIso, weeks, weekday);
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
function weeksIn({ groups, entry }: Match): number | 'last' | undefined {
  if (groups['last'] !== undefined) return 'last';
  const weeks = Number(groups['number'] ?? entry('dayOrdinals'));
  if (!(weeks >= 1 && weeks <= 4)) return undefined;
  return weeks;
}

function nthWeekdayIn(firstIso: string, weeks: number | 'last', weekday: Weekday): string {
  if (weeks === 'last') {
    const days = daysInMonth(Number(firstIso.slice(0, 4)), Number(firstIso.slice(5, 7)));
    return addDays(nextWeekday(addDays(firstIso, days - 1), weekday), -7);
  }
  return addDays(nextWeekday(addDays(firstIso, -1), weekday), 7 * (weeks - 1));
}
