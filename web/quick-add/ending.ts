import { addDays, addMonths } from '../dates/calendar.ts';
import { dateAt } from './date-rules.ts';
import { matchAt } from './pattern.ts';
import type { Match } from './pattern.ts';
import type { EntryName } from './vocabulary.ts';
import { movedBy } from './word-position.ts';
import type { WordPosition } from './word-position.ts';
import { monthAlone } from './written-days.ts';

/** The words that end a recurrence. `lastDayFrom` is the last day of a task that is first due on a day. */
export type Ending = {
  readonly count: number;
  readonly lastDayFrom: (firstIso: string) => string | undefined;
};

/** "until 3 May", "until june", "for 10 days", "zwei Wochen lang" */
export const endingAt = (position: WordPosition): Ending | undefined =>
  untilDayAt(position) ?? forAmountAt(position);

/** The day is the first such day on or after the first due date: "until friday" of a Thursday is the next day. */
function untilDayAt(position: WordPosition): Ending | undefined {
  const leads = matchAt(
    position,
    '{untilLeads}(?: {repeatBounds.filler,articles}| {weekdayLeads}(?= {weekdays,shortWeekdays}))*',
  )?.count;
  if (leads === undefined) return undefined;
  const after = movedBy(position, leads);
  const dayAt = (todayIso: string) => {
    const then = { ...after, options: { ...after.options, todayIso } };
    return dateAt(then) ?? monthAlone(then);
  };
  const found = dayAt(position.options.todayIso);
  if (found === undefined) return undefined;
  return {
    count: leads + found.count,
    lastDayFrom: (firstIso) => dayAt(addDays(firstIso, -1))?.value,
  };
}

const amount = '(?:(?<digits>\\d{1,3})|{=counts}) {=units}';
/** Not the days of "for 2 weeks and 3 days". */
const isWhole = '(?! {rangeLinks} (?:\\d|{counts}))';

function forAmountAt(position: WordPosition): Ending | undefined {
  const found =
    matchAt(position, `{spanLeads} ${amount}${isWhole}`) ??
    matchAt(position, `${amount} {spanTails}${isWhole}`);
  const unit = found?.entry('units');
  if (found === undefined || unit === undefined) return undefined;
  const { count } = found;
  return { count, lastDayFrom: (firstIso) => lastOf(firstIso, amountIn(found), unit) };
}

const amountIn = (found: Match): number => Number(found.groups['digits'] ?? found.entry('counts'));

/** The last day of so many days, weeks, months or years. */
function lastOf(firstIso: string, many: number, unit: EntryName<'units'>): string {
  switch (unit) {
    case 'day':
      return addDays(firstIso, many - 1);
    case 'week':
      return addDays(firstIso, 7 * many - 1);
    case 'month':
      return addDays(addMonths(firstIso, many), -1);
    case 'year':
      return addDays(addMonths(firstIso, 12 * many), -1);
  }
}
