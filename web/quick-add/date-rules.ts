import { weekdayOf } from '../dates/calendar.ts';
import { articlesAt, longestOf } from './found-date.ts';
import type { DateRule } from './found-date.ts';
import { dayAfterWeekday, dayOfMonth } from './month-days.ts';
import { dayAheadWithin, distance, offset } from './moved-days.ts';
import {
  anyWeekdayName,
  dayAhead,
  period,
  weekday,
  weekdayIn,
  weekdayOfWeek,
} from './named-days.ts';
import { matchAt } from './pattern.ts';
import { movedBy } from './word-position.ts';
import type { WordPosition } from './word-position.ts';
import { isoDay, numericDay, partOfMonth, spelledDay } from './written-days.ts';

/** The date that begins at the position. Of several rules that match, the one that reads the most words wins. */
export const dateAt: DateRule = (position) => longestOf(rules, position);

/** One day in two forms: "tomorrow, Tuesday", "demain mardi 25". */
const dayAheadTwice: DateRule = (position) => {
  const first = dayAhead(position);
  if (first === undefined) return undefined;
  const second = secondFormAt(position, first.count, [...days, weekday]);
  if (second === undefined || weekdayOf(second.value) !== weekdayOf(first.value)) return undefined;
  return { ...second, value: first.value };
};

/** One day in two forms: "Friday, 28 November", "Fr., 28.11.", "vendredi 28". */
const weekdayTwice: DateRule = (position) => {
  const first = matchAt(position, anyWeekdayName);
  if (first === undefined) return undefined;
  const second = secondFormAt(position, first.count, [...days, dayAfterWeekday]);
  if (second === undefined || weekdayOf(second.value) !== weekdayIn(first)) return undefined;
  return second;
};

/** The second form of a day after its first one of `count` words; its own `count` includes them. */
function secondFormAt(position: WordPosition, count: number, forms: readonly DateRule[]) {
  const { tail = '' } = position.words[position.index + count - 1] ?? {};
  if (!/^\.?,?$/.test(tail)) return undefined;
  const before = count + articlesAt(movedBy(position, count));
  const second = longestOf(forms, movedBy(position, before));
  return second && { ...second, count: before + second.count };
}

/** Days that are written with a number. */
const days = [spelledDay, isoDay, numericDay, dayOfMonth];

/** Every kind of date; a new kind is one more rule. */
const rules: readonly DateRule[] = [
  dayAheadTwice,
  weekdayTwice,
  dayAhead,
  period,
  distance,
  dayAheadWithin,
  offset,
  weekday,
  weekdayOfWeek,
  partOfMonth,
  ...days,
];
