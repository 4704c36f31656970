import { dateAt } from './date-at.ts';
import { follows, meaningOf } from './place.ts';
import type { Found, Place, QuickAddOptions } from './place.ts';
import { recurrenceAt } from './recurrence.ts';
import { severalDaysAt } from './several-days.ts';
import type { Word } from './text-words.ts';

/** `[start, end)` of the text. */
export type Span = { readonly start: number; readonly end: number };

/** A date and the text that says it, with the words that lead to it ("by Friday"). */
export type DateReading = Omit<Found, 'count'> & Span;

/** The last date among the words, and the last words that say that something repeats: no date is read from those. */
export function readDate(
  words: readonly Word[],
  options: QuickAddOptions,
): { readonly date?: DateReading; readonly repeat?: Span } {
  const last: { date?: DateReading; repeat?: Span } = {};
  const spanOf = (from: number, to: number): Span => ({
    start: words[from]?.start ?? 0,
    end: words[to - 1]?.end ?? 0,
  });
  for (let index = 0; index < words.length;) {
    const place = { words, index, options };
    const repeat = recurrenceAt(place);
    const kept = repeat ?? severalDaysAt(place);
    const found = kept === undefined ? dateAt(place) : undefined;
    const next = index + (kept ?? found?.count ?? 1);
    if (repeat !== undefined) last.repeat = spanOf(index, next);
    if (found !== undefined) {
      const { count: _, ...date } = found;
      last.date = { ...date, ...spanOf(firstLead(place), next) };
    }
    index = next;
  }
  return last;
}

/** The index of the first word that leads to a date: of at most two ("bis zum"), after "next" before a weekday. */
function firstLead(place: Place): number {
  const word = place.words[place.index];
  const isWeekday = [meaningOf(place, 'weekdays', word), meaningOf(place, 'shortWeekdays', word)].some(
    (day) => day !== undefined,
  );
  const start = isWeekday && follows(place, 'weekdayLeads') ? place.index - 1 : place.index;
  let from = start;
  while (start - from < 2 && follows(place, 'leads', from)) from -= 1;
  return from;
}
