import { weekdayOf } from '../dates/calendar.ts';
import type { FoundDate } from './found-date.ts';
import { countsNothing } from './month-days.ts';
import { weekdayIn } from './named-days.ts';
import { matchAt, wordEnd } from './pattern.ts';
import { movedBy } from './word-position.ts';
import { isWeekdayRange } from './repeat-limits.ts';
import type { WordPosition } from './word-position.ts';

const number = `(?:\\d{1,3}${wordEnd}|{counts})`;
const amount = `${number} {units,workdayUnits}`;
const articles = '(?:{articles} )*';
const dayThenMonth = '\\d{1,2}(?:st|nd|rd|th|er|\\.)? (?:{links} )?{months}';
const notLed = '(?<! {leads,weekdayLeads} )';
const named = '{weekdays,daysAhead}';

/** Words at a date, those before it included, that make it perhaps a name, a number, a length or a day of the past. */
const doubtful = [
  // "room 1 Jan"
  '(?=\\d)(?<= {numberedNouns} )\\d{1,2} {months}',
  // "RAL 7/16"
  '(?=\\d+/)(?<= {codeNames} )\\d+/',
  // "blood test in 3/12" is in three months, but "hand in 3/12"
  `(?=\\d+/)(?<! {verbsWithIn} {monthLeads} )(?<= {monthLeads} )\\d+/(?:12|52)${wordEnd}`,
  // "chemin de Mai 3/12"
  `(?=\\d+/)${notLed}(?<= {streets} (?:{links} )?(?:[^ ]+ )?)\\d+/`,
  // "warranty 2 years from 3 May"
  `(?<= {lengthNouns} (?:[^ ]+ )?)${amount} {offsetLinks.after} ${articles}\\d`,
  // "3 days off in June"
  `(?={monthLeads})(?<= ${amount} {freeTails} ){monthLeads} {months}`,
  // "essay on the 4 May protests"
  `(?=\\d)(?<= {topics} )${dayThenMonth} (?!{leads,timeLeads,rangeLinks,tails,yearLinks,monthLeads})[a-z]`,
  // "500 words a day until 10 Dec"
  `(?<= \\d+ [^ ]+ {rates} {repeatEnds} ${articles})[^ ]`,
  // "May 3 friends stay over?"
  '{months.5} \\d+ [a-z]+s [a-z].*[?]$',
  // "mon ami"
  '{shortWeekdays} {foreignTails}',
  // "next year at Feb-2017", "next week (Dec 2016)"
  '{periods} (?:{timeLeads} [^ ]*20\\d\\d|[(] {months} \\d)',
  // "sell by 12/11 stickers"
  '(?<= {labelLeads} )\\d[^ ]* (?!{timeLeads,tails,rangeLinks})[a-z]',
  // "photos from 16 Nov"
  '(?<= {recordNouns} {repeatBounds.start} (?:{articles} )?)[^ ]',
  // "hat am Montag angerufen"
  '(?<= {perfectVerbs} (?:[^ ]+ ){0,3})(?=(?:[^ ]+ )+[a-z]*ge[a-z]+(?:t|en)(?:[.,;!?]|$))[^ ]',
  // "not before Monday"
  `(?<= {notBefore} ${articles})[^ ]`,
  // "Thursday, alternate weeks"
  '{weekdays}(?:,? [^ ]+){0,3},? {someWeeks}',
  // "der Freitag"
  '(?={weekdays})(?<= {nominatives} ){weekdays}(?! \\d)',
  // "Friday or never", "neither Friday nor Monday"
  `${named} {alternatives} |(?<= {neither} (?:[^ ]+ {nor} )?)${named}`,
  // "7/7 documentary"
  `(?=\\d+/)${notLed}\\d+/\\d+ {mediaNouns}`,
  // "the report 9/11", "film 7/7"
  `(?=\\d+/)(?<= {mediaNouns} )(?:9/11|11/9|(?<same>\\d+)/\\k<same>)${wordEnd}`,
  // "Freitag der 13. ansehen"
  `${notLed}{weekdays},? der \\d+\\.?,? {nameTails}`,
  // "in August" of "was in August born"
  '(?={monthLeads})(?<= {pastVerbs} (?:[^ ]+ ){0,4}){monthLeads} {months}|{monthLeads} {months} (?:[^ ]+ )?{pastVerbs}',
].join('|');

/** After a date: "10 August 88 AD", "4 July 1776", but not the time of "4 July 1730". */
const doubtfulAfter = `(?:\\d+ )?{eras}${countsNothing}|[(] {mediaNouns} [)]|(?<= {months},? )1[0-8](?!00|15|30|45)\\d\\d${wordEnd}`;
/** "Friday I'm In Love", "Montag ist Ruhetag": the day is what the sentence is about. */
const subject = `(?=${named})${notLed}${named},? {sentenceVerbs}`;
const nameAfter = `(?={weekdays})${notLed}(?<= {nameNouns} ){weekdays}`;

