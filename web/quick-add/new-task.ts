import { readQuickAdd } from './read.ts';
import type { QuickAddOptions } from './place.ts';
import type { Chip } from './read.ts';
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

/** The lines of a pasted text that say something, without the marks of a list: "- ", "* ", "[ ] ", "1. ". */
export function pastedLines(text: string): string[] {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => line.trim().replace(marks, '').trim())
    .filter((line) => line !== '');
}

/** A bullet or a number, then a box: each at most once and followed by white space. */
const marks = /^(?:(?:[-*+•–◦]|\d{1,3}[.)])(?:\s+|$))?(?:\[[ xX]?\](?:\s+|$))?/;
