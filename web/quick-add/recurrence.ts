import { dateAt } from './date-rules.ts';
import { endingAt } from './ending.ts';
import type { Ending } from './ending.ts';
import type { FoundDate } from './found-date.ts';
import { countsNothing, monthDay } from './month-days.ts';
import { matchAt, wordEnd } from './pattern.ts';
import { isAdjective, isPartOfDay, isTitle, isWeekdayRange } from './repeat-limits.ts';
import { everyOther } from './repeat-words.ts';
import { time, timeAt } from './time-of-day.ts';
import { movedBy } from './word-position.ts';
import type { WordPosition } from './word-position.ts';

/**
 * A recurrence takes `count` words; the first `leadingDays` of them may name the day: "1st of every month". A number of words is
 * never 0.
 */
export type Recurrence = {
  readonly count: number;
  readonly leadingDays?: number;
  readonly start?: FirstDay;
  readonly ending?: LastDay;
};

/** The indexes `[from, to)` of some words. */
export type WordRange = { readonly from: number; readonly to: number };

/** The first day of a recurrence, and its words: "starting on Monday". */
export type FirstDay = WordRange & { readonly day: FoundDate };

/** The last day of a recurrence, and its words: "until 3 May". */
export type LastDay = WordRange & Pick<Ending, 'lastDayFrom'>;

/** The recurrence at the position: "every other Tuesday at 9 from 3 May". Its words stay in the description. */
export function recurrenceAt(position: WordPosition): Recurrence | undefined {
  return recurrenceAfterDays(position) ?? plainRecurrenceAt(position);
}

/** "1st of every month", "am letzten Tag jedes Monats" */
function recurrenceAfterDays(position: WordPosition): Recurrence | undefined {
  const leadingDays = matchAt(position, daysBefore)?.count;
  if (leadingDays === undefined) return undefined;
  const rest = recurrenceAt(movedBy(position, leadingDays));
  return rest && { ...rest, count: leadingDays + rest.count, leadingDays };
}

function plainRecurrenceAt(position: WordPosition): Recurrence | undefined {
  const start = matchAt(position, '{repeatStarts.every}')?.count ?? 0;
  if (start > 0 && isWeekdayRange(movedBy(position, start))) return { count: start + 1 };
  const count = matchAt(
    position,
    `${starts}|${everyOther}|(?<! (?:{adjectiveLeads}|{counts}) ){repeats,weekdayPlurals}`,
  )?.count;
  if (count === undefined || isPartOfDay(position) || isAdjective(position)) return undefined;
  if (isTitle(position)) return undefined;
  const bounds = boundsAt(movedBy(position, count));
  const first = { ...bounds, count: count + bounds.count };
  const second = secondPartAt(position, first.count);
  return { ...first, ...second };
}

/** The second part of a recurrence: "mondays and thursdays", "biweekly on mondays". Its `count` is that of both parts. */
function secondPartAt(position: WordPosition, count: number): Recurrence | undefined {
  const after = movedBy(position, count);
  if (!/^,?$/.test(position.words[after.index - 1]?.tail ?? '')) return undefined;
  const links = (matchAt(after, '(?:{repeatLinks.filler,rangeLinks} )*')?.count ?? 1) - 1;
  const second = recurrenceAt(movedBy(after, links));
  if (second === undefined || second.leadingDays !== undefined) return undefined;
  return { ...second, count: count + links + second.count };
}

/** Not the hours of "every day 2 hours". */
const noDuration =
  '(?!(?<= {units,repeatUnits,weekdays,shortWeekdays},? (?:\\d{1,3}|{counts}) ){repeatUnits.unclear})';

/** "2", "2nd", "third" */
const countOfUnits =
  `(?:\\d{1,3}(?:st|nd|rd|th|er|e|eme)?${wordEnd}[.!]?|` +
  '{counts,ordinals,dayOrdinals,repeatLinks}!?)';
/** The day of "every 1st" */
const dayAtEnd = '\\d{1,2}(?:st|nd|rd|th|\\.)(?=$| (?:[!/\\d]|{timeLeads}))';
/** The day of "every 24/12" and "every March 5" */
const dayOfYear = `(?:\\d{1,2}[./]|{months} )\\d{1,2}${countsNothing}`;

/**
 * "every 2 weeks", "jeden Montag und Freitag", "every 1st" at the end: a beginning, then a count, units or names. A comma separates
 * the units of a list: "every mon, wed"; a dot makes an ordinal: "jeden 2. Montag". "every!" is a form of Todoist.
 */
