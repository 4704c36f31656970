import type { Fields } from '../sync/fields.ts';
import type { NewTaskDraft } from '../sync/kept.shapes.ts';
import type { Chip } from './read.ts';

/** A draft with another description; null when it is empty: no words, and only default values. */
export function writeNewTask(
  draft: NewTaskDraft,
  description: string,
  todayIso: string,
): NewTaskDraft | null {
  const { byHand, dueDate, importance } = draft;
  const isUsual = byHand === undefined || (dueDate <= todayIso && importance === 'MEDIUM');
  if (description === '' && isUsual) return null;
  return { ...draft, description };
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
