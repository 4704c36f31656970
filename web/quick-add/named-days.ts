import {
  addDays,
  addMonths,
  firstWorkdayOfNextWeek,
  nextWeekday,
  startOfWeek,
  weekdayOf,
} from '../dates/calendar.ts';
import type { Weekday } from '../dates/calendar.ts';
import type { DateRule } from './found-date.ts';
import type { QuickAddOptions } from './options.ts';
import { matchAt, wordEnd } from './pattern.ts';
import type { Match } from './pattern.ts';
import { countsNothing, monthStart } from './month-days.ts';
import { clearTime } from './time-of-day.ts';
import type { EntryName } from './vocabulary.ts';
import type { WordPosition } from './word-position.ts';

/** "today", "übermorgen". Not "Guten Morgen" or "Montag Morgen": in German one word means tomorrow and morning. */
export const dayAhead: DateRule = (position) => {
  const isMorning = `(?<= {beforeMorning,weekdays} )morgen${wordEnd}`;
  const found = matchAt(position, `(?!${isMorning}){=daysAhead}`) ?? shortDayAhead(position);
  if (found === undefined) return undefined;
  const days = Number(found.entry('daysAhead') ?? found.entry('shortDaysAhead'));
  return { count: found.count, value: addDays(position.options.todayIso, days) };
};

/** "by tom", "tod" at the end. Not "Tom", nor "call tom". */
function shortDayAhead(position: WordPosition): Match | undefined {
  if (position.words[position.index]?.hasCapital) return undefined;
  return matchAt(
    position,
    `(?:(?<= {shortDayLeads} )|(?={shortDaysAhead.0})){=shortDaysAhead}${countsNothing}`,
  );
}

/** Not the year of "Christmas next year" and "3 May of next year". */
const dayInYear =
  '(?<= {months,feasts} (?:\\d{1,2}(?:st|nd|rd|th)? )?(?:{links} )?){periods.nextYear}';
/** Not the year of "next year in March", "next year (summer)". */
const yearOfMonth =
  '{periods.nextYear} (?:[(] (?:{monthLeads} )?|{monthLeads} )(?:{articles} )?{months,seasons}';
/** Not the month of "3rd week of next month". */
const partOfNextMonth =
  '(?<= (?:{links}|\\d+(?:st|nd|rd|th|er|\\.)) (?:{articles} )*){periods.nextMonth}';

/** "next week", "end of the month". "3rd week of next month" and "32nd of next month" are not dates. */
export const period: DateRule = (position) => {
  const found = matchAt(position, `(?!${dayInYear}|${yearOfMonth}|${partOfNextMonth}){=periods}`);
  const name = found?.entry('periods');
  return found && name && { count: found.count, value: periodDays[name](position.options) };
};

/** The day of each period: its Monday, the last day of a week in the locale, the Saturday of a weekend. */
const periodDays: Readonly<Record<EntryName<'periods'>, (options: QuickAddOptions) => string>> = {
  nextWeek: ({ todayIso, firstDayOfWeek }) => firstWorkdayOfNextWeek(todayIso, firstDayOfWeek),
  weekAfterNext: ({ todayIso, firstDayOfWeek }) =>
    addDays(firstWorkdayOfNextWeek(todayIso, firstDayOfWeek), 7),
  endOfWeek: ({ todayIso, firstDayOfWeek }) => addDays(nextWeekday(todayIso, firstDayOfWeek), -1),
  endOfNextWeek: ({ todayIso, firstDayOfWeek }) =>
    addDays(nextWeekday(todayIso, firstDayOfWeek), 6),
  thisWeekend: ({ todayIso }) => weekendFrom(todayIso),
  nextWeekend: ({ todayIso }) => nextWeekday(weekendFrom(todayIso), saturday),
  nextMonth: ({ todayIso }) => monthStart(todayIso, 1),
  endOfMonth: ({ todayIso }) => addDays(monthStart(todayIso, 1), -1),
  endOfNextMonth: ({ todayIso }) => addDays(monthStart(todayIso, 2), -1),
  nextYear: ({ todayIso }) => `${addMonths(todayIso, 12).slice(0, 4)}-01-01`,
  endOfNextYear: ({ todayIso }) => `${addMonths(todayIso, 12).slice(0, 4)}-12-31`,
  endOfYear: ({ todayIso }) => `${todayIso.slice(0, 4)}-12-31`,
};

