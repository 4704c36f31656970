import { firstDue } from '../dates/repeat.ts';
import type { Repeat } from '../dates/repeat.ts';
import { comparable, languages } from '../words/language.ts';
import type { Language } from '../words/language.ts';
import { countsNothing, dateAt, distance, monthDay, time } from './date-rules.ts';
import type { FoundDate } from './date-rules.ts';
import type { QuickAddOptions } from './options.ts';
import { matchAt, wordEnd } from './pattern.ts';
import { ruleOf, timeAt } from './repeat-rule.ts';
import { tableOf } from './vocabulary.ts';
import { firstPosition, movedBy, splitWords } from './word-position.ts';
import type { Word, WordPosition } from './word-position.ts';

/** The part `[start, end)` of the text. */
type Span = { readonly start: number; readonly end: number };

/** A date and its part of the text, including the words before it ("by Friday"). */
type DateReading = Omit<FoundDate, 'count'> & Span;

/** The text of a recurrence, and its rule, or undefined for a recurrence that is not understood. */
type RepeatReading = Span & { readonly rule: Repeat | undefined };

/** Reads the last date and the last recurrence of the words. Within a recurrence only its first day is read as a date. */
export function readDate(words: readonly Word[], options: QuickAddOptions) {
  const last: { date?: DateReading; repeat?: RepeatReading } = {};
  const spanOf = (from: number, to: number): Span => ({
    start: words[from]?.start ?? 0,
    end: words[to - 1]?.end ?? 0,
  });
  for (let position = firstPosition(words, options); position.index < words.length;) {
    if (matchAt(position, beginning) === undefined) {
      position = movedBy(position, 1);
      continue;
    }
    const repeat = recurrenceAt(position);
    const kept = repeat?.count ?? severalDaysAt(position);
    const found = kept === undefined ? dateAt(position) : undefined;
    // French has a space before a colon: "lundi : piscine".
    const tails = found && matchAt(movedBy(position, found.count), '{tails}|[:!?](?= |$)')?.count;
    const next = movedBy(position, kept ?? (found?.count ?? 1) + (tails ?? 0));
    if (repeat !== undefined) {
      const { from = next.index, to = next.index, day } = repeat.start ?? {};
      const first = position.index + (repeat.days ?? 0);
      const after = [...words.slice(to, next.index), ...words.slice(position.index, first)];
      const said = [...words.slice(first, from), ...after];
      const rule = ruleOf(firstPosition(said, options));
      const leads = repeat.days === undefined ? 0 : leadsBefore(position);
      last.repeat = { ...spanOf(position.index - leads, next.index), rule };
      if (rule && day !== undefined)
        last.date = { value: firstDue(rule, day), ...spanOf(from, to) };
    }
    if (found !== undefined) {
      const { count: _, ...date } = found;
      last.date = { ...date, ...spanOf(position.index - leadsBefore(position), next.index) };
    }
    position = next;
  }
  return last;
}

/** The recurrence in a description, in any of the languages, and its rule. */
export function repeatIn(text: string, options: QuickAddOptions): RepeatFound | undefined {
  // Most tasks do not repeat, and the patterns of three languages are slow to compile.
  if (!repeatBeginning().test(comparable(text))) return undefined;
  const words = splitWords(text);
  const others = languages.filter((language) => language !== options.language);
  for (const language of [options.language, ...others]) {
    const { repeat, date } = readDate(words, { ...options, language });
    if (repeat?.rule)
      return {
        ...repeat,
        text: text.slice(repeat.start, repeat.end),
        rule: repeat.rule,
        date,
        language,
      };
  }
  return undefined;
}
type RepeatFound = Span & {
  readonly text: string;
  readonly rule: Repeat;
  readonly date: DateReading | undefined;
  readonly language: Language;
};

let beginnings: RegExp | undefined;

/** Matches the words that every recurrence begins with. */
function repeatBeginning(): RegExp {
  if (beginnings) return beginnings;
  const tables = languages.flatMap((each) => [
    tableOf(each, 'repeats'),
    tableOf(each, 'repeatStarts'),
  ]);
  const phrases = tables
    .flatMap((table) => [...table.keys()])
    .join('|')
    .replaceAll(' ', '\\s+');
  return (beginnings = new RegExp(`(?<![\\p{L}\\p{N}])(?:${phrases})(?![\\p{L}\\p{N}])`, 'u'));
}

