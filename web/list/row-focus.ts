import type { Selection } from '../model/selection.ts';
import { focusDrawnRow, focusRow } from './focus.ts';
import type { Row } from '../model/rows.ts';
import { shownOrder } from './shown-order.ts';

/** The lines that a command is for: those selected, else the one where the focus is. */
export function rowsFor(rows: readonly Row[], selection: Selection, focusKey: string | null): readonly Row[] {
  const selected = selectedRows(rows, selection);
  return selected.length > 0 ? selected : rows.filter(({ key }) => key === focusKey);
}

/** Selected rows in their order; those that are gone or not shown are not among them. */
export const selectedRows = (rows: readonly Row[], selection: Selection): readonly Row[] =>
  selection === null ? [] : rows.filter(({ key }) => selection.keys.has(key));

/** The key of the line where the focus is. */
export function focusedKey(): string | null {
  return document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? null;
}

/** Puts the focus on the line after this one, or before it; on the first when it was on none. Returns its key. */
export function stepRow(step: 1 | -1): string | null {
  const order = shownOrder();
  const at = order.indexOf(focusedKey() ?? '');
  const next = order[at < 0 ? 0 : at + step];
  if (next === undefined) return null;
  // At once where it is drawn: the next key may follow within the same frame.
  if (!focusDrawnRow(next)) focusRow(next);
  return next;
}

/** The line that follows these where they stand now, or else is before them: where one goes on when they go. */
export function keyBeside(keys: ReadonlySet<string>): string | null {
  const order = shownOrder();
  const first = order.findIndex((key) => keys.has(key));
  const isOther = (key: string): boolean => !keys.has(key);
  return order.slice(Math.max(0, first)).find(isOther) ?? order.findLast(isOther) ?? order[0] ?? null;
}
