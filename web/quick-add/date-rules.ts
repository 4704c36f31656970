import {
  addDays,
  addMonths,
  daysInMonth,
  firstWorkdayOfNextWeek,
  isDate,
  isoFrom,
  nextWeekday,
  startOfWeek,
  weekdayOf,
  isDayFirst,
} from '../dates/calendar.ts';
import { matchAt, wordEnd } from './pattern.ts';
import type { Match } from './pattern.ts';
import { movedBy } from './word-position.ts';
import type { WordPosition } from './word-position.ts';

/** `later_year`: the day has passed this year, so it is read in a later year. `in_the_past`: written with a past year. */
export type DateNote = 'later_year' | 'in_the_past';

/** A date that takes `count` words. */
export type FoundDate = {
  readonly count: number;
  readonly value: string;
  readonly note?: DateNote;
};

type Rule = (position: WordPosition) => FoundDate | undefined;

/** The result of the rule that reads the most words; of several such rules the first. */
const longestOf = (rules: readonly Rule[], position: WordPosition): FoundDate | undefined =>
  rules.flatMap((rule) => rule(position) ?? []).toSorted((a, b) => b.count - a.count)[0];

/** The date that begins at the position. Of several rules that match, the one that reads the most words wins. */
export const dateAt: Rule = (position) => longestOf([sameDay, ...rules], position);

/** "today", "übermorgen". Not "Guten Morgen" or "Montag Morgen": in German one word means tomorrow and morning. */
const daysAhead: Rule = (position) => {
  const isMorning = `(?<= {beforeMorning,weekdays} )morgen${wordEnd}`;
  const found = matchAt(position, `(?!${isMorning}){=daysAhead}`);
  const days = found?.entryIndex('daysAhead');
  return found && { count: found.count, value: addDays(position.options.todayIso, days ?? 0) };
};

/**
 * "next week" is its Monday, "end of the week" its last day in the locale, "next month" its first day; a weekend is its Saturday.
 * "3rd week of next month" and "32nd of next month" are not dates.
 */
const period: Rule = (position) => {
  const found = matchAt(
    position,
    '(?!(?<= (?:{links}|\\d+(?:st|nd|rd|th|er|\\.)) ){periods:1}){=periods}',
  );
  if (found === undefined) return undefined;
  const { todayIso, firstDayOfWeek } = position.options;
  const weekStart = nextWeekday(todayIso, firstDayOfWeek);
  const weekend = nextWeekday(todayIso, saturday);
  const isWeekend = weekdayOf(todayIso) >= saturday;
  const workday = firstWorkdayOfNextWeek(todayIso, firstDayOfWeek);
  const days = [
    workday,
    monthStart(todayIso, 1),
    `${addMonths(todayIso, 12).slice(0, 4)}-01-01`,
    // On a weekend, "this weekend" is today, not next Saturday.
    isWeekend ? todayIso : weekend,
    isWeekend ? weekend : addDays(weekend, 7),
    addDays(weekStart, -1),
    addDays(weekStart, 6),
    addDays(monthStart(todayIso, 1), -1),
    addDays(monthStart(todayIso, 2), -1),
    `${todayIso.slice(0, 4)}-12-31`,
    addDays(workday, 7),
  ];
  return { count: found.count, value: days[found.entryIndex('periods') ?? 0] ?? todayIso };
};

const saturday = 6;

const monthStart = (todayIso: string, later: number) =>
  `${addMonths(todayIso, later).slice(0, 7)}-01`;

/** A time of day with minutes or a unit: "14:00", "2pm", "14 Uhr". */
const clock = `\\d{1,2}(?:[:.h]\\d\\d)?(?:am|pm|h|uhr)?${wordEnd}`;
const clearTime = `(?:${clock} {timeUnits}(?: [0-5]\\d${wordEnd})?|(?=\\d+(?:[:h]\\d\\d|(?:\\.\\d\\d)?(?:am|pm|h|uhr)))${clock})`;
/** A time of day, also "at 9" and "um 14". Times stay in the description. */
export const time = `(?:(?:{timeLeads} )?${clearTime}|{timeLeads} ${clock})`;

