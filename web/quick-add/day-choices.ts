import { addDays, addMonths, compareDates, nextWeekday } from '../dates/calendar.ts';
import { readQuickAdd } from './read.ts';
import type { QuickAddOptions } from './read.ts';
import { suggest } from './suggest.ts';

/** A day to move to. `name` is null when it was said in the person's own words. */
export type DateChoice = {
  readonly name: 'today' | 'tomorrow' | 'weekend' | 'nextWeek' | 'nextMonth' | null;
  readonly iso: string;
};

/** The days that a text may mean: what it says, then what its last word may become; the usual ones while it is blank. */
export function datesFor(text: string, options: QuickAddOptions): readonly DateChoice[] {
  if (text.trim() === '') return usualDates(options);
  const said = readQuickAdd(text, options).chips;
  const meant = suggest(text, text.length, options).map(({ chip }) => chip);
  const days = [...said, ...meant].flatMap((chip) => (chip.kind === 'date' ? [chip.value] : []));
  return [...new Set(days)].map((iso) => ({ name: null, iso }));
}

function usualDates({ todayIso, firstDayOfWeek }: QuickAddOptions): readonly DateChoice[] {
  const days = [
    { name: 'today', iso: todayIso },
    { name: 'tomorrow', iso: addDays(todayIso, 1) },
    { name: 'weekend', iso: nextWeekday(todayIso, 6) },
    { name: 'nextWeek', iso: nextWeekday(todayIso, firstDayOfWeek) },
    { name: 'nextMonth', iso: `${addMonths(todayIso, 1).slice(0, 7)}-01` },
  ] as const;
  // Before a Sunday that begins the week, two of them are the same day.
  const first = new Map(days.toReversed().map((day) => [day.iso, day]));
  return days.filter((day) => first.get(day.iso) === day).toSorted((a, b) => compareDates(a.iso, b.iso));
}
