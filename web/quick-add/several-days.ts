import { dateAt } from './date-rules.ts';
import { longestOf } from './found-date.ts';
import type { FoundDate } from './found-date.ts';
import { loadedLater } from './loaded-later.ts';
import { countsNothing } from './month-days.ts';
import { distance, offset } from './moved-days.ts';
import { matchAt, wordEnd } from './pattern.ts';
import { timeAt } from './time-of-day.ts';
import { disagreementAt } from './two-forms.ts';
import { movedBy } from './word-position.ts';
import type { WordPosition } from './word-position.ts';

/**
 * Number of words from the position on that mean several days or a past day: "Monday to Friday", "3 - 5 Dec", "Mon, Wed and Fri",
 * "Monday in 2 weeks", "(last) Monday", a Monday that is no Monday. They do not give one due date, so they stay in the description.
 * `date` is the date at the position.
 */
export function severalDaysAt(
  position: WordPosition,
  date: FoundDate | undefined,
): number | undefined {
  const disagreement = disagreementAt(position);
  const first = disagreement ?? date?.count ?? partOfDateAt(position);
  if (first === undefined) return undefined;
  const withTime = first + (timeAt(movedBy(position, first)) ?? 0);
  const second = secondDayAt(position, withTime, date);
  if (second !== undefined) return withTime + second;
  if (disagreement !== undefined) return disagreement;
  return date && loadedLater()?.otherDayAt(position, date.count);
}

const ordinal = `\\d{1,2}(?:st|nd|rd|th|er)?${wordEnd}`;

/** Number of words that are a date only with the next date: "Fri" of "Fri to Sunday", "3" of "3 - 5 Dec". */
const partOfDateAt = (position: WordPosition) =>
  matchAt(position, `(?:{shortWeekdays}|${ordinal})`)?.count;

/**
 * Number of words after the first day of `count` words that belong to further days: "to Friday", ", Wed and Fri". A range of which one
 * end is no day of the calendar gives no date either: "lundi 1 au mercredi 10 juillet".
 */
function secondDayAt(
  position: WordPosition,
  count: number,
  date: FoundDate | undefined,
): number | undefined {
  const after = movedBy(position, count);
  const links = matchAt(after, '(?:{rangeLinks,articles,weekdayLeads} )*');
  const between = (links?.count ?? 1) - 1;
  // The time of "3 May at 3pm - 2pm 4 May".
  const time = timeAt(movedBy(after, between)) ?? 0;
  const then = movedBy(after, between + time);
  const isMoved = date !== undefined && isMovedAt(position, after, then);
  const isRange = isJoinedAt(after) && isFirstDay(position, date, then);
  if (!isRange && !isMoved) return undefined;
  const second = daysAt(then);
  return second && between + time + second;
}

/** Number of words of one or more days at the position; a day may be no day of the calendar. */
function daysAt(position: WordPosition): number | undefined {
  const date = dateAt(position);
  return severalDaysAt(position, date) ?? date?.count ?? matchAt(position, rangeEnd)?.count;
}

/** "buy 2 and tomorrow" is not a range. */
const isFirstDay = (
  position: WordPosition,
  date: FoundDate | undefined,
  then: WordPosition,
): boolean =>
  date !== undefined ||
  matchAt(position, '{weekdays,shortWeekdays}') !== undefined ||
  matchAt(then, '\\d') !== undefined;

/** A range or, after a comma, a list of weekdays: "Monday to Friday", "Mon, Wed". */
function isJoinedAt(after: WordPosition): boolean {
  const mark = markBefore(after);
  if (mark === ',') return matchAt(after, '{weekdays,shortWeekdays}') !== undefined;
  return /^\.?$/.test(mark) && matchAt(after, '(?:{articles} )*{rangeLinks} ') !== undefined;
}

/** One of two dates, but not both, is a distance: "Monday in 2 weeks", "Monday two weeks from now". */
function isMovedAt(position: WordPosition, after: WordPosition, then: WordPosition): boolean {
  if (!/^\.?$/.test(markBefore(after))) return false;
  return isDistance(position) !== isDistance(then);
}

const isDistance = (position: WordPosition): boolean =>
  longestOf([distance, offset], position) !== undefined;

const markBefore = ({ words, index }: WordPosition): string => words[index - 1]?.tail ?? '';

const anyWeekday = '{weekdays,shortWeekdays}';
const articles = '(?:{articles} )*';
/** "to", "to the" */
const rangeLink = `${articles}{rangeLinks} ${articles}`;

/** The end of "Fri to Sun" and of "Dec 3 - 10", which alone is no date. */
const rangeEnd =
  `(?<= ${anyWeekday} ${rangeLink}){shortWeekdays}|` +
  `(?<= {months} ${ordinal} ${rangeLink})${ordinal}${countsNothing}`;
