import { dateRules } from './date-rules.ts';
import { loadedLater } from './loaded-later.ts';
import { readDate } from './read-date.ts';
import { severalDaysAt } from './several-days.ts';
import { languagesAsLoaded } from './vocabulary.ts';
import { firstPosition, splitWords } from './word-position.ts';
import type { QuickAddOptions } from './options.ts';
import type { WordPosition } from './word-position.ts';

const rules = [...dateRules, (position: WordPosition) => severalDaysAt(position, undefined)];
const words = splitWords('1');
const anyDay = { todayIso: '2025-11-21', locale: 'en-GB', firstDayOfWeek: 1 } as const;

/**
 * Short steps that read a number with each rule in each language that is loaded. The browser compiles a pattern at its first use, and
 * all patterns together at the first key press would hold it up for some 100 ms.
 */
export const firstReadings = (): readonly (() => unknown)[] =>
  languagesAsLoaded().flatMap((language) => {
    const options = { ...anyDay, language };
    const ofRules = rules.map((rule) => () => rule(firstPosition(words, options)));
    return [...ofRules, ...laterReadings(options), () => readDate(words, options)];
  });

function laterReadings(options: QuickAddOptions): readonly (() => unknown)[] {
  const later = loadedLater();
  const position = firstPosition(words, options);
  const date = { count: 1, value: anyDay.todayIso };
  return [
    () => later?.recurrenceAt(position),
    () => later?.otherDayAt(position, date.count),
    () => later?.isDoubtful(position, date),
    () => later?.unclearDayAt(position),
  ];
}
