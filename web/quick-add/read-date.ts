import { addDays, addMonths } from '../dates/calendar.ts';
import { firstDue, nextDue } from '../dates/repeat.ts';
import type { Repeat } from '../dates/repeat.ts';
import type { Language } from '../words/language.ts';
import { dateAt } from './date-rules.ts';
import type { Ending } from './ending.ts';
import type { FoundDate } from './found-date.ts';
import type { QuickAddOptions } from './options.ts';
import { matchAt } from './pattern.ts';
import { recurrenceAt } from './recurrence.ts';
import type { Recurrence, WordRange } from './recurrence.ts';
import { isLimitedBefore, limitsAfter } from './repeat-limits.ts';
import { ruleOf } from './repeat-rule.ts';
import { severalDaysAt } from './several-days.ts';
import { firstPosition, movedBy } from './word-position.ts';
import type { Word, WordPosition } from './word-position.ts';

/** The part `[start, end)` of the text. */
export type Span = { readonly start: number; readonly end: number };

/** A date and its part of the text, including the words before it ("by Friday"). */
export type DateReading = Omit<FoundDate, 'count'> & Span;

/** The text of a recurrence, and its rule, or undefined for a recurrence that is not understood. */
export type RepeatReading = Span & {
  readonly rule: Repeat | undefined;
  readonly ending?: Span & Pick<Ending, 'lastDayFrom'>;
  readonly language: Language;
};

export type Reading = {
  readonly date?: DateReading;
  readonly repeat?: RepeatReading;
  /** True if days were found that do not give one due date: "Freitag, 29. November" of a Saturday. */
  readonly hasSeveralDays?: boolean;
};

/** Reads the last date and the last recurrence of the words. Within a recurrence only its first day is read as a date. */
export function readDate(words: readonly Word[], options: QuickAddOptions): Reading {
  let last: Reading = {};
  for (let position = firstPosition(words, options); position.index < words.length;) {
    const { count, ...reading } = readingAt(position);
    last = { ...last, ...reading };
    position = movedBy(position, count);
  }
  return last;
}

/** What `count` words from the position on say: a recurrence, several days, a date or, mostly, nothing. */
function readingAt(position: WordPosition): Reading & { readonly count: number } {
  if (matchAt(position, beginning) === undefined) return { count: 1 };
  const recurrence = recurrenceAt(position);
  if (recurrence !== undefined) return readRecurrence(position, recurrence);
  const found = dateAt(position);
  const severalDays = severalDaysAt(position, found);
  if (severalDays !== undefined) return { count: severalDays, hasSeveralDays: true };
  if (found === undefined) return { count: 1 };
  const { count: dateCount, ...date } = found;
  const count = dateCount + tailsAfter(movedBy(position, dateCount));
  return { count, date: { ...date, ...enclosedSpanOf(position, -leadsBefore(position), count) } };
}

/** The span with the parentheses around it, if nothing else is between them. */
function enclosedSpanOf(position: WordPosition, from: number, to: number): Span {
  const { words, index } = position;
  const isEnclosed = words[index + from - 1]?.key === '(' && words[index + to]?.key === ')';
  if (isEnclosed) return spanOf(position, from - 1, to + 1);
  return spanOf(position, from, to);
}

/** A recurrence with an end that is not understood is not understood: without it the task would come back for ever. */
function readRecurrence(position: WordPosition, recurrence: Recurrence) {
  const { language } = position.options;
  const limits = limitsAfter(movedBy(position, recurrence.count));
  const count = recurrence.count + limits;
  if (limits > 0 || isLimitedBefore(position))
    return { count, repeat: { ...spanOf(position, 0, count), rule: undefined, language } };
  return { count, ...readRule(position, recurrence) };
}

function readRule(position: WordPosition, recurrence: Recurrence): Reading {
  const { words, index, options } = position;
  const { count, leadingDays = 0, start, ending } = recurrence;
  const isOfRule = (at: number) => !isWithin(at, start) && !isWithin(at, ending);
  // The first and the last day are no part of the rule, and the days before the rule come last: "every month on the 1st".
  const first = index + leadingDays;
  const after = words.slice(first, index + count).filter((_, at) => isOfRule(first + at));
  const rule = ruleOf(firstPosition([...after, ...words.slice(index, first)], options));
  const leads = leadingDays === 0 ? 0 : leadsBefore(position);
  const spanOfWords = ({ from, to }: WordRange) => spanOf(position, from - index, to - index);
  const repeat: RepeatReading = {
    ...spanOf(position, -leads, count),
    rule,
    language: options.language,
    ...(ending && { ending: { ...spanOfWords(ending), lastDayFrom: ending.lastDayFrom } }),
  };
  if (rule === undefined || start === undefined) return { repeat };
  const begun = begunOn(start.day, options.todayIso);
  // An amount counts from the first day, which the next task no longer has in its words.
  if (begun !== undefined && ending !== undefined)
    return { repeat: { ...repeat, rule: undefined } };
  const value = begun ? dueOf(rule, begun, options.todayIso) : firstDue(rule, start.day.value);
  return { repeat, date: { value, ...spanOfWords(start) } };
}

const isWithin = (at: number, range: WordRange | undefined): boolean =>
  range !== undefined && at >= range.from && at < range.to;

/** A first day that passed in the last three months is that one: "every 3 days starting oct 10" in November. */
function begunOn({ value, note }: FoundDate, todayIso: string): string | undefined {
  const passed = addMonths(value, -12);
  const hasBegun = note === 'later_year' && addMonths(passed, 3) >= todayIso;
  return hasBegun ? passed : undefined;
}

/** The day from today on of a recurrence that has begun. */
const dueOf = (rule: Repeat, begunIso: string, todayIso: string): string =>
  nextDue({ ...rule, isFromDone: false }, begunIso, addDays(todayIso, -1)) ?? begunIso;

/** The part of the text between two numbers of words after the position. */
const spanOf = ({ words, index }: WordPosition, from: number, to: number): Span => ({
  start: words[index + from]?.start ?? 0,
  end: words[index + to - 1]?.end ?? 0,
});

/** Matches the start of every date and every recurrence: most words need no further check. */
const beginning =
  '(?:\\d|mid?-|{ordinals,dayOrdinals,daysBeside,weeksLaterLeads,monthLeads,daysAhead,periods,weekdays,shortWeekdays,months,within,counts,monthParts,repeatStarts,repeats,weekdayPlurals,shortDaysAhead})';

/** Number of words that belong to a date and are before it: at most two ("bis zum"), and "next" before a weekday. */
function leadsBefore(position: WordPosition): number {
  const next = '(?: {weekdayLeads}(?= {weekdays,shortWeekdays}))?';
  const found = matchAt(position, `(?<=(?<leads>(?: {leads}){0,2}${next}) )`);
  return (found?.groups['leads'] ?? '').split(' ').length - 1;
}

/** Number of words that belong to a date and are after it. French has a space before a colon: "lundi : piscine". */
const tailsAfter = (position: WordPosition): number =>
  matchAt(position, '{tails}|[:!?](?= |$)')?.count ?? 0;
