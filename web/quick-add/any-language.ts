import type { Repeat } from '../dates/repeat.ts';
import { comparable } from '../words/language.ts';
import type { Language } from '../words/language.ts';
import { loadedLater } from './loaded-later.ts';
import type { QuickAddOptions } from './options.ts';
import { readDate } from './read-date.ts';
import type { DateReading, Reading, RepeatReading, Span } from './readings.ts';
import { entryOf, knownLanguages, tableOf } from './vocabulary.ts';
import { splitWords } from './word-position.ts';
import type { Word } from './word-position.ts';

/** The date and the recurrence of the words in the page's language or, where that finds none, in another one. */
export function readDateInAny(words: readonly Word[], options: QuickAddOptions): Reading {
  // Without what reads recurrences, "every Monday" would be read as a Monday.
  if (loadedLater() === undefined && mayRecur(lineOf(words))) return {};
  const own = readDate(words, options);
  if (own.repeat !== undefined)
    return { ...own, repeat: unlessUnclearInEnglish(own.repeat, words, options) };
  if (Object.keys(own).length === 0) return readInOthers(words, options);
  if (isNoDayInEnglish(own, words, options)) return { hasSeveralDays: true };
  const repeat = mayRecur(lineOf(words)) ? readInOthers(words, options).repeat : undefined;
  if (repeat === undefined) return own;
  return { ...own, repeat };
}

/** "Sat 6 December" of a Sunday: every language has the English months, but not the short weekdays. */
function isNoDayInEnglish(own: Reading, words: readonly Word[], options: QuickAddOptions): boolean {
  const isEnglishDay = ({ key }: Word) => entryOf('en', 'shortWeekdays', key) !== undefined;
  if (options.language === 'en' || own.date === undefined || !words.some(isEnglishDay))
    return false;
  const english = readDate(words, { ...options, language: 'en' });
  return english.hasSeveralDays === true && english.date === undefined;
}

/** What the first other language finds that finds something: there a number or a short word alone says nothing. */
function readInOthers(words: readonly Word[], options: QuickAddOptions): Reading {
  if (!words.some(isLong)) return {};
  for (const language of otherLanguages(options)) {
    const found = readDate(words, { ...options, language });
    const span = found.date ?? found.repeat;
    if (hasLongWord(words, span) && !isInName(words, span)) return found;
  }
  return {};
}

const otherLanguages = (options: QuickAddOptions): readonly Language[] =>
  knownLanguages().filter((language) => language !== options.language);

/** A short word may mean something else in the language of the page: "am", "so", "mon". */
const hasLongWord = (words: readonly Word[], span: Span | undefined): boolean =>
  span !== undefined &&
  words.some((word) => word.start >= span.start && word.end <= span.end && isLong(word));

/** "Watch Morgen TV": a word with a capital letter between others, the next of which has one too. */
function isInName(words: readonly Word[], span: Span | undefined): boolean {
  const at = words.findIndex(({ start, end }) => start === span?.start && end === span.end);
  const [word, next] = words.slice(at, at + 2);
  return at > 0 && word?.tail === '' && word.hasCapital && next?.hasCapital === true;
}

const isLong = ({ key }: Word): boolean => /\p{L}{4}/u.test(key);

/** Every language has the English words of recurrences, but not all English words that limit them: "weekly mon, wed". */
function unlessUnclearInEnglish(
  repeat: RepeatReading,
  words: readonly Word[],
  options: QuickAddOptions,
): RepeatReading {
  const inside = words.filter(({ start, end }) => start >= repeat.start && end <= repeat.end);
  if (options.language === 'en' || !mayRecurInEnglish(lineOf(inside))) return repeat;
  const english = readDate(words, { ...options, language: 'en' }).repeat;
  const isUnclear = english !== undefined && english.rule === undefined;
  return isUnclear ? { ...repeat, rule: undefined } : repeat;
}

/** A recurrence whose rule is understood. */
export type RepeatFound = RepeatReading & {
  readonly text: string;
  readonly rule: Repeat;
  readonly date: DateReading | undefined;
};

/** The recurrence in a description, in any of the languages, if its rule is understood. */
export function repeatIn(text: string, options: QuickAddOptions): RepeatFound | undefined {
  // Most tasks do not repeat, and the patterns of several languages are slow to compile.
  if (!mayRecur(comparable(text))) return undefined;
  const { repeat, date } = readDateInAny(splitWords(text), options);
  if (repeat?.rule === undefined) return undefined;
  return { ...repeat, rule: repeat.rule, date, text: text.slice(repeat.start, repeat.end) };
}

const lineOf = (words: readonly Word[]): string => words.map(({ key }) => key).join(' ');

/** True if a comparable text has a word that every recurrence begins with. */
const mayRecur = (line: string): boolean => beginningIn(knownLanguages()).test(line);
const mayRecurInEnglish = (line: string): boolean => beginningIn(['en']).test(line);

const beginnings = new Map<string, RegExp>();

function beginningIn(of: readonly Language[]): RegExp {
  const made = beginnings.get(of.join());
  if (made !== undefined) return made;
  const pattern = beginningPattern(of);
  beginnings.set(of.join(), pattern);
  return pattern;
}

function beginningPattern(of: readonly Language[]): RegExp {
  const tables = of.flatMap((each) => [
    tableOf(each, 'repeats'),
    tableOf(each, 'alternates'),
    tableOf(each, 'weekdayPlurals'),
    tableOf(each, 'repeatStarts'),
  ]);
  const phrases = tables
    .flatMap((table) => [...table.keys()])
    .join('|')
    .replaceAll(' ', '\\s+');
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${phrases})(?![\\p{L}\\p{N}])`, 'u');
}
