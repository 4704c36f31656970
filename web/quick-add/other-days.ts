import { times } from './how-often.ts';
import { matchAt } from './pattern.ts';
import { movedBy } from './word-position.ts';
import type { WordPosition } from './word-position.ts';

const articles = '(?:{articles} )*';
const number = '(?:\\d{1,4}|{counts})';
const amount = `${number} {units}`;
const ordinalEnding = '(?:st|nd|rd|th|er|\\.)';
const dayThenMonth = `\\d{1,2}${ordinalEnding}? (?:{links} )?{months}`;

/** "from the" is the first day of a recurrence: "à partir du lundi". */
const ofFirstDay = '(?<! {repeatBounds.start} (?={repeatBounds.filler} ))';
const otherDayLead =
  '(?:{otherDayLeads,unclearOrdinals,ordinals.last,dayOrdinals,repeatBounds.except}[.]?|' +
  '[1-4](?:st|nd|rd|th|er|e|eme|\\.))';
/** What an earlier or later day is counted from: "days after", "the Monday before". */
const besideDay =
  '{units,weekdays,shortWeekdays,counts,besideLeads} {offsetLinks.after,offsetLinks.before}';
const startOfRange =
  '{repeatBounds.start,repeatBounds.filler} (?:{articles} )?(?:\\d[^ ]*|{counts,weekdays,months})';
/** "of", but not that of "the morning of 5 May" and "as of 5 May". */
const ofThing = '(?!(?:{repeatUnits.day}|as|eve) of )[^ ]+ of';
/** The start of the noun after a day that is a part of its name: not "by", "at", "to", "morning". */
const thing =
  '(?!{leads,timeLeads,rangeLinks,links,weekdayTails,repeatUnits,tails,yearLinks,monthLeads,weeksLater})[a-z]';
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
  `(?<= ${number} {units.day,units.week,units.month} )(?={daysAhead,weekdays})`,
  // "six fois le samedi"
  `(?<= ${times} (?:{articles} )?)(?={weekdays})`,
  // "week on Monday" without a number
  '(?<= {units.week} {offsetLinks.on} )(?={weekdays})',
  // "the middle of next year"
  '(?<= {monthParts.middle} (?:{links,articles} )*)(?={periods.nextYear,periods.nextWeek})',
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
export function otherDayAt(position: WordPosition, count: number): number | undefined {
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
  if (last?.tail !== '' || next?.hasCapital !== true) return false;
  if (matchAt(movedBy(position, count), '(?<= {months} ){streets}') !== undefined) return true;
  if (index === 0) return false;
  return matchAt(position, '(?<= {leads,weekdayLeads} )[^ ]') === undefined;
}
