import { comparable } from '../words/language.ts';
import type { Language } from '../words/language.ts';
import { usualDates } from './day-names.ts';
import type { DateChoice } from './day-names.ts';
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
  const ofText = read([text, `${text}.`]);
  // A date field has no prices: there "24.12" is a date.
  const dotted = dottedDay(firstPosition(splitWords(text), options));
  if (dotted !== undefined) return [{ name: null, iso: dotted.value }];
  const ofCompletions = suggest(text, text.length, options).flatMap(({ chip }) => chip ?? []);
  const named = [...ofText, ...ofCompletions];
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
