import { dateAt } from './date-rules.ts';
import { longestOf } from './found-date.ts';
import type { FoundDate } from './found-date.ts';
import { times } from './how-often.ts';
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

const number = '(?:\\d{1,4}|{counts})';
const amount = `${number} {units}`;
const ordinalEnding = '(?:st|nd|rd|th|er|\\.)';
const dayThenMonth = `\\d{1,2}${ordinalEnding}? (?:{links} )?{months}`;

/** "from the" is the first day of a recurrence: "à partir du lundi". */
const ofFirstDay = '(?<! {repeatBounds.start} (?={repeatBounds.filler} ))';
const otherDayLead =
  '(?:{otherDayLeads,unclearOrdinals,ordinals.last,dayOrdinals,repeatBounds.except}[.]?|' +
  '[1-4](?:st|nd|rd|th))';
/** What an earlier or later day is counted from: "days after", "the Monday before". */
const besideDay =
  '{units,weekdays,shortWeekdays,counts,besideLeads} {offsetLinks.after,offsetLinks.before}';
const startOfRange =
  '{repeatBounds.start,repeatBounds.filler} (?:{articles} )?(?:\\d[^ ]*|{counts,weekdays,months})';
/** "of", but not that of "the morning of 5 May" and "as of 5 May". */
const ofThing = '(?!(?:{repeatUnits.day}|as|eve) of )[^ ]+ of';
/** The start of the noun after a day that is a part of its name: not "by", "at", "to", "morning". */
const thing =
  '(?!{leads,timeLeads,rangeLinks,links,weekdayTails,repeatUnits,tails,yearLinks,monthLeads})[a-z]';
/** "the" of a thing, but not of "by the Monday". */
const ofNoDay = '(?<! {shortLeads,shortDayLeads})';
const namedDay = `(?:{weekdays} (?:{repeatUnits.day} )?|${dayThenMonth} )`;

/** Words before a date that make it another day. */
const movedBefore = [
  // "last Monday", "since Friday", "except Friday", "Mr. Friday", but "à partir du lundi"
  `(?<= ${ofFirstDay}${otherDayLead} )`,
  // "days after Friday", "the Monday before 10 December", "shortly before Friday"
  `(?<= ${besideDay}(?: {articles,weekdayLeads})* )`,
  // "within 2 days of Monday", "the week of 7 December"
  '(?<= {units} {links} (?:{articles} )?)',
  // "for 10 days from 18 December"
  '(?<= {repeatSpans} )(?=[^ ]+ {units} {offsetLinks.after})',
  // "from the 13th to 15 July", "du treize au 15 juillet"
  `(?<= ${startOfRange} {rangeLinks} ${articles})(?:\\d|{weekdays})`,
  // "the bug of Monday", "the receipt of 3 November", but "the morning of 5 May"
  `(?<= ${ofThing} )`,
  // "a Sunday"
  '(?<= {indefinites} ){weekdays}(?! \\d)',
  // "the Monday board", "the 3 November meeting", but "by the Monday"
  `(?<=${ofNoDay} {thingLeads} )${namedDay}${thing}`,
  // "Robinson and Friday"
  '(?<= [^ ]+ {nameLinks} )(?={weekdays}[.,;:!?…]*$)',
  // "3 weeks tomorrow"
  `(?<= ${amount} )(?={daysAhead,weekdays})`,
  // "six fois le samedi"
  `(?<= ${times} (?:{articles} )?)(?={weekdays})`,
  // "late next week"
  '(?<= {monthPartLeads} )(?={periods})',
  // "in 1" before "mon"
  `(?<= {within} ${number} )(?={shortWeekdays})`,
].join('|');

/** Words after a date that make it another day or a name. */
const movedAfter = [
  // "Sunday roast", "Wednesday schauen"
  '(?<= {weekdays} ){thingTails}|(?<=day ){nameTails}',
  // "ago", "a week ago", "week before 2 days"
  `(?:${amount} )?{otherDayTails}|{offsetLinks.before} ${amount}`,
  // "until Christmas", "until May"
  `{repeatEnds} ${articles}{feasts,months}`,
  // "the Friday before Christmas", "the Monday after 3 May"
  `{offsetLinks.after,offsetLinks.before} ${articles}(?:{feasts}|${dayThenMonth})`,
].join('|');

/** Number of words of a date that the words beside it make another day: "last Monday", "Monday a week ago". */
function otherDayAt(position: WordPosition, count: number): number | undefined {
  const tails = matchAt(movedBy(position, count), movedAfter);
  if (tails !== undefined) return count + tails.count;
  if (isTitleAt(position, count)) return count;
  return matchAt(position, `(?:${movedBefore})`) && count;
}

/** "Watch Wednesday", "Watch The Day After Tomorrow", "Listen to Monday Monday", "28 Days Later", "in 3D", "in 80 Days". */
function isTitleAt(position: WordPosition, count: number): boolean {
  const { words, index, options } = position;
  const last = words[index + count - 1];
  if (words[index]?.hasCapital && matchAt(position, afterName) !== undefined) return true;
  if (last?.hasCapital !== true) return false;
  if (matchAt(position, `${afterName}|${nameOfSpan}`) !== undefined) return true;
  // In German every noun has a capital letter.
  if (options.language === 'de') return false;
  return isInName(position, count) || matchAt(position, '{within} [^ ]+ {units}') !== undefined;
}

const afterName = '(?<= {nameLeads} (?:the |{weekdays} )?)[^ ]';
const nameOfSpan = '{within} \\d+d|[^ ]+ {units} {offsetLinks.fromNow}';

/** "Saturday Night Live", "24 March Road": among other words with a capital letter. */
function isInName(position: WordPosition, count: number): boolean {
  const { words, index } = position;
  const [last, next] = words.slice(index + count - 1);
  if (index === 0 || last?.tail !== '' || next?.hasCapital !== true) return false;
  return matchAt(position, '(?<= {leads,weekdayLeads} )[^ ]') === undefined;
}
