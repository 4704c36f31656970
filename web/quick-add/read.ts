import type { TaskImportance, TaskState } from '../../contract/task.ts';

import type { Repeat } from '../dates/repeat.ts';
import type { Fields } from '../sync/fields.ts';
import type { NewTaskDraft } from '../sync/kept.shapes.ts';
import { comparable } from '../words/language.ts';
import type { DateNote } from './found-date.ts';
import type { QuickAddOptions } from './options.ts';
import { readDateInAny, repeatIn } from './any-language.ts';
import { loadedLater } from './loaded-later.ts';
import type { Reading, RepeatReading, Span } from './readings.ts';
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
 * word is left, all words stay. Without a date, `unclear` has the last words that are perhaps a day. A day that has passed this year is read as the next such day, and its chip has a note.
 * Kinds in `literal` are not read.
 */
export function readQuickAdd(text: string, options: QuickAddOptions, literal: Kinds = []) {
  const { description, values, chips, repeat, unclear } = readLine(text, options, literal);
  return {
    description,
    ...values,
    chips,
    ...withRule(repeat, values.dueDate),
    ...(unclear && { unclear }),
  };
}

function readLine(text: string, options: QuickAddOptions, literal: Kinds) {
  const words = splitWords(text);
  const reading = readDateInAny(words, options);
  const { date, repeat } = reading;
  const unclear = unclearOf(reading, literal);
  const importance = lastMarked(words, '!', 'importances', options);
  const state = lastMarked(words, '/', 'states', options);
  const found = [
    date && { kind: 'date' as const, ...date },
    importance && { kind: 'importance' as const, ...importance },
    state && { kind: 'state' as const, ...state },
  ];
  const chips: Chip[] = found
    .filter((each) => each !== undefined)
    .filter(({ kind }) => !literal.includes(kind))
    .map((each) => ({ ...each, text: text.slice(each.start, each.end) }))
    .toSorted((a, b) => a.start - b.start);
  const dueDate = firstDueOf(repeat?.rule, options);
  const values = withValues({ dueDate, importance: 'MEDIUM', state: 'TODO' }, chips);
  return {
    description: wordsLeft(text, chips, repeat?.rule, options),
    values,
    chips,
    repeat: repeat && { ...repeat, text: text.slice(repeat.start, repeat.end) },
    unclear: unclear && text.slice(unclear.start, unclear.end),
  };
}

/** The words that are perhaps a day, unless there is a date, or a recurrence that is told as not understood. */
function unclearOf({ date, repeat, unclear }: Reading, literal: Kinds): Span | undefined {
  const isDated = date !== undefined || literal.includes('date');
  const isTold = repeat !== undefined && repeat.rule === undefined;
  return isDated || isTold ? undefined : unclear;
}

/** The first day of a recurrence, or today. */
const firstDueOf = (rule: Repeat | undefined, { todayIso }: QuickAddOptions): string =>
  (rule && loadedLater()?.firstDue(rule, todayIso)) ?? todayIso;

/** The text of a recurrence, and its rule for a first due date, or undefined for a recurrence that is not understood. */
function withRule(
  repeat: (RepeatReading & { readonly text: string }) | undefined,
  dueDate: string,
) {
  if (repeat === undefined) return {};
  const rule = loadedLater()?.ruleOfNewTask(repeat, dueDate);
  return { repeat: { text: repeat.text, rule } };
}

/** The dates in the text of a search, each as the end of the due dates that it means: without a year, of any year. */
export function datesIn(
  text: string,
  options: QuickAddOptions,
): { text: string; ending: string }[] {
  return readQuickAdd(text, options).chips.flatMap((chip) => {
    if (chip.kind !== 'date') return [];
    const ending = chip.note === undefined ? chip.value : chip.value.slice(4);
    return [{ text: chip.text, ending }];
  });
}

type Values = Pick<Fields, 'dueDate' | 'importance' | 'state'>;

/** The values of the chips, and for the other kinds those of `values`. */
function withValues(values: Values, chips: readonly Chip[]): Values {
  const read = { ...values };
  for (const { kind, value } of chips)
    switch (kind) {
      case 'date':
        read.dueDate = value;
        break;
      case 'importance':
        read.importance = value;
        break;
      case 'state':
        read.state = value;
    }
  return read;
}

