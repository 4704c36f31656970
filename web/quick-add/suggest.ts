import { fold } from '../dates/fold.ts';
import { alternatives, wordsOf } from './lexicon.ts';
import { readQuickAdd } from './read.ts';
import type { Chip, QuickAddOptions } from './read.ts';
import { splitWords } from './split.ts';

/** One way to complete `[start, end)` of the input: `text` takes its place and reads as `chip`. */
export type Suggestion = {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly chip: Chip;
};

const fewestLetters = 3;
const mostSuggestions = 6;

/**
 * Completions of the word that ends at the caret: importance after `!`, state after `/`, and dates from the third letter
 * on ("next w" counts as one). None inside a word, inside quotation marks, or for what is complete already.
 */
export function suggest(text: string, caret: number, options: QuickAddOptions): Suggestion[] {
  if (caret > text.length || /^\S/.test(text.slice(caret))) return [];
  const typed = splitWords(text).filter((word) => word.start < caret);
  const suggestions: Suggestion[] = [];
  for (const word of typed.slice(-3)) {
    const written = fold(text.slice(word.start, caret));
    if (word.key === '' && word.tail === '') continue;
    for (const phrase of phrases(options.language)) {
      if (!fold(phrase).startsWith(written) || fold(phrase) === written || !isEnough(written)) continue;
      const chip = readQuickAdd(phrase, options).chips[0];
      if (chip !== undefined) suggestions.push({ start: word.start, end: caret, text: phrase, chip });
    }
  }
  return suggestions.slice(0, mostSuggestions);
}

function isEnough(written: string): boolean {
  return written.startsWith('!') || written.startsWith('/') || written.length >= fewestLetters;
}

/** The first spelling of everything that the language can say in fixed words, but for the weekend: too much begins with "am". */
function phrases(language: QuickAddOptions['language']): string[] {
  const { daysAhead, weekdays, nextWeek, nextMonth, nextYear, importance, state } = wordsOf[language];
  const first = (entry: string) => alternatives(entry)[0] ?? '';
  return [
    ...[importance.LOW, importance.MEDIUM, importance.HIGH].map((entry) => `!${first(entry)}`),
    ...[state.TODO, state.WORKING, state.DONE].map((entry) => `/${first(entry)}`),
    ...[...daysAhead.map(([entry]) => entry), ...weekdays, nextWeek, nextMonth, nextYear].map(first),
  ];
}
