import { readQuickAdd, withoutChips } from './read.ts';
import type { QuickAddOptions } from './place.ts';
import type { Chip } from './read.ts';
import { comparable } from '../words/language.ts';
import type { Fields } from '../sync/fields.ts';
import type { NewTaskDraft } from '../sync/kept.shapes.ts';

/** The task that a draft means, with its chips and the words of a recurrence. */
export function readNewTask(draft: NewTaskDraft, options: QuickAddOptions) {
  const byHand = draft.byHand ?? [];
  const { description, dueDate, importance, state, ...found } = readQuickAdd(
    draft.description,
    options,
    byHand,
  );
  const fields: Fields = {
    description,
    dueDate: byHand.includes('date') ? draft.dueDate : dueDate,
    importance: byHand.includes('importance') ? draft.importance : importance,
    state: byHand.includes('state') ? draft.state : state,
  };
  return { fields, ...found };
}

/**
 * The task that a form means: what was typed into the words that it was `opened` with is read as in a new task, what stood
 * there is not read again. A value that was set by hand holds, and so does each kind that is `literal`.
 */
export function readEdit(
  draft: Fields,
  opened: Fields,
  options: QuickAddOptions,
  literal: readonly Chip['kind'][],
) {
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
  { todayIso }: QuickAddOptions,
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