const counted = (units: string) =>
  `!? (?:${countOfUnits} |{${units}}[,!]? |{shortWeekdays}\\.,? )*` +
  `(?:${dayAtEnd}|${dayOfYear}|${noDuration}{${units}})`;
const things = 'weekdays,weekdayPlurals,units,months,repeatUnits';
// After "alle" and "tous" a short weekday is another word: "alle so".
const starts =
  `(?:\\d{1,2}x [^ ]+ (?:der )?{units}|{repeatStarts.every}${counted(`${things},shortWeekdays`)}|` +
  `{repeatStarts.all,repeatStarts.unclear}${counted(things)})`;

const edgeOfMonth = '{ordinals.start,ordinals.last,ordinals.end,dayOrdinals.1}';
/** "until 29 April" is another day, not a further day of each month. */
const notOfDate = '(?![.]? (?:{links} )?{months})';
/**
 * Days of a month: "1st", "15th and last day", "1st Monday". Only a single number, or the first or last day, makes a rule.
 * No word may match in two ways: in a long line each such word would double the work.
 */
const ofMonth = '{weekdays,clearWeekdays,units.day,repeatUnits.workday}';
const otherDay = `(?:{ordinals,dayOrdinals} ${ofMonth}|\\d{1,2}(?:st|nd|rd|th|er|\\.)?${wordEnd}(?: ${ofMonth})?)`;
const monthDays =
  `(?:(?:${monthDay}|{ordinals,dayOrdinals}) ${ofMonth}|${monthDay}(?! {units}))` +
  `(?:(?:, |,? (?!${time})(?:{repeatLinks.filler,rangeLinks,repeatBounds.filler} )+)${otherDay}${notOfDate})*`;
/** "other", "2nd": how many months */
const countsOfMonth =
  `(?:\\d{1,2}(?:st|nd|rd|th|er|e)?${wordEnd}\\.? |` +
  '{counts,ordinals,dayOrdinals,repeatLinks} )*';
const daysBefore =
  `(?:${monthDays}|${edgeOfMonth})(?: {repeatLinks.filler})*` +
  `(?= {repeatStarts.every,repeatStarts.all}!? ${countsOfMonth}{units.month}|` +
  ` {repeats.month}${countsNothing})`;
const monthly = '{units.month,repeats.month,repeats.quarter,repeatUnits.quarter}';
const daysAfter =
  `(?<= ${monthly} )(?:(?:{repeatBounds.filler} )+${monthDays}|` +
  `(?:{repeatBounds.filler} )*${edgeOfMonth}${countsNothing}|{ordinals.end})`;

type Bounds = {
  readonly count: number;
  readonly start?: FirstDay;
  readonly ending?: LastDay;
};

/** The times, the first day and the last day of a recurrence: "at 9 from Monday until May 3". */
function boundsAt(position: WordPosition): Bounds {
  if (!/^,?$/.test(position.words[position.index - 1]?.tail ?? '')) return { count: 0 };
  const times = timeAt(position);
  const bound = times === undefined ? dayBoundAt(position) : { count: times };
  if (bound.count === 0) return bound;
  const rest = boundsAt(movedBy(position, bound.count));
  return { ...rest, ...bound, count: bound.count + rest.count };
}

/** "from Monday", "until May 3", "for 10 days", "except sundays", "on the 1st". */
function dayBoundAt(position: WordPosition): Bounds {
  const from = position.index;
  const ending = endingAt(position);
  if (ending !== undefined) {
    const { count, lastDayFrom } = ending;
    return { count, ending: { from, to: from + count, lastDayFrom } };
  }
  const found = ['{repeatBounds.except}', daysAfter].map((each) => matchAt(position, each));
  const others = found.map((each) => each?.count ?? 0);
  const date = boundDateAt(position);
  const count = Math.max(date?.count ?? 0, ...others);
  const isStart = matchAt(position, '{repeatBounds.start}') !== undefined;
  if (date === undefined || !isStart) return { count };
  return { count, start: { from, to: from + count, day: date } };
}

/** A date after words such as "from" and "until"; `count` includes them. */
function boundDateAt(position: WordPosition): FoundDate | undefined {
  const leads = matchAt(position, '(?:{repeatBounds} )+');
  if (leads === undefined) return undefined;
  const between = leads.count - 1;
  const date = dateAt(movedBy(position, between));
  return date && { ...date, count: between + date.count };
}