/** "second", "last", "first". */
const nth = '{repeatLinks:1,repeatLinks:2,repeatLinks:3,repeatLinks:4,repeatLinks:5}';

/** Matches the start of every date and every recurrence: most words need no further check. */
const beginning = `(?:\\d|mid?-|${nth}|{daysAhead,periods,weekdays,shortWeekdays,months,within,counts,monthParts,repeatStarts,repeats})`;

/** Number of words that belong to a date and are before it: at most two ("bis zum"), and "next" before a weekday. */
function leadsBefore(position: WordPosition): number {
  const next = '(?: {weekdayLeads}(?= {weekdays,shortWeekdays}))?';
  const found = matchAt(position, `(?<=(?<leads>(?: {leads}){0,2}${next}) )`);
  return (found?.groups['leads'] ?? '').split(' ').length - 1;
}

const ordinal = `\\d{1,2}(?:st|nd|rd|th|er)?${wordEnd}`;
/** The end of "Fri to Sun" and of "Dec 3 - 10", which alone is no date. */
const rangeEnd =
  `(?<= {weekdays,shortWeekdays} (?:{articles} )*{rangeLinks} (?:{articles} )*){shortWeekdays}|` +
  `(?<= {months} ${ordinal} (?:{articles} )*{rangeLinks} (?:{articles} )*)${ordinal}${countsNothing}`;

/**
 * Number of words from the position on that mean several days or a past day: "Monday to Friday", "3 - 5 Dec", "Mon, Wed and Fri",
 * "Monday in 2 weeks", "(last) Monday". They do not give one due date, so they stay in the description.
 */
function severalDaysAt(position: WordPosition): number | undefined {
  const date = dateAt(position);
  const first = date?.count ?? matchAt(position, `(?:{shortWeekdays}|${ordinal})`)?.count;
  if (first === undefined) return undefined;
  const after = movedBy(position, first);
  const links = matchAt(after, '(?:{rangeLinks,articles} )*');
  const then = movedBy(after, (links?.count ?? 1) - 1);
  const { tail: mark = '' } = position.words[after.index - 1] ?? {};
  const isListed = mark === ',' && matchAt(after, '{weekdays,shortWeekdays}') !== undefined;
  const isRange = isListed || matchAt(after, '(?:{articles} )*{rangeLinks} ') !== undefined;
  const isVague = date && (distance(position) === undefined) !== (distance(then) === undefined);
  const isJoined = isListed || ((isRange || isVague) && ['', '.'].includes(mark));
  // "buy 2 and tomorrow" is not a range.
  const isSecond =
    date !== undefined || matchAt(position, '{shortWeekdays}') || matchAt(then, '\\d');
  const second =
    isJoined && isSecond ? (dateAt(then) ?? (isRange && matchAt(then, rangeEnd))) : undefined;
  if (second) return then.index - position.index + (severalDaysAt(then) ?? second.count);
  if (date === undefined) return undefined;
  const tail = matchAt(after, '{otherDayTails}');
  if (tail !== undefined) return first + tail.count;
  return matchAt(position, '(?<= {otherDayLeads} )') && first;
}

/**
 * The recurrence at the position: "every other Tuesday at 9 from 3 May". Its words stay in the description; `count` is their number.
 * The first `days` words may name the day: "1st of every month".
 */
function recurrenceAt(position: WordPosition): Recurrence | undefined {
  const days = matchAt(position, daysBefore)?.count;
  const rest = days === undefined ? undefined : recurrenceAt(movedBy(position, days));
  if (days !== undefined && rest) return { ...rest, count: days + rest.count, days };
  const count = matchAt(position, `${starts}|(?<! {adjectiveLeads} ){repeats}`)?.count;
  if (count === undefined) return undefined;
  const bounds = boundsAt(movedBy(position, count));
  const first = { ...bounds, count: count + bounds.count };
  // A recurrence of two parts: "mondays and thursdays", "biweekly on mondays".
  const after = movedBy(position, first.count);
  const links = (matchAt(after, '(?:{repeatLinks:0,rangeLinks} )*')?.count ?? 1) - 1;
  const isOne = ['', ','].includes(position.words[after.index - 1]?.tail ?? '');
  const second = isOne ? recurrenceAt(movedBy(after, links)) : undefined;
  if (second === undefined || second.days !== undefined) return first;
  return { ...first, ...second, count: first.count + links + second.count };
}