/** The name of a weekday, also with "prochain" after it; a short name only where it cannot be another word, as before a time. */
const isClear = `(?={clearWeekdays})|(?<= {shortLeads} )|(?={shortWeekdays}[.,]* ${clearTime})`;
const dayNameIf = (condition: string) =>
  `(?:{=weekdays}|(?:${condition}){=shortWeekdays})(?: {weekdayTails})?`;
const dayName = dayNameIf(isClear);
/** The weekday that a match names; Monday is 1. */
const dayIn = (found: Match) =>
  (found.entryIndex('weekdays') ?? found.entryIndex('shortWeekdays') ?? 0) + 1;

/** "Friday" and "next Friday" are the next Friday after today. */
const weekday: Rule = (position) => {
  const found = matchAt(position, dayName);
  return (
    found && { count: found.count, value: nextWeekday(position.options.todayIso, dayIn(found)) }
  );
};

/** "Friday next week", "next week on Friday", "lundi de la semaine prochaine", "übernächste Woche Mittwoch". */
const weekdayOfWeek: Rule = (position) => {
  const { todayIso, firstDayOfWeek } = position.options;
  const week = '(?:(?<later>{periods:10})|{periods:0})';
  const found =
    matchAt(position, `${dayName},?(?: {links,articles})* ${week}`) ??
    matchAt(
      position,
      `${week},?(?: {links,articles})* ${dayNameIf(`${isClear}|(?={shortWeekdays}${countsNothing})`)}`,
    );
  const start = startOfWeek(
    addDays(todayIso, found?.groups['later'] === undefined ? 7 : 14),
    firstDayOfWeek,
  );
  return found && { count: found.count, value: nextWeekday(addDays(start, -1), dayIn(found)) };
};

/** An amount: "2 weeks", "a month". `moved` is the date that amount after another date, or before it. */
const amount = `(?:(?<digits>\\d{1,4})${wordEnd}|{=counts}) {=units}`;
function moved(found: Match, iso: string, sign = 1): string {
  const { digits } = found.groups;
  const count =
    sign * (digits === undefined ? (found.entryIndex('counts') ?? 0) + 1 : Number(digits));
  const unit = found.entryIndex('units') ?? 0;
  return unit < 2
    ? addDays(iso, count * (unit === 0 ? 1 : 7))
    : addMonths(iso, count * (unit === 2 ? 1 : 12));
}

/** "in 3 days", "in einem Monat", "dans deux semaines". */
const within = `{within} ${amount}(?: {offsetLinks:2})?`;
export const distance: Rule = (position) => {
  const found = matchAt(position, within);
  return found && { count: found.count, value: moved(found, position.options.todayIso) };
};

/** "2 weeks from now", "a week after Friday", "a week on Friday", "3 Tage vor dem 5. Mai", "heute in einer Woche". */
const offset: Rule = (position) => {
  const ahead = daysAhead(position);
  const later = ahead && matchAt(movedBy(position, ahead.count), within);
  if (later) return { count: ahead.count + later.count, value: moved(later, ahead.value) };
  const found = matchAt(position, `${amount} {=offsetLinks}`);
  const link = found?.entryIndex('offsetLinks');
  if (found === undefined || link === undefined) return undefined;
  if (link === 3 && found.entryIndex('units') !== 1) return undefined;
  if (link === 2) return { count: found.count, value: moved(found, position.options.todayIso) };
  const count = found.count + articlesAt(movedBy(position, found.count));
  const day = longestOf([daysAhead, weekday, spelledDay, numericDay], movedBy(position, count));
  return (
    day && { ...day, count: count + day.count, value: moved(found, day.value, link === 1 ? -1 : 1) }
  );
};

const articlesAt = (position: WordPosition): number =>
  matchAt(position, '{articles}(?: {articles})*')?.count ?? 0;

const year = `(?<year>(?:19|2\\d)\\d\\d)${wordEnd}`;
const day = '(?<day>\\d{1,2})(?:st|nd|rd|th|er|e)?';

