import { importances, states } from '../../contract/fields.ts';
import type { TaskImportance, TaskState } from '../../contract/task.ts';

import { firstDue } from '../dates/repeat.ts';
import { splitWords, tableOf } from './place.ts';
import type { DateNote, QuickAddOptions, TableName, Word } from './place.ts';
import { readDate } from './read-date.ts';

/** What was read and where: `text` is `[start, end)` of the input in UTF-16 units, with its closing punctuation. */
export type Chip = { readonly start: number; readonly end: number; readonly text: string } & (
  | { readonly kind: 'date'; readonly value: string; readonly note?: DateNote }
  | { readonly kind: 'importance'; readonly value: TaskImportance }
  | { readonly kind: 'state'; readonly value: TaskState }
);

/** Text longer than this (UTF-16 units) was pasted, not typed, and is not read. */
export const longestRead = 1000;

/**
 * Reads a task out of one line. One date, one importance (`!high`, `!3`, `p1`, `!!1`) and one state (`/done`) are read: the last
 * complete one of each. Earlier ones, quoted text, recurrences, times and ranges of days stay in the description, and
 * so do the words that were read if nothing else is left. A day that is over this year is read as the next one, and
 * its chip says so. Kinds that are `literal` are not read.
 */
export function readQuickAdd(text: string, options: QuickAddOptions, literal: readonly Chip['kind'][] = []) {
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
export function withoutChips(text: string, chips: readonly Chip[]): string {
  const without = (rest: string, { start, end }: Chip) =>
    `${rest.slice(0, start).trimEnd()} ${rest.slice(end).trimStart()}`;
  return chips.toReversed().reduce(without, text).trim();
}