/** The last word that is the mark and a word of the table, and its entry. Not "(p1)". */
function lastMarked<Name extends 'importances' | 'states'>(
  words: readonly Word[],
  mark: string,
  table: Name,
  { language }: QuickAddOptions,
) {
  const outside = words.filter((_, index) => words[index - 1]?.key !== '(');
  for (const { key, start, end } of outside.toReversed()) {
    const written = key.replace(/^p(?=[1-3]$)/, '!!');
    if (!written.startsWith(mark)) continue;
    const value = entryOf(language, table, written.slice(1));
    if (value !== undefined) return { start, end, value };
  }
  return undefined;
}

/**
 * The text without its chips, or all of it if nothing else is left. The words of the date stay if without them the others would recur
 * in another way than was read: "Chor am Montag abends", "until 5 December every day".
 */
function wordsLeft(
  text: string,
  chips: readonly Chip[],
  rule: Repeat | undefined,
  options: QuickAddOptions,
): string {
  const left = withoutChips(text, chips) || text.trim();
  const isSame = JSON.stringify(repeatIn(left, options)?.rule) === JSON.stringify(rule);
  if (isSame || !chips.some(isDate)) return left;
  return withoutChips(
    text,
    chips.filter((chip) => !isDate(chip)),
  );
}

const isDate = ({ kind }: Chip): boolean => kind === 'date';

/** The text without its chips, joined by single spaces. */
export function withoutChips(text: string, chips: readonly Pick<Chip, 'start' | 'end'>[]): string {
  return chips.toReversed().reduce(withoutChip, text).trim();
}

function withoutChip(text: string, { start, end }: Pick<Chip, 'start' | 'end'>): string {
  const before = text.slice(0, start).trimEnd();
  const after = text.slice(end).trimStart();
  const isAtParenthesis = before.endsWith('(') || after.startsWith(')');
  if (isAtParenthesis) return before + after;
  return `${before} ${after}`;
}

/** Reads a draft of a new task: its fields, its chips and its recurrence. A date set by hand holds until its day has passed. */
export function readNewTask(draft: NewTaskDraft, options: QuickAddOptions) {
  const { byHand = [], ...typed } = draft;
  const { description, values, chips, repeat, unclear } = readLine(
    typed.description,
    options,
    byHand,
  );
  const fields: Fields = { ...typed, description, ...values };
  if (byHand.includes('date') && typed.dueDate >= options.todayIso) fields.dueDate = typed.dueDate;
  if (byHand.includes('importance')) fields.importance = typed.importance;
  if (byHand.includes('state')) fields.state = typed.state;
  return { fields, chips, ...withRule(repeat, fields.dueDate), ...(unclear && { unclear }) };
}

/** Reads the form of a task. Words that it was `opened` with are not read again, and values set by hand do not change. */
export function readEdit(draft: Fields, opened: Fields, options: QuickAddOptions, literal: Kinds) {
  const text = draft.description;
  const held = [...literal, ...kindsChanged(opened, draft)];
  const { values, chips: all, repeat: found, unclear: doubt } = readLine(text, options, held);
  const before = comparable(opened.description);
  const isTyped = (part: { text: string }) => !before.includes(bare(part.text));
  const unclear = doubt !== undefined && isTyped({ text: doubt }) ? doubt : undefined;
  const chips = all.filter(isTyped);
  const typedRepeat = found !== undefined && isTyped(found) ? found : undefined;
  const due = { dueDate: draft.dueDate };
  // A rule that names no day keeps the due date of the task.
  if (namesDay(typedRepeat?.rule) && !held.includes('date')) due.dueDate = values.dueDate;
  const fields: Fields = { ...draft, ...withValues({ ...draft, ...due }, chips) };
  if (chips.length > 0) fields.description = wordsLeft(text, chips, found?.rule, options);
  const { repeat } = withRule(typedRepeat, fields.dueDate);
  return { fields, chips, repeat, unclear };
}

const namesDay = (rule: Repeat | undefined): boolean =>
  (rule?.weekdays ?? rule?.monthDay) !== undefined;

/** The kinds of which the values differ. */
function kindsChanged(before: Values, after: Values): Kinds {
  const kinds: Chip['kind'][] = [];
  if (after.dueDate !== before.dueDate) kinds.push('date');
  if (after.importance !== before.importance) kinds.push('importance');
  if (after.state !== before.state) kinds.push('state');
  return kinds;
}

/** Comparable words without the punctuation at their end, which the person may add or remove. */
const bare = (words: string): string => comparable(words).replace(/[.,;:!?…]*$/, '');