type Recurrence = { readonly count: number; readonly start?: FirstDay; readonly days?: number };

/** The first day of a recurrence, and the positions of its words: "starting on Monday". */
type FirstDay = { readonly from: number; readonly to: number; readonly day: string };

/**
 * "every 2 weeks", "jeden Montag und Freitag", "every 1st" at the end: a beginning, then a count, units or names. A comma separates
 * the units of a list: "every mon, wed"; a dot makes an ordinal: "jeden 2. Montag". "every!" is a form of Todoist.
 */
const counted = (units: string) =>
  `!? (?:\\d{1,3}(?:st|nd|rd|th|er|e|eme)?${wordEnd}[.!]? |{counts,repeatLinks}!? |{${units}}[,!]? |{shortWeekdays}\\.,? )*` +
  `(?:\\d{1,2}(?:st|nd|rd|th|\\.)(?=$| (?:[!/\\d]|{timeLeads}))|{months} \\d{1,2}${countsNothing}|{${units}})`;
const things = 'weekdays,units,months,repeatUnits';
// Entry 0 is "every". After the others, such as "alle" and "tous", a short weekday is another word: "alle so".
const starts = `(?:{repeatStarts:0}${counted(`${things},shortWeekdays`)}|{repeatStarts:1,repeatStarts:2}${counted(things)})`;

/**
 * Days of a month: "1st", "15th and last day", "1st Monday". Only a single number, or the first or last day, makes a rule.
 * No word may match in two ways: in a long line each such word would double the work.
 */
const ofMonth = '{weekdays,clearWeekdays,units:0,repeatUnits:9}';
const otherDay = `(?:${nth} ${ofMonth}|\\d{1,2}(?:st|nd|rd|th|er|\\.)?${wordEnd}(?: ${ofMonth})?)`;
const monthDays =
  `(?:(?:${monthDay}|${nth}) ${ofMonth}|${monthDay}(?! {units}))` +
  `(?:(?:, |,? (?!${time})(?:{repeatLinks:0,rangeLinks,repeatBounds:0} )+)${otherDay})*`;
const daysBefore =
  `(?:${monthDays}|{repeatLinks:4,repeatLinks:5})(?: {repeatLinks:0})*` +
  `(?= {repeatStarts:0,repeatStarts:1}!? (?:\\d{1,2}${wordEnd} |{counts,repeatLinks} )*{units:2}| {repeats:4}${countsNothing})`;
const monthly = '{units:2,repeats:4,repeats:6,repeatUnits:6}';
const daysAfter = `(?<= ${monthly} )(?:{repeatBounds:0} )+(?:${monthDays}|{repeatLinks:4,repeatLinks:5}${countsNothing})`;

/** The times, the first day and the last day of a recurrence: "at 9 from Monday until May 3". */
function boundsAt(position: WordPosition): { readonly count: number; readonly start?: FirstDay } {
  if (position.words[position.index - 1]?.tail !== '') return { count: 0 };
  const leads = matchAt(position, '(?:{repeatBounds} )+');
  const first = leads && movedBy(position, leads.count - 1);
  const timeCount = timeAt(position);
  const date = first && timeCount === undefined ? dateAt(first) : undefined;
  const dated = first && date ? first.index - position.index + date.count : 0;
  const others = ['{repeatBounds:3}', daysAfter].map((each) => matchAt(position, each)?.count ?? 0);
  const count = timeCount ?? Math.max(dated, ...others);
  if (count === 0) return { count };
  const rest = boundsAt(movedBy(position, count));
  const isStart = date !== undefined && matchAt(position, '{repeatBounds:1}') !== undefined;
  const start = isStart
    ? { from: position.index, to: position.index + count, day: date.value }
    : rest.start;
  return { count: count + rest.count, ...(start && { start }) };
}
