import {
  addDays,
  addMonths,
  compareDates,
  firstWorkdayOfNextWeek,
  nextWeekday,
} from '../dates/calendar.ts';
import { comparable } from '../words/language.ts';
import type { Language } from '../words/language.ts';
import type { QuickAddOptions } from './options.ts';
import { readQuickAdd } from './read.ts';
import type { Chip } from './read.ts';
import { firstSpellings } from './vocabulary.ts';
import type { TableName } from './vocabulary.ts';
import { firstPosition, isQuoted, splitWords } from './word-position.ts';
import { dottedDay } from './written-days.ts';

/** A completion: `text` replaces `[start, end)` of the input and is read as `chip`. */
export type Suggestion = {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Missing for a tag, which stays in the description. */
  readonly chip?: Chip;
};

/** A day to choose. `name` is null for a day that was read from typed words. */
export type DateChoice = { readonly name: DayName | null; readonly iso: string };

const dayNames = ['today', 'tomorrow', 'weekend', 'nextWeek', 'nextMonth'] as const;
export type DayName = (typeof dayNames)[number];

const fewestLetters = 3;
const mostSuggestions = 6;

/**
 * Completions of the word before the caret: importance after `!`, state after `/`, one of the `tags` after `#`, and dates from the
 * third letter on ("next w" counts as one word). None inside a word or quotation marks, for a complete word, or if the completed
 * text is not read ("every tue").
 */
export function suggest(
  text: string,
  caret: number,
  options: QuickAddOptions,
  tags: () => readonly string[] = () => [],
): Suggestion[] {
  if (caret > text.length || /^\S/.test(text.slice(caret))) return [];
  const typed = splitWords(text).filter((word) => word.start < caret);
  const suggestions: Suggestion[] = [];
  for (const word of typed.slice(-3)) {
    const written = comparable(text.slice(word.start, caret));
    const span = { start: word.start, end: caret };
    if (written.startsWith('#') && word.end >= caret)
      for (const tag of completions(written, tags())) suggestions.push({ ...span, text: tag });
    const isEnough = /^[!/]/.test(written) || written.length >= fewestLetters;
    if (!isEnough || isQuoted(word)) continue;
    for (const phrase of phrasesFor(written, text.slice(0, word.start), options))
      suggestions.push({ ...span, ...phrase });
  }
  return suggestions.slice(0, mostSuggestions);
}

/** The fixed phrases that complete the written letters and are read after the text before them, each with its chip. */
function phrasesFor(written: string, before: string, options: QuickAddOptions) {
  return completions(written, phrases(options.language)).flatMap((text) => {
    const whole = before + text;
    const isRead = readQuickAdd(whole, options).chips.some(({ end }) => end === whole.length);
    if (!isRead) return [];
    return readQuickAdd(text, options)
      .chips.slice(0, 1)
      .map((chip) => ({ text, chip }));
  });
}

/** The texts that begin with the written letters and are longer. */
const completions = (written: string, texts: readonly string[]) =>
  texts.filter((text) => comparable(text).startsWith(written) && comparable(text) !== written);

/** The days that a text may mean: those that it names, then those of its completions. A blank text gives the usual days. */
export function suggestDates(text: string, options: QuickAddOptions): readonly DateChoice[] {
  if (text.trim() === '') return usualDates(options);
  const read = (texts: readonly string[]) =>
    texts.flatMap((each) => readQuickAdd(each, options).chips);
  const said = read([text, `${text}.`]);
  // A date field has no prices: there "24.12" is a date.
  const dotted = dottedDay(firstPosition(splitWords(text), options));
  if (dotted !== undefined) return [{ name: null, iso: dotted.value }];
  const meant = suggest(text, text.length, options).flatMap(({ chip }) => chip ?? []);
  const named = [...said, ...meant];
  // "Mo", "20", "3 days" and "weekend" are dates only after certain words, which a date field does not need.
  const leads = (['within', 'shortLeads', 'monthDayLeads', 'weekdayLeads'] as const).flatMap(
    (table) => spellingsOf(options.language, table).filter((lead) => lead !== ''),
  );
  const led = leads.flatMap((lead) => [`${lead} ${text}`, `${lead} ${text}.`]);
  const found = named.length > 0 ? named : read(led);
  const days = new Set(found.filter((chip) => chip.kind === 'date').map(({ value }) => value));
  return [...days].map((iso) => ({ name: null, iso }));
}

/** The first spelling of each fixed phrase of the language, without the weekend: in German too many texts begin with "am". */
function phrases(language: Language): string[] {
  const periods = firstSpellings(language, 'periods');
  return [
    ...spellingsOf(language, 'importances').map((word) => `!${word}`),
    ...spellingsOf(language, 'states').map((word) => `/${word}`),
    ...spellingsOf(language, 'daysAhead'),
    ...spellingsOf(language, 'weekdays'),
    ...['nextWeek', 'nextMonth', 'nextYear'].flatMap((name) => periods.get(name) ?? []),
  ];
}

const spellingsOf = (language: Language, table: TableName): string[] => [
  ...firstSpellings(language, table).values(),
];

type Day = Pick<QuickAddOptions, 'todayIso' | 'firstDayOfWeek'>;

/** The date of a named day, for choices and keys. */
export function dayNamed(name: DayName, { todayIso, firstDayOfWeek }: Day): string {
  const days: Readonly<Record<DayName, string>> = {
    today: todayIso,
    tomorrow: addDays(todayIso, 1),
    weekend: nextWeekday(todayIso, 6),
    nextWeek: firstWorkdayOfNextWeek(todayIso, firstDayOfWeek),
    nextMonth: `${addMonths(todayIso, 1).slice(0, 7)}-01`,
  };
  return days[name];
}

function usualDates(options: QuickAddOptions): readonly DateChoice[] {
  const usual = dayNames.map((name) => ({ name, iso: dayNamed(name, options) }));
  // Two names may mean the same day, such as tomorrow and next week on a Sunday: the first one stays.
  const first = new Map(usual.toReversed().map((day) => [day.iso, day]));
  return [...first.values()].toSorted((a, b) => compareDates(a.iso, b.iso));
}
