import { numericDay, spelledDay } from './calendar-dates.ts';
import { follows, meaningOf } from './place.ts';
import type { Found, Place, QuickAddOptions } from './place.ts';
import { daysAhead, distance, period, weekday, weekdayOfWeek } from './relative-dates.ts';
import type { Word } from './text-words.ts';

/** A date and `[start, end)` of the text that says it, with the words that lead to it ("by Friday"). */
export type DateReading = Omit<Found, 'count'> & { readonly start: number; readonly end: number };

/** The last date among the words. Where two rules read the same place, the one that reads more words wins. */
export function readDate(words: readonly Word[], options: QuickAddOptions): DateReading | undefined {
  let last: DateReading | undefined;
  for (let index = 0; index < words.length;) {
    const place = { words, index, options };
    const found = longestAt(place);
    if (found !== undefined) {
      const { count, ...reading } = found;
      const [first, final] = [words[firstLead(place)], words[index + count - 1]];
      if (first && final) last = { ...reading, start: first.start, end: final.end };
    }
    index += found?.count ?? 1;
  }
  return last;
}

const rules = [daysAhead, period, distance, weekday, weekdayOfWeek, spelledDay, numericDay];

function longestAt(place: Place): Found | undefined {
  const found = rules.flatMap((rule) => rule(place) ?? []);
  return found.toSorted((a, b) => b.count - a.count)[0];
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