const saturday = 6;

/** The next Saturday; on a weekend the day itself, because "this weekend" is then today. */
function weekendFrom(iso: string): string {
  if (weekdayOf(iso) >= saturday) return iso;
  return nextWeekday(iso, saturday);
}

/** The name of a weekday, also with "prochain" after it; a short name only where it cannot be another word, as before a time. */
const isClear = `(?={clearWeekdays})|(?<= {shortLeads} )(?!{dottedWeekdays}(?![.]))|(?={shortWeekdays}[.,]* ${clearTime})`;
const weekdayNameIf = (condition: string) =>
  `(?:{=weekdays}|(?:${condition}){=shortWeekdays}(?! {shortTails}))(?: {=weekdayTails})?`;
const weekdayName = weekdayNameIf(isClear);

/** A name that is a weekday whatever stands beside it. */
export const clearWeekdayName = weekdayNameIf('(?={clearWeekdays})');

/** A short or full name of a weekday, whatever stands beside it. */
export const anyWeekdayName = weekdayNameIf('');

const weekdayNames = ['weekdays', 'shortWeekdays', 'weekdayPlurals'] as const;
const everyWeekday: readonly Weekday[] = [1, 2, 3, 4, 5, 6, 7];

/** The weekday that is named by an entry of one of the tables of weekdays. */
export function weekdayIn({ entry }: Pick<Match, 'entry'>): Weekday | undefined {
  const named = weekdayNames.map((table) => entry(table));
  return everyWeekday.find((day) => named.includes(`${day}`));
}

/** "Friday" and "next Friday" are the next Friday after today. */
export const weekday: DateRule = (position) => {
  const found = matchAt(position, weekdayName);
  const day = found && weekdayIn(found);
  if (found === undefined || day === undefined) return undefined;
  const { todayIso, firstDayOfWeek } = position.options;
  const isThisWeek =
    found.entry('weekdayTails') === 'thisWeek' ||
    matchAt(position, '(?<= {presentPeriods} )[^ ]') !== undefined;
  const value = nextWeekday(isThisWeek ? addDays(todayIso, -1) : todayIso, day);
  // "Monday this week" on a Friday has passed.
  if (isThisWeek && value >= nextWeekday(todayIso, firstDayOfWeek)) return undefined;
  return { count: found.count, value };
};

/** "Friday next week", "next week on Friday", "lundi de la semaine prochaine", "übernächste Woche Mittwoch". */
export const weekdayOfWeek: DateRule = (position) => {
  const week = '(?:(?<afterNext>{periods.weekAfterNext})|{periods.nextWeek})';
  const between = ',?(?: {links,articles})* ';
  const endsWithName = weekdayNameIf(`${isClear}|(?={shortWeekdays}${countsNothing})`);
  const found =
    matchAt(position, `${weekdayName}${between}${week}`) ??
    matchAt(position, `${week}${between}${endsWithName}`);
  const day = found && weekdayIn(found);
  if (found === undefined || day === undefined) return undefined;
  const { todayIso, firstDayOfWeek } = position.options;
  const nextWeek = startOfWeek(addDays(todayIso, 7), firstDayOfWeek);
  const isAfterNext = found.groups['afterNext'] !== undefined;
  const start = isAfterNext ? addDays(nextWeek, 7) : nextWeek;
  return { count: found.count, value: nextWeekday(addDays(start, -1), day) };
};