/** "3 dec", "3.Dezember 2026", "3rd of December", "le 1er mars", "dec 3, 2026", "March the 5th". */
const spelledDay: Rule = (position) => {
  const found =
    matchAt(position, `${day}(?:\\. ?| )(?:{links} )?{=months}(?:[.,]? ${year})?`) ??
    matchAt(
      position,
      `{=months}\\.? (?:{articles} )?${day}${wordEnd}(?! {timeUnits})(?:,? ${year})?`,
    );
  return found && inYear(found, Number(found.groups['day']), position);
};

/** "mid January", "Ende Mai 2027", "mi-mars": its 1st, 15th or last day. */
const partOfMonth: Rule = (position) => {
  const found = matchAt(position, `(?:(?:mid|mi)-|{=monthParts} ){=months}(?:,? ${year})?`);
  return (
    found && inYear(found, [1, 15, lastDay][found.entryIndex('monthParts') ?? 1] ?? 1, position)
  );
};

/** The day in the written year; without a year the next such day. */
function inYear(
  found: Match,
  dayOfMonthRead: number,
  { options: { todayIso } }: WordPosition,
): FoundDate | undefined {
  const month = (found.entryIndex('months') ?? 0) + 1;
  const written = found.groups['year'];
  if (written === undefined) return nextYearly(dayOfMonthRead, month, found.count, todayIso);
  const value = dateOf(Number(written), month, dayOfMonthRead);
  return value === undefined ? undefined : dated(value, found.count, todayIso);
}

/** Stands for the last day of any month. */
const lastDay = -1;
const dateOf = (yearRead: number, month: number, dayRead: number) =>
  isoFrom(yearRead, month, dayRead === lastDay ? daysInMonth(yearRead, month) : dayRead);

const dated = (value: string, count: number, todayIso: string): FoundDate =>
  value < todayIso ? { count, value, note: 'in_the_past' } : { count, value };

/** The next such day from today on; the next 29 February may be eight years later. */
function nextYearly(
  dayRead: number,
  month: number,
  count: number,
  todayIso: string,
): FoundDate | undefined {
  const thisYear = todayIso.slice(0, 4);
  const value = [0, 1, 2, 3, 4, 5, 6, 7, 8]
    .map((later) => dateOf(Number(thisYear) + later, month, dayRead) ?? '')
    .find((iso) => iso >= todayIso);
  if (value === undefined) return undefined;
  return value.startsWith(thisYear) ? { count, value } : { count, value, note: 'later_year' };
}

/** Matches unless "1/2 cup" or a like fraction follows, without a word such as "on" before it. */
const noFraction = '(?!(?<! {leads} )(?:1\\/[234]|2\\/3|3\\/4) (?!{timeLeads})[a-z])';

/** "2026-12-03", "3.12.", "3. 12. 2026", "12/3": in the locale's order, or in the other order if only that gives a date. */
const numericDay: Rule = (position) => {
  const { todayIso, locale } = position.options;
  const [iso] = /^\d{4}([-/])\d\d\1\d\d$/.exec(position.words[position.index]?.key ?? '') ?? [];
  const written = iso?.replaceAll('/', '-') ?? '';
  if (isDate(written)) return dated(written, 1, todayIso);
  // "3-12" is a range or a score; "3.12" alone is a price or a version; "bis 10.12 Uhr" is a time.
  const found = matchAt(
    position,
    `${noFraction}(?<left>\\d{1,2})` +
      '(?:(?<mark>[./-]) ?(?<right>\\d{1,2})\\k<mark> ?(?<year>\\d{4}|(?<![- ])\\d{2})|' +
      `(?:\\/(?<month>\\d{1,2})|\\. ?(?<dotted>\\d{1,2})(?:(?<=\\.\\d+|{leads} \\d+\\. \\d+)(?=\\.)|(?<= {leads} \\d+\\.\\d+))))${wordEnd}(?! {timeUnits})`,
  );
  if (found === undefined) return undefined;
  const { count, groups } = found;
  const { left, right, month, dotted, year: writtenYear } = groups;
  const [first, second] = [Number(left), Number(right ?? month ?? dotted)];
  const inOrder = (dayRead: number, monthRead: number) => {
    if (writtenYear === undefined) return nextYearly(dayRead, monthRead, count, todayIso);
    const value = isoFrom(Number(writtenYear.padStart(4, todayIso)), monthRead, dayRead);
    return value === undefined ? undefined : dated(value, count, todayIso);
  };
  return isDayFirst(locale)
    ? (inOrder(first, second) ?? inOrder(second, first))
    : (inOrder(second, first) ?? inOrder(first, second));
};

