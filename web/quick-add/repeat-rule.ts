import type { Repeat } from '../dates/repeat.ts';
import type { Language } from '../words/language.ts';
import { weekdayIn } from './named-days.ts';
import { matchAt } from './pattern.ts';
import type { Match } from './pattern.ts';
import { everyOther, meaningAt, spans } from './repeat-words.ts';
import type { Meaning } from './repeat-words.ts';
import { timeAt } from './time-of-day.ts';
import { movedBy } from './word-position.ts';
import type { WordPosition } from './word-position.ts';

/**
 * The rule of a recurrence: "every other Tuesday", "monthly on the 1st", "alle drei Tage". It has a count, a unit, days of the
 * week, a day of the month or of the year. Undefined if any word makes it unclear, such as "until May".
 */
export function ruleOf(first: WordPosition): Repeat | undefined {
  const beginning = beginningAt(first);
  if (beginning === undefined) return undefined;
  let meaningSoFar: Meaning = beginning.meaning;
  for (let at = movedBy(first, beginning.count); at.index < at.words.length;) {
    const { count, meaning } = meaningOfWordsAt(at, meaningSoFar);
    const next = addMeaning(meaningSoFar, meaning);
    if (next === undefined) return undefined;
    meaningSoFar = next;
    at = movedBy(at, count);
  }
  const rule = ruleFrom(meaningSoFar);
  const isFromDone = first.words[beginning.count - 1]?.tail === '!';
  if (rule === undefined || !isFromDone) return rule;
  return { ...rule, isFromDone };
}

/** The first words of a recurrence: "weekly" and "mondays" have a meaning of their own, "every" has none. */
function beginningAt(position: WordPosition): Beginning | undefined {
  const start = matchAt(position, '{=repeatStarts}');
  if (start?.entry('repeatStarts') === 'unclear') return undefined;
  if (start !== undefined) return { count: start.count, meaning: {} };
  const other = matchAt(position, everyOther);
  if (other !== undefined) return { count: other.count, meaning: otherOf(other) };
  const alone = matchAt(position, '{=repeats}|{=weekdayPlurals}');
  if (alone === undefined) return undefined;
  const weekday = weekdayIn(alone);
  if (weekday !== undefined) return { count: alone.count, meaning: { weekdays: [weekday] } };
  const meaning = spans[alone.entry('repeats') ?? 'unclear'];
  if (meaning === 'unclear') return undefined;
  return { count: alone.count, meaning };
}

function otherOf(found: Match): Meaning {
  const weekday = weekdayIn(found);
  if (weekday !== undefined) return { every: 2, weekdays: [weekday] };
  return { every: 2, unit: found.entry('units') ?? 'week' };
}

type Beginning = { readonly count: number; readonly meaning: Meaning };

/** A time of day means nothing for the rule, nor does the second "every" of "every monday and every thursday". */
function meaningOfWordsAt(position: WordPosition, meaningSoFar: Meaning) {
  const skipped =
    timeAt(position) ?? matchAt(position, '{repeatStarts.every,repeatStarts.all}')?.count;
  if (skipped !== undefined) return { count: skipped, meaning: {} };
  return { count: 1, meaning: meaningAt(position, meaningSoFar) };
}

/** Both meanings in one; undefined if the rule is unclear, as when one thing is said twice. */
function addMeaning(meaningSoFar: Meaning, added: Meaning | 'unclear'): Meaning | undefined {
  if (added === 'unclear') return undefined;
  const before = { ...meaningSoFar };
  if (isDayOfLonger(meaningSoFar, added)) delete before.unit;
  const isTwice = once.some(
    (name) =>
      before[name] !== undefined && added[name] !== undefined && before[name] !== added[name],
  );
  if (isTwice) return undefined;
  if (added.weekdays === undefined) return { ...before, ...added };
  const weekdays = new Set([...(before.weekdays ?? []), ...added.weekdays]);
  return { ...before, ...added, weekdays: [...weekdays].toSorted((a, b) => a - b) };
}

const once = ['unit', 'every', 'monthDay', 'month'] as const;

/** "the last day of the month", "tous les jours ouvrables": "day" belongs to the month or the week, and is not the unit. */
const isDayOfLonger = (meaningSoFar: Meaning, added: Meaning): boolean =>
  meaningSoFar.unit === 'day' &&
  !meaningSoFar.every &&
  (meaningSoFar.monthDay !== undefined || added.weekdays !== undefined);

/** The rule, or undefined if days of a week or of a month have another unit. */
function ruleFrom(meaningSoFar: Meaning): Repeat | undefined {
  const { unit, every = 1, weekdays, monthDay, month } = meaningSoFar;
  if (every < 1) return undefined;
  if (month !== undefined) return yearlyRule(meaningSoFar, every);
  if (monthDay !== undefined) return monthlyRule(meaningSoFar, every);
  if (weekdays !== undefined) return weeklyRule(meaningSoFar, every);
  return unit && { unit, every };
}

function yearlyRule({ unit = 'year', weekdays, month, monthDay }: Meaning, every: number) {
  const isClear = unit === 'year' && weekdays === undefined;
  if (!isClear || month === undefined || monthDay === undefined) return undefined;
  return { unit, every, month, monthDay };
}

/** "the last day of the month" has two units. */
function monthlyRule({ unit = 'month', weekdays, monthDay = 0 }: Meaning, every: number) {
  const isItsUnit = unit === 'month' || (unit === 'day' && monthDay === 31);
  const isClear = isItsUnit && weekdays === undefined && monthDay >= 1 && monthDay <= 31;
  if (!isClear) return undefined;
  return { unit: 'month' as const, every, monthDay };
}

/** "every 14 days on monday" is every other week. */
function weeklyRule({ unit = 'week', weekdays = [] }: Meaning, every: number) {
  if (unit === 'day' && every % 7 === 0)
    return { unit: 'week' as const, every: every / 7, weekdays };
  if (unit !== 'week') return undefined;
  return { unit, every, weekdays };
}

/** The words for a day of the month in each language: "on the 31st". For NaN the words are not read as a day. */
export const monthDayWords: Readonly<Record<Language, (day: number) => string>> = {
  en: (day) => `on the ${day}${englishEnding(day)}`,
  de: (day) => `am ${day}.`,
  fr: (day) => `le ${day}`,
};

function englishEnding(day: number): string {
  if (day > 10 && day < 14) return 'th';
  return ['th', 'st', 'nd', 'rd'][day % 10] ?? 'th';
}
