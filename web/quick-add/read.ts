import type { TaskImportance, TaskState } from '../../contract/task.ts';

import { firstDue } from '../dates/repeat.ts';
import type { Fields } from '../sync/fields.ts';
import type { NewTaskDraft } from '../sync/kept.shapes.ts';
import { comparable } from '../words/language.ts';
import type { DateNote } from './found-date.ts';
import type { QuickAddOptions } from './options.ts';
import { readDate } from './read-date.ts';
import { entryOf } from './vocabulary.ts';
import { splitWords } from './word-position.ts';
import type { Word } from './word-position.ts';

/** A value and its part of the input: `text` is `[start, end)` in UTF-16 units, with the punctuation at its end. */
export type Chip = { readonly start: number; readonly end: number; readonly text: string } & (
  | { readonly kind: 'date'; readonly value: string; readonly note?: DateNote }
  | { readonly kind: 'importance'; readonly value: TaskImportance }
  | { readonly kind: 'state'; readonly value: TaskState }
);

export type Kinds = readonly Chip['kind'][];

/**
 * Reads a task from one line. One date, one importance (`!high`, `!3`, `p1`, `!!1`) and one state (`/done`) are read: the last
 * complete one of each. Earlier ones, quoted text, recurrences, times and ranges of days stay in the description; if no other
 * word is left, all words stay. A day that has passed this year is read as the next such day, and its chip has a note.
 * Kinds in `literal` are not read.
 */
export function readQuickAdd(text: string, options: QuickAddOptions, literal: Kinds = []) {
  const words = splitWords(text);
  const unless = <T>(kind: Chip['kind'], found: T): T | undefined =>
    literal.includes(kind) ? undefined : found;
  const { date: said, repeat } = readDate(words, options);
  const rule = repeat?.rule;
  const date = unless('date', said);
  const importance = unless('importance', lastMarked(words, '!', 'importances', options));
  const state = unless('state', lastMarked(words, '/', 'states', options));
  const chips: Chip[] = [
    date && { kind: 'date' as const, ...date },
    importance && { kind: 'importance' as const, ...importance },
    state && { kind: 'state' as const, ...state },
  ]
    .filter((found) => found !== undefined)
    .map((found) => ({ ...found, text: text.slice(found.start, found.end) }))
    .toSorted((a, b) => a.start - b.start);
  return {
    description: withoutChips(text, chips) || text.trim(),
    dueDate: date?.value ?? (rule ? firstDue(rule, options.todayIso) : options.todayIso),
    importance: importance?.value ?? 'MEDIUM',
    state: state?.value ?? 'TODO',
    chips,
    // The text of a recurrence, and its rule, or undefined for a recurrence that is not understood.
    ...(repeat && { repeat: { text: text.slice(repeat.start, repeat.end), rule } }),
  };
}

/** The last word that is the mark and a word of the table, and its entry. */
function lastMarked<Name extends 'importances' | 'states'>(
  words: readonly Word[],
  mark: string,
  table: Name,
  { language }: QuickAddOptions,
) {
  for (const { key, start, end } of words.toReversed()) {
    const written = key.replace(/^p(?=[1-3]$)/, '!!');
    if (!written.startsWith(mark)) continue;
    const value = entryOf(language, table, written.slice(1));
    if (value !== undefined) return { start, end, value };
  }
  return undefined;
}

/** The text without its chips, joined by single spaces. */
export function withoutChips(text: string, chips: readonly Pick<Chip, 'start' | 'end'>[]): string {
  const without = (rest: string, { start, end }: Pick<Chip, 'start' | 'end'>) =>
    `${rest.slice(0, start).trimEnd()} ${rest.slice(end).trimStart()}`;
  return chips.toReversed().reduce(without, text).trim();
}

/** Reads a draft of a new task: its fields, its chips and its recurrence. A date set by hand holds until its day has passed. */
export function readNewTask(draft: NewTaskDraft, options: QuickAddOptions) {
  const { description: text, byHand = [] } = draft;
  const { description, dueDate, importance, state, ...found } = readQuickAdd(text, options, byHand);
  const fields: Fields = {
    description,
    dueDate: byHand.includes('date') && draft.dueDate >= options.todayIso ? draft.dueDate : dueDate,
    importance: byHand.includes('importance') ? draft.importance : importance,
    state: byHand.includes('state') ? draft.state : state,
  };
  return { fields, ...found };
}

/** Reads the form of a task. Words that it was `opened` with are not read again, and values set by hand do not change. */
export function readEdit(draft: Fields, opened: Fields, options: QuickAddOptions, literal: Kinds) {
  const { description: text, dueDate, importance, state } = draft;
  const byHand: readonly (Chip['kind'] | false)[] = [
    dueDate !== opened.dueDate && 'date',
    importance !== opened.importance && 'importance',
    state !== opened.state && 'state',
  ];
  const before = comparable(opened.description);
  const isTyped = (found: { text: string }) => !before.includes(bare(found.text));
  const held = [...literal, ...byHand.filter((kind) => kind !== false)];
  const { chips: all, repeat: rule, ...read } = readQuickAdd(text, options, held);
  const chips = all.filter(isTyped);
  const repeat = rule !== undefined && isTyped(rule) ? rule : undefined;
  const reads = (kind: Chip['kind']) => chips.some((chip) => chip.kind === kind);
  // A rule that names no day keeps the due date of the task.
  const isFirstDay =
    (repeat?.rule?.weekdays ?? repeat?.rule?.monthDay) !== undefined && !held.includes('date');
  const fields: Fields = {
    description: chips.length === 0 ? text : withoutChips(text, chips) || text.trim(),
    dueDate: reads('date') || isFirstDay ? read.dueDate : dueDate,
    importance: reads('importance') ? read.importance : importance,
    state: reads('state') ? read.state : state,
  };
  return { fields, chips, repeat };
}

/** Comparable words without the punctuation at their end, which the person may add or remove. */
const bare = (words: string): string => comparable(words).replace(/[.,;:!?…]*$/, '');

/** A draft with another description; null when it is empty: no words, and only default values. */
export function writeNewTask(
  draft: NewTaskDraft,
  description: string,
  todayIso: string,
): NewTaskDraft | null {
  const { byHand, dueDate, importance } = draft;
  const isUsual = byHand === undefined || (dueDate <= todayIso && importance === 'MEDIUM');
  return description === '' && isUsual ? null : { ...draft, description };
}

/** A draft with one value set by hand. Undoing a chip does the same: its words stay, and the earlier value is set. */
export function setByHand(
  draft: NewTaskDraft,
  kind: Chip['kind'],
  value: Partial<Fields>,
): NewTaskDraft {
  return { ...draft, ...value, byHand: [...new Set([...(draft.byHand ?? []), kind])] };
}

export const blankNewTask = (todayIso: string): NewTaskDraft => ({
  description: '',
  dueDate: todayIso,
  importance: 'MEDIUM',
  state: 'TODO',
});