/** True for a date that is perhaps none. Its words are told, so that the person decides. */
export function isDoubtful(position: WordPosition, date: FoundDate): boolean {
  const after = movedBy(position, date.count);
  return (
    matchAt(position, `(?:${doubtful}|${subject})`) !== undefined ||
    matchAt(after, `(?:${doubtfulAfter})`) !== undefined ||
    isPast(position, date) ||
    isPerhapsName(position) ||
    isAfterCode(position) ||
    isListed(position) ||
    isWeekOfToday(position) ||
    isWeekdayRange(movedBy(position, -1)) ||
    isOtherThanLast(position, date)
  );
}

/** "was ill 3 November": a day that has passed this year, among words of the past. */
const isPast = (position: WordPosition, { count, note }: FoundDate): boolean =>
  (matchAt(position, '(?<= {pastVerbs} (?:[^ ]+ ){0,4})[^ ]') ??
    matchAt(movedBy(position, count), '(?:[^ ]+ ){0,2}{pastVerbs}')) !== undefined &&
  note === 'later_year';

/** "Hotel Monday", "Pfarrer Sonntag", "Watch Born on the Fourth of July": a name is written with a capital letter. */
const isPerhapsName = (position: WordPosition): boolean =>
  matchAt(
    position,
    `(?:${nameAfter}|(?<= {nameLeads} (?:[^ ]+ ){1,4}){dayOrdinals} {links} {months})`,
  ) !== undefined && isCapital(position);

const isCapital = ({ words, index }: WordPosition): boolean => words[index]?.hasCapital === true;

/** "flight AF 12/07" */
const isAfterCode = (position: WordPosition): boolean =>
  matchAt(position, '(?=\\d+/)(?<= {codeLeads} [a-z]{1,3} )\\d') !== undefined &&
  isCapital(movedBy(position, -1));

/** "Barres Mars, 3": only English writes the month first. */
const isListed = (position: WordPosition): boolean =>
  position.options.language !== 'en' && matchAt(position, '{months}, \\d') !== undefined;

/** "Sunday lunch at the Crown, 6th": the day at the end is not the next Sunday. */
function isOtherThanLast(position: WordPosition, { value }: FoundDate): boolean {
  const found = matchAt(
    position,
    '{weekdays,shortWeekdays} (?:[^ ]+ )*?(?:(?<day>\\d{1,2})(?:st|nd|rd|th)|(?<=, )(?<number>\\d{1,2})\\.?)[!?]*$',
  );
  const day = found?.groups['day'] ?? found?.groups['number'];
  return day !== undefined && Number(day) !== Number(value.slice(8));
}

/** "mardi en huit" on a Tuesday counts from that day or from the next Tuesday. */
function isWeekOfToday(position: WordPosition): boolean {
  const { language, todayIso } = position.options;
  const found = language === 'fr' ? matchAt(position, '{=weekdays} {weeksLater}') : undefined;
  return found !== undefined && weekdayIn(found) === weekdayOf(todayIso);
}

/** At the end of the words, or before a tag. */
const endsText = `(?:${countsNothing}|(?= #))`;
/** "3 weeks", "a couple of days", "2 prochaines semaines", "3w", "2 business days" */
const bareAmount =
  `(?:(?:{nextLinks} )?(?:\\d{1,3}${wordEnd}|(?!{counts.1} {units,workdayUnits}){counts}|{fewCounts}) (?:{nextLinks} )?` +
  '{units.day,units.week,units.month,workdayUnits}|(?:\\d{1,3} ?){shortUnits})';
/** A few of them, which is no number, also after "in". */
const fewAhead = '(?<= {within} ){fewCounts} {units}';
const lengthBefore = `(?<! (?:{lengthLeads,months}|{lengthNouns}(?: [^ ]+){0,3}) (?:{weekdayLeads} )?)`;
const notPerson = '(?<! {personLeads,giveLeads,articles,indefinites} )';
/** "tom" */
const shortDay = `${notPerson}{shortDaysAhead.1}${endsText}`;
/** "Zahnarzt Do", "gym Sat" */
const shortWeekday = `${notPerson}{shortWeekdays}${endsText}`;

/** What the words below begin with: most words need no further check. */
const unclearStart = '(?=\\d|{counts,fewCounts,nextLinks,shortDaysAhead,shortWeekdays})';

/** "3 weeks" at the end: without "in", it is a length as often as a day. */
export function unclearDayAt(position: WordPosition): number | undefined {
  const few = matchAt(position, `${unclearStart}${fewAhead}`);
  if (few !== undefined) return few.count;
  const small = matchAt(
    position,
    `${unclearStart}(?:${lengthBefore}${bareAmount}${endsText}|${shortDay})`,
  );
  const name = matchAt(position, `(?={shortWeekdays})${shortWeekday}`);
  return (isCapital(position) ? name : small)?.count;
}
