import { daysAhead, distance, period, weekday, weekdayOfWeek } from './ahead.ts';
import { numericDay, spelledDay } from './day.ts';
import { lexiconOf } from './lexicon.ts';
import type { Lexicon } from './lexicon.ts';
import { follows } from './place.ts';
import type { DateContext, DateNote, Found, Place } from './place.ts';
import type { Word } from './split.ts';

/** A date and the words `[from, to)` that say it, with those that lead to it ("by Friday"). */
export type DateReading = {
  readonly from: number;
  readonly to: number;
  readonly value: string;
  readonly note?: DateNote;
};

/** The last date among the words. Where two rules read the same place, the one that reads more words holds. */
export function readDate(words: readonly Word[], context: DateContext): DateReading | undefined {
  const lexicon = lexiconOf(context.language);
  let last: DateReading | undefined;
  for (let index = 0; index < words.length;) {
    const found = longestAt({ words, index, lexicon, context });
    if (found !== undefined) {
      const { count, ...reading } = found;
      last = { ...reading, from: withLeads(words, index, lexicon), to: index + count };
    }
    index += found?.count ?? 1;
  }
  return last;
}

const rules: readonly ((place: Place) => Found | undefined)[] = [
  daysAhead,
  period,
  distance,
  weekday,
  weekdayOfWeek,
  spelledDay,
  numericDay,
];

function longestAt(place: Place): Found | undefined {
  let longest: Found | undefined;
  for (const rule of rules) {
    const found = rule(place);
    if (found !== undefined && found.count > (longest?.count ?? 0)) longest = found;
  }
  return longest;
}

/** Takes in the words that lead to a date, at most two ("bis zum"), after "next" before a weekday. */
function withLeads(words: readonly Word[], index: number, lexicon: Lexicon): number {
  const key = words[index]?.key ?? '';
  const isWeekday = lexicon.weekdays.has(key) || lexicon.shortWeekdays.has(key);
  const start = isWeekday && follows(lexicon.weekdayLeads, words, index) ? index - 1 : index;
  let from = start;
  while (start - from < 2 && follows(lexicon.leads, words, from)) from -= 1;
  return from;
}
