import { importances, states } from '../../contract/fields.ts';
import type { TaskImportance, TaskState } from '../../contract/task.ts';

import { firstDue } from '../dates/repeat.ts';
import type { Fields } from '../sync/fields.ts';
import type { NewTaskDraft } from '../sync/kept.shapes.ts';
import { comparable } from '../words/language.ts';
import { splitWords, tableOf } from './place.ts';
import type { DateNote, QuickAddOptions, TableName, Word } from './place.ts';
import { readDate } from './read-date.ts';

/** What was read and where: `text` is `[start, end)` of the input in UTF-16 units, with its closing punctuation. */
export type Chip = { readonly start: number; readonly end: number; readonly text: string } & (
  | { readonly kind: 'date'; readonly value: string; readonly note?: DateNote }
  | { readonly kind: 'importance'; readonly value: TaskImportance }
  | { readonly kind: 'state'; readonly value: TaskState }
);

export type Kinds = readonly Chip['kind'][];

/** Text longer than this (UTF-16 units) was pasted, not typed, and is not read. */
export const longestRead = 1000;

/**
 * Reads a task out of one line. One date, one importance (`!high`, `!3`, `p1`, `!!1`) and one state (`/done`) are read: the last
 * complete one of each. Earlier ones, quoted text, recurrences, times and ranges of days stay in the description, and
 * so do the words that were read if nothing else is left. A day that is over this year is read as the next one, and
 * its chip says so. Kinds that are `literal` are not read.
 */
export function readQuickAdd(text: string, options: QuickAddOptions, literal: Kinds = []) {
  const words = text.length <= longestRead ? splitWords(text) : [];
  const unless = <T>(kind: Chip['kind'], found: T): T | undefined =>
    literal.includes(kind) ? undefined : found;
  const { date: said, repeat } = readDate(words, options);
  const rule = repeat?.rule;
  const date = unless('date', said);
  const importance = unless('importance', lastMarked(words, '!', options, 'importances', importances));
  const state = unless('state', lastMarked(words, '/', options, 'states', states));
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
    // The words of the description that say that it repeats, and the rule where they are understood.
    ...(repeat && { repeat: { text: text.slice(repeat.start, repeat.end), rule } }),
  };
}

/** The last word that is the mark and an entry of the table; the entry's place gives the value. */
function lastMarked<T>(
  words: readonly Word[],
  mark: string,
  { language }: QuickAddOptions,
  table: TableName,
  values: readonly T[],
) {
  const marked = words.map(({ key, start, end }) => {
    const written = key.replace(/^p(?=[1-3]$)/, '!!');
    const at = written.startsWith(mark) ? tableOf(language, table).get(written.slice(1)) : undefined;
    const value = values[at ?? -1];
    return value && { start, end, value };
  });
  return marked.findLast((each) => each !== undefined);
}

/** What is between the chips, joined by single spaces. */
export function withoutChips(text: string, chips: readonly Pick<Chip, 'start' | 'end'>[]): string {
  const without = (rest: string, { start, end }: Pick<Chip, 'start' | 'end'>) =>
    `${rest.slice(0, start).trimEnd()} ${rest.slice(end).trimStart()}`;
  return chips.toReversed().reduce(without, text).trim();
}

/** The task that a draft means, with its chips and the words of a recurrence. */
export function readNewTask(draft: NewTaskDraft, options: QuickAddOptions) {
  const { description: text, byHand = [] } = draft;
  const { description, dueDate, importance, state, ...found } = readQuickAdd(text, options, byHand);
  const fields: Fields = {
    description,
    dueDate: byHand.includes('date') ? draft.dueDate : dueDate,
    importance: byHand.includes('importance') ? draft.importance : importance,
    state: byHand.includes('state') ? draft.state : state,
  };
  return { fields, ...found };
}

/** The task that a form means: words that it was `opened` with are not read again, and what was set by hand holds. */
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
  // A rule that names no day keeps that of the task.
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

/** Words without the punctuation that closes them, which may come and go. */
const bare = (words: string): string => comparable(words).replace(/[.,;:!?…]*$/, '');

/** A draft with other words; null when nothing is left of it: neither words nor a value that is not the usual one. */
export function writeNewTask(
  draft: NewTaskDraft,
  description: string,
  todayIso: string,
): NewTaskDraft | null {
  const { byHand, dueDate, importance } = draft;
  const isUsual = byHand === undefined || (dueDate === todayIso && importance === 'MEDIUM');
  return description === '' && isUsual ? null : { ...draft, description };
}

/** A draft with one value set by hand. A chip is undone in the same way: its words stay, with the value that they replaced. */
export function setByHand(draft: NewTaskDraft, kind: Chip['kind'], value: Partial<Fields>): NewTaskDraft {
  return { ...draft, ...value, byHand: [...new Set([...(draft.byHand ?? []), kind])] };
}

export const blankNewTask = (todayIso: string): NewTaskDraft => ({
  description: '',
  dueDate: todayIso,
  importance: 'MEDIUM',
  state: 'TODO',
});
