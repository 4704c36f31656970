import type { TaskImportance, TaskState } from '../../contract/task.ts';

import { readDate } from './date.ts';
import { lexiconOf } from './lexicon.ts';
import type { DateContext, DateNote } from './place.ts';
import { splitWords } from './split.ts';
import type { Word } from './split.ts';

export type QuickAddOptions = DateContext;

/** What was read and where: `text` is `[start, end)` of the input in UTF-16 units, with its closing punctuation. */
export type Chip = { readonly start: number; readonly end: number; readonly text: string } & (
  | { readonly kind: 'date'; readonly value: string; readonly note?: DateNote }
  | { readonly kind: 'importance'; readonly value: TaskImportance }
  | { readonly kind: 'state'; readonly value: TaskState }
);

export type QuickAdd = {
  readonly description: string;
  readonly dueDate: string;
  readonly importance: TaskImportance;
  readonly state: TaskState;
  readonly chips: readonly Chip[];
};

/** Text longer than this (UTF-16 units) was pasted, not typed, and is taken as it is. */
export const longestRead = 1000;

/**
 * Reads a task out of one line. At most one date, one importance (`!high`, `!3`) and one state (`/done`) are read, of
 * each the last complete one; the earlier ones and everything quoted stay in the description. If nothing else is left,
 * the words that were read stay too. A day that is over this year is the next one there is, and its chip says so. What is
 * `literal` is not read.
 */
export function readQuickAdd(
  text: string,
  options: QuickAddOptions,
  literal: readonly Chip['kind'][] = [],
): QuickAdd {
  const isTyped = text.trim() !== '' && text.length <= longestRead;
  const found = isTyped ? findChips(text, options) : [];
  const chips = found.filter(({ kind }) => !literal.includes(kind));
  const said: { dueDate?: string; importance?: TaskImportance; state?: TaskState } = {};
  for (const chip of chips) {
    if (chip.kind === 'date') said.dueDate = chip.value;
    else if (chip.kind === 'importance') said.importance = chip.value;
    else said.state = chip.value;
  }
  const description = withoutChips(text, chips) || text.trim();
  return { description, dueDate: options.todayIso, importance: 'MEDIUM', state: 'TODO', ...said, chips };
}

function findChips(text: string, options: QuickAddOptions): Chip[] {
  const words = splitWords(text);
  const lexicon = lexiconOf(options.language);
  const chips: Chip[] = [];
  const date = readDate(words, options);
  const [first, last] = [words[date?.from ?? -1], words[(date?.to ?? 0) - 1]];
  if (date && first && last) {
    const note = date.note && { note: date.note };
    chips.push({ ...spanOf(text, first.start, last.end), kind: 'date', value: date.value, ...note });
  }
  const importance = lastMarked(words, '!', lexicon.importance);
  if (importance) {
    const { word, value } = importance;
    chips.push({ ...spanOf(text, word.start, word.end), kind: 'importance', value });
  }
  const state = lastMarked(words, '/', lexicon.state);
  if (state)
    chips.push({ ...spanOf(text, state.word.start, state.word.end), kind: 'state', value: state.value });
  return chips.toSorted((a, b) => a.start - b.start);
}

function lastMarked<T>(words: readonly Word[], mark: string, values: ReadonlyMap<string, T>) {
  for (const word of words.toReversed()) {
    const value = word.key.startsWith(mark) ? values.get(word.key.slice(mark.length)) : undefined;
    if (value !== undefined) return { word, value };
  }
  return undefined;
}

function spanOf(text: string, start: number, end: number) {
  return { start, end, text: text.slice(start, end) };
}

/** What stands between the chips, joined by single spaces. */
function withoutChips(text: string, chips: readonly Chip[]): string {
  const starts = [0, ...chips.map((chip) => chip.end)];
  const ends = [...chips.map((chip) => chip.start), text.length];
  return starts
    .map((start, index) => text.slice(start, ends[index]).trim())
    .filter((part) => part !== '')
    .join(' ');
}
