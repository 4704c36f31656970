import { dateAt } from './date-rules.ts';
import type { QuickAddOptions } from './options.ts';
import { loadedLater } from './loaded-later.ts';
import { matchAt } from './pattern.ts';
import type { Reading, ReadingAt, Span } from './readings.ts';
import { severalDaysAt } from './several-days.ts';
import { disagreementAt } from './two-forms.ts';
import { firstPosition, movedBy } from './word-position.ts';
import type { Word, WordPosition } from './word-position.ts';

/** Reads the last date and the last recurrence of the words. Within a recurrence only its first day is read as a date. */
export function readDate(words: readonly Word[], options: QuickAddOptions): Reading {
  let last: Reading = {};
  for (let position = firstPosition(words, options); position.index < words.length;) {
    const { count, ...reading } = readingAt(position);
    last = withReading(last, reading);
    position = movedBy(position, count);
  }
  return last;
}

/** Of two recurrences apart, neither is the rule: "Thursdays bins, every two weeks". */
function withReading(before: Reading, reading: Reading): Reading {
  const both = { ...before, ...reading };
  if (before.repeat === undefined || reading.repeat === undefined) return both;
  return { ...both, repeat: { ...reading.repeat, start: before.repeat.start, rule: undefined } };
}

/** What `count` words from the position on say: a recurrence, several days, a date or, mostly, nothing. */
function readingAt(position: WordPosition): ReadingAt {
  if (matchAt(position, beginning) === undefined) return unclearAt(position);
  const recurrence = loadedLater()?.recurrenceAt(position);
  if (recurrence !== undefined) return recurrence;
  const found = dateAt(position);
  const severalDays = severalDaysAt(position, found);
  if (severalDays !== undefined) return severalDaysOf(position, severalDays);
  if (found === undefined) return unclearAt(position);
  if (loadedLater()?.isDoubtful(position, found) === true)
    return { count: found.count, unclear: spanOf(position, 0, found.count) };
  const { count: dateCount, ...date } = found;
  const count = dateCount + tailsAfter(movedBy(position, dateCount));
  return { count, date: { ...date, ...enclosedSpanOf(position, -leadsBefore(position), count) } };
}

/** A weekday and a day that disagree are one day that is written wrongly. */
function severalDaysOf(position: WordPosition, count: number): ReadingAt {
  const found = { count, hasSeveralDays: true };
  if (disagreementAt(position) !== count) return found;
  return { ...found, unclear: spanOf(position, 0, count) };
}

/** Words that are perhaps a day, or one word that is none. */
function unclearAt(position: WordPosition): ReadingAt {
  const count = loadedLater()?.unclearDayAt(position);
  if (count === undefined) return { count: 1 };
  return { count, unclear: spanOf(position, 0, count) };
}

/** The span with the parentheses around it, if nothing else is between them. */
function enclosedSpanOf(position: WordPosition, from: number, to: number): Span {
  const { words, index } = position;
  const isEnclosed = words[index + from - 1]?.key === '(' && words[index + to]?.key === ')';
  if (isEnclosed) return spanOf(position, from - 1, to + 1);
  return spanOf(position, from, to);
}

/** The part of the text between two numbers of words after the position. */
export const spanOf = ({ words, index }: WordPosition, from: number, to: number): Span => ({
  start: words[index + from]?.start ?? 0,
  end: words[index + to - 1]?.end ?? 0,
});

/** Matches the start of every date and every recurrence: most words need no further check. */
const beginning =
  '(?:\\d|mid?-|{ordinals,dayOrdinals,daysBeside,weeksLaterLeads,monthLeads,daysAhead,periods,' +
  'weekdays,shortWeekdays,months,within,counts,monthParts,repeatStarts,repeats,weekdayPlurals,' +
  'shortDaysAhead})';

/** Number of words that belong to a date and are before it: at most two ("bis zum"), and "next" before a weekday. */
export function leadsBefore(position: WordPosition): number {
  const next = '(?: {weekdayLeads}(?= {weekdays,shortWeekdays}))?';
  const found = matchAt(position, `(?<=(?<leads>(?: {leads}){0,2}${next}) )`);
  return (found?.groups['leads'] ?? '').split(' ').length - 1;
}

/** Number of words that belong to a date and are after it. French has a space before a colon: "lundi : piscine". */
const tailsAfter = (position: WordPosition): number =>
  matchAt(position, '{tails}|[:!?](?= |$)')?.count ?? 0;
