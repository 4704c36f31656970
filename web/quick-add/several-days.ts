import { dateAt } from './date-rules.ts';
import type { FoundDate } from './found-date.ts';
import { times } from './how-often.ts';
import { countsNothing } from './month-days.ts';
import { distance } from './moved-days.ts';
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
  return date && otherDayAt(position, date.count);
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

/** One of two dates, but not both, is a distance: "Monday in 2 weeks". */
function isMovedAt(position: WordPosition, after: WordPosition, then: WordPosition): boolean {
  if (!/^\.?$/.test(markBefore(after))) return false;
  return (distance(position) === undefined) !== (distance(then) === undefined);
}

const markBefore = ({ words, index }: WordPosition): string => words[index - 1]?.tail ?? '';

/** The end of "Fri to Sun" and of "Dec 3 - 10", which alone is no date. */
const rangeEnd =
  '(?<= {weekdays,shortWeekdays} (?:{articles} )*{rangeLinks} (?:{articles} )*){shortWeekdays}|' +
  `(?<= {months} ${ordinal} (?:{articles} )*{rangeLinks} (?:{articles} )*)${ordinal}${countsNothing}`;

const amount = '(?:\\d{1,4}|{counts}) {units}';

/** Words before a date that make it another day. */
const movedBefore = [
  // "last Monday", "since Friday", "except Friday", "Mr. Friday", but "à partir du lundi"
  '(?<= (?:(?<! {repeatBounds.start} (?={repeatBounds.filler} )){otherDayLeads,unclearOrdinals,ordinals.last,dayOrdinals,repeatBounds.except}[.]?|[1-4](?:st|nd|rd|th)) )',
  // "days after Friday", "the Monday before 10 December", "shortly before Friday"
  '(?<= (?:{units,weekdays,shortWeekdays,counts,besideLeads} {offsetLinks.after,offsetLinks.before}(?: {articles,weekdayLeads})*) )',
  // "within 2 days of Monday", "the week of 7 December"
  '(?<= {units} {links} (?:{articles} )?)',
  // "for 10 days from 18 December"
  '(?<= {repeatSpans} )(?=[^ ]+ {units} {offsetLinks.after})',
  // "from the 13th to 15 July", "du treize au 15 juillet"
  '(?<= {repeatBounds.start,repeatBounds.filler} (?:{articles} )?(?:\\d[^ ]*|{counts,weekdays,months}) {rangeLinks} (?:{articles} )*)(?:\\d|{weekdays})',
  // "the bug of Monday", "the receipt of 3 November", but "the morning of 5 May"
  '(?<= (?!(?:{repeatUnits.day}|as|eve) of )[^ ]+ of )',
  // "a Sunday"
  '(?<= {indefinites} ){weekdays}(?! \\d)',
  // "the Monday board", but "by the Monday"
  '(?<=(?<! {shortLeads,shortDayLeads}) {thingLeads} ){weekdays} (?:{repeatUnits.day} )?(?!{leads,timeLeads,rangeLinks,links,weekdayTails,repeatUnits})[a-z]',
  // "3 weeks tomorrow"
  `(?<= ${amount} )(?={daysAhead,weekdays})`,
  // "six fois le samedi"
  `(?<= ${times} (?:{articles} )?)(?={weekdays})`,
  // "late next week"
  '(?<= {monthPartLeads} )(?={periods})',
  // "in 1" before "mon"
  '(?<= {within} (?:\\d{1,4}|{counts}) )(?={shortWeekdays})',
].join('|');

/** Words after a date that make it another day or a name: "ago", "the Friday before Christmas", "Sunday roast". */
const movedAfter =
  '(?<= {weekdays} ){thingTails}|(?<=day ){nameTails}|' +
  `(?:${amount} )?{otherDayTails}|{offsetLinks.before} ${amount}|` +
  '{repeatEnds} (?:{articles} )*{feasts,months}|{offsetLinks.after,offsetLinks.before} (?:{articles} )*(?:{feasts}|\\d{1,2}(?:st|nd|rd|th|er|\\.)? (?:{links} )?{months})';

/** Number of words of a date that the words beside it make another day: "last Monday", "Monday a week ago". */
function otherDayAt(position: WordPosition, count: number): number | undefined {
  const tails = matchAt(movedBy(position, count), movedAfter);
  if (tails !== undefined) return count + tails.count;
  if (isTitleAt(position, count)) return count;
  return matchAt(position, `(?:${movedBefore})`) && count;
}

/** "Watch Wednesday", "Watch The Day After Tomorrow", "Listen to Monday Monday"; with capital letters "Saturday Night Live", "24 March Road", "in 80 Days" and "in 3D". */
function isTitleAt(position: WordPosition, count: number): boolean {
  const { words, index, options } = position;
  const [last, next] = words.slice(index + count - 1);
  if (last?.hasCapital !== true) return false;
  if (matchAt(position, '(?<= {nameLeads} (?:the |{weekdays} )?)[^ ]') !== undefined) return true;
  if (matchAt(position, '{within} \\d+d') !== undefined) return true;
  // In German every noun has a capital letter.
  if (options.language === 'de') return false;
  const isLed = matchAt(position, '(?<= {leads,weekdayLeads} )[^ ]') !== undefined;
  const isInName = last.tail === '' && next?.hasCapital === true && index > 0 && !isLed;
  return isInName || matchAt(position, '{within} [^ ]+ {units}') !== undefined;
}
