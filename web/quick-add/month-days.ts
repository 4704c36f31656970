import { addDays, addMonths, isDate } from '../dates/calendar.ts';
import { foundDay } from './found-date.ts';
import type { DateRule, FoundDate } from './found-date.ts';
import { matchAt, wordEnd } from './pattern.ts';
import type { Match } from './pattern.ts';
import type { WordPosition } from './word-position.ts';

/** Matches after a number that does not count a following word. */
export const countsNothing = `(?=[.,;:!?…]*$|[.:…]*[,;!?]|[.,;:!?…]* (?:[!/()\\d]|{timeLeads,partsOfDay}))`;

/** "15th", "am 15.", "le 15" */
export const monthDay =
  '(?:\\d{1,2}(?:st|nd|rd|th|er|e)|(?<= {monthDayLeads.number} )\\d{1,2}|' +
  `(?<= {monthDayLeads.dotted} )\\d{1,2}\\.)${wordEnd}`;

/**
 * "on the 15th", "am 15.", "le 15": the next such day, unless the number counts a following word. "15th of next month", "mid next
 * month" and "nächsten Monat am 15." are days of that month, if it has them.
 */
export const dayOfMonth: DateRule = (position) => {
  const ofNextMonth = nextMonthAt(position);
  if (ofNextMonth !== undefined) return dayInNextMonth(ofNextMonth, position.options.todayIso);
  const found =
    matchAt(position, `${ledDay}(?:${countsNothing}|${ofThisMonth}|(?= {tails}))`) ??
    dayBeforeVerb(position);
  return found && nextMonthly(found.groups['day'], found.count, position.options.todayIso);
};

/** Not the line of "prendre le 12", nor "le 31 10", which has a month, nor "le 06 31 12", nor the floor of "au 3e". */
const ledDay =
  `(?<!(?<! a) {amountLeads} {monthDayLeads.number} )(?<= {monthDayLeads} )(?!\\d+e[^r]?(?:$|[^a-z]))(?<day>${monthDay})` +
  '(?! [01]?\\d(?: |$)(?! ?{timeUnits})| \\d\\d \\d\\d )';
const ofThisMonth = ' {links} (?:{articles} )?{units.month}';
/** "am 30. zahlen": what German counts has a capital letter, and what it does has none. */
function dayBeforeVerb(position: WordPosition): Match | undefined {
  const next = position.words[position.index + 1];
  if (next?.hasCapital !== false) return undefined;
  return matchAt(
    position,
    '(?<= {monthDayLeads.dotted} )(?<day>\\d{1,2}\\.)(?= [a-z]+(?:en|ern|eln)[.,;:!?…]*$)',
  );
}

/** "15th of next month", "nächsten Monat am 15." */
export const dayOfNextMonth: DateRule = (position) => {
  const found = nextMonthAt(position);
  return found && dayInNextMonth(found, position.options.todayIso);
};

const nextMonthAt = (position: WordPosition): Match | undefined =>
  matchAt(
    position,
    `(?:(?<day>${monthDay})|{=monthParts}) (?:{links,articles} )*{periods.nextMonth}`,
  ) ?? matchAt(position, `{periods.nextMonth} (?:{articles} )*(?<day>${monthDay})${countsNothing}`);

function dayInNextMonth(found: Match, todayIso: string): FoundDate | undefined {
  const part = found.entry('monthParts');
  const written = onDay(monthStart(todayIso, 1), found.groups['day']);
  const value = part ? partsOfNextMonth[part](todayIso) : written;
  if (!isDate(value) || value < todayIso) return undefined;
  return { count: found.count, value };
}

const partsOfNextMonth = {
  start: (todayIso: string) => monthStart(todayIso, 1),
  middle: (todayIso: string) => addDays(monthStart(todayIso, 1), 14),
  end: (todayIso: string) => addDays(monthStart(todayIso, 2), -1),
};

/** The first day of the month that is `later` months after that of a date. */
export const monthStart = (iso: string, later: number): string =>
  `${addMonths(iso, later).slice(0, 7)}-01`;

/** The next such day of a month from today on. */
function nextMonthly(
  day: string | undefined,
  count: number,
  todayIso: string,
): FoundDate | undefined {
  const days = [0, 1, 2].map((later) => onDay(monthStart(todayIso, later), day));
  const value = days.find((iso) => isDate(iso) && iso >= todayIso);
  return foundDay(value, count);
}

/** The day in the month of `monthIso`, which may not have it; the day may have letters after its number. */
export const onDay = (monthIso: string, day = ''): string =>
  monthIso.slice(0, 8) + String(Number.parseInt(day, 10)).padStart(2, '0');
