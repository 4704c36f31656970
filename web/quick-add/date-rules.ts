import { longestOf } from './found-date.ts';
import type { DateRule } from './found-date.ts';
import { dayOfMonth } from './month-days.ts';
import {
  dayAheadWithin,
  dayBeside,
  distance,
  offset,
  weekdayLater,
  weekdaysFromNow,
  workdaysAhead,
} from './moved-days.ts';
import { dayAhead, period, weekday, weekdayOfWeek } from './named-days.ts';
import { nthWeekday } from './nth-weekday.ts';
import { dayTwice } from './two-forms.ts';
import { isoDay, numericDayInText, partOfMonth, spelledDay, wholeMonth } from './written-days.ts';

/** The date that begins at the position. Of several rules that match, the one that reads the most words wins. */
export const dateAt: DateRule = (position) => longestOf(dateRules, position);

/** Every kind of date; a new kind is one more rule. */
export const dateRules: readonly DateRule[] = [
  dayTwice,
  dayAhead,
  period,
  distance,
  dayAheadWithin,
  workdaysAhead,
  weekdaysFromNow,
  dayBeside,
  offset,
  weekday,
  weekdayLater,
  weekdayOfWeek,
  nthWeekday,
  partOfMonth,
  wholeMonth,
  spelledDay,
  isoDay,
  numericDayInText,
  dayOfMonth,
];
