import { addDays, addMonths } from '../dates/calendar.ts';
import { firstDue, nextDue } from '../dates/repeat.ts';
import type { Repeat } from '../dates/repeat.ts';
import type { FoundDate } from './found-date.ts';
import { leadsBefore, spanOf } from './read-date.ts';
import type { Reading, ReadingAt, RepeatReading } from './readings.ts';
import { recurrenceAt } from './recurrence.ts';
import type { Recurrence, WordRange } from './recurrence.ts';
import { isLimitedBefore, limitsAfter } from './repeat-limits.ts';
import { ruleOf } from './repeat-rule.ts';
import { firstPosition, movedBy } from './word-position.ts';
import type { WordPosition } from './word-position.ts';

/** The recurrence at the position. One with an end that is not understood is not understood: without it the task would come back for ever. */
export function recurrenceReadingAt(position: WordPosition): ReadingAt | undefined {
  const recurrence = recurrenceAt(position);
  if (recurrence === undefined) return undefined;
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
