import { readQuickAdd } from '../quick-add/read.ts';
import type { QuickAddOptions } from '../quick-add/place.ts';
import type { Chip } from '../quick-add/read.ts';
import type { Fields } from './fields.ts';
import type { Line } from './kept.shapes.ts';

/** The task that the line stands for, and the words that were read as something else than its description. */
export function readNewTask(
  line: Line,
  options: QuickAddOptions,
): { readonly fields: Fields; readonly chips: readonly Chip[] } {
  const byHand = line.byHand ?? [];
  const { chips, ...read } = readQuickAdd(line.description, options, byHand);
  return {
    chips,
    fields: {
      description: read.description,
      dueDate: byHand.includes('date') ? line.dueDate : read.dueDate,
      importance: byHand.includes('importance') ? line.importance : read.importance,
      state: byHand.includes('state') ? line.state : read.state,
    },
  };
}

/** The line with other words; null when nothing is left of it. */
export function writeNewTask(line: Line, description: string, { todayIso }: QuickAddOptions): Line | null {
  const next = { ...line, description };
  return isBlank(next, todayIso) ? null : next;
}

/** The line with one value set by hand. A chip is undone in the same way: its words stay, with the value there would be without. */
export function setByHand(line: Line, kind: Chip['kind'], value: Partial<Fields>): Line {
  return { ...line, ...value, byHand: [...new Set([...(line.byHand ?? []), kind])] };
}

export const blankNewTask = (todayIso: string): Line => ({
  description: '',
  dueDate: todayIso,
  importance: 'MEDIUM',
  state: 'TODO',
});

function isBlank({ description, byHand, dueDate, importance }: Line, todayIso: string): boolean {
  if (description !== '') return false;
  return byHand === undefined || (dueDate === todayIso && importance === 'MEDIUM');
}