/** Matches after a number that does not count a following word. */
export const countsNothing = `(?=[.,;:!?…]*$|[.:…]*[,;!?]|[.,;:!?…]* (?:[!/\\d]|{timeLeads}))`;

/** "15th", "am 15.", "le 15" */
export const monthDay = `(?:\\d{1,2}(?:st|nd|rd|th|er|e)|(?<= {monthDayLeads:1} )\\d{1,2}|(?<= {monthDayLeads:2} )\\d{1,2}\\.)${wordEnd}`;

/**
 * "on the 15th", "am 15.", "le 15": the next such day, unless the number counts a following word. "15th of next month" and
 * "mid next month" are days of that month.
 */
const dayOfMonth: Rule = (position) => {
  const { todayIso } = position.options;
  const ofNext =
    matchAt(position, `(?:(?<day>${monthDay})|{=monthParts}) (?:{links} )*{periods:1}`) ??
    matchAt(position, `{periods:1} (?:{articles} )*(?<day>${monthDay})${countsNothing}`);
  const ofThis = `(?<= {monthDayLeads} )(?<day>${monthDay})(?:${countsNothing}| {links} (?:{articles} )?{units:2})`;
  const found = ofNext ?? matchAt(position, ofThis);
  const parts = ['01', '15', addDays(monthStart(todayIso, 2), -1).slice(8)];
  return (
    found && nextMonthly(found, todayIso, ofNext && 1, parts[found.entryIndex('monthParts') ?? -1])
  );
};

/** A number after the name of its weekday: "Friday 5", "Freitag 5.", "vendredi 5". */
const dayAfterName: Rule = (position) => {
  const isRange = '(?= {tails}|[.]? {rangeLinks} (?:{articles} )*{weekdays,shortWeekdays})';
  const found = matchAt(position, `${day}${wordEnd}(?:${countsNothing}|${isRange})`);
  return found && nextMonthly(found, position.options.todayIso);
};

/** The next such day of a month, or that of the month that is `later`. */
function nextMonthly(
  found: Match,
  todayIso: string,
  later?: number,
  part?: string,
): FoundDate | undefined {
  const written = part ?? `${Number.parseInt(found.groups['day'] ?? '', 10)}`.padStart(2, '0');
  const value = (later === undefined ? [0, 1, 2] : [later])
    .map((each) => monthStart(todayIso, each).slice(0, 8) + written)
    .find((iso) => isDate(iso) && iso >= todayIso);
  return value === undefined ? undefined : { count: found.count, value };
}

const named = [spelledDay, numericDay, dayOfMonth];
const rules = [daysAhead, period, distance, offset, weekday, weekdayOfWeek, partOfMonth, ...named];

/** One day written in two ways: "Friday, 28 November", "Fr., 28.11.", "vendredi 28", "demain mardi". */
const sameDay: Rule = (position) => {
  const ahead = daysAhead(position);
  const name = matchAt(position, dayNameIf(''));
  const count = ahead?.count ?? name?.count;
  const tail = count === undefined ? undefined : position.words[position.index + count - 1]?.tail;
  if (count === undefined || tail === undefined || !/^\.?,?$/.test(tail)) return undefined;
  const rest = count + articlesAt(movedBy(position, count));
  const second = longestOf([...named, ahead ? weekday : dayAfterName], movedBy(position, rest));
  const dayRead = name ? dayIn(name) : weekdayOf(ahead?.value ?? '');
  if (!second || weekdayOf(second.value) !== dayRead) return undefined;
  return { ...second, count: rest + second.count, value: ahead?.value ?? second.value };
};
