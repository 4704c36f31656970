import { keyOnStep } from '../model/order.ts';
import type { Tools } from '../model/tools.ts';

/** The element of a row, if it is drawn. */
export const drawnRow = (rowKey: string | null): HTMLElement | null =>
  rowKey === null ? null : document.querySelector(`[data-row="${CSS.escape(rowKey)}"]`);

/** The key of the row that an element is in. */
export const rowKeyOf = (target: EventTarget | null): string | null =>
  target instanceof Element ? (target.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? null) : null;

/**
 * Puts the focus on a row's text, else on the field for a new task: within the same task wherever it is drawn by then, so
 * that the next key finds it there. A row that is drawn later gets the focus only if nobody has taken it elsewhere.
 */
export function focusRow({ focused }: Pick<Tools, 'focused'>, rowKey: string | null): void {
  focused.dispatch(rowKey);
  const before = document.activeElement;
  afterDrawing(() => {
    if (rowKey === null ? focusNewTask() : focusDrawnRow(rowKey)) return;
    requestAnimationFrame(() => {
      const now = document.activeElement;
      if (now !== before && now !== document.body) return;
      if (rowKey === null || !focusDrawnRow(rowKey)) focusNewTask();
    });
  });
}

/** Changes are drawn in a microtask, also those made right after this call. */
const afterDrawing = (run: () => void): void => queueMicrotask(() => queueMicrotask(run));

function focusNewTask(): boolean {
  const field = document.querySelector<HTMLElement>('#new-task');
  field?.focus();
  return field !== null;
}

/** Puts the focus on a row's text, if it is drawn; whether it was. */
export function focusDrawnRow(rowKey: string): boolean {
  const text = drawnRow(rowKey)?.querySelector<HTMLElement>('.row-text');
  text?.focus();
  return text !== undefined && text !== null;
}

/** Moves the focus to the next row or the one before, or to the first where it was on none. Returns its key. */
export function stepRow(tools: Pick<Tools, 'focused' | 'order'>, step: 1 | -1): string | null {
  const next = keyOnStep(tools.order.get(), tools.focused.get(), step);
  // At once where it is drawn: the next key may follow within the same frame.
  if (next !== null && !focusDrawnRow(next)) focusRow(tools, next);
  return next;
}

/** Runs in a moment, unless this row can be seen then. */
export function ifOutOfSight(rowKey: string, run: () => void): void {
  requestAnimationFrame(() => {
    const text = drawnRow(rowKey)?.querySelector('.row-text');
    const { left, top, width, height } = text?.getBoundingClientRect() ?? new DOMRect();
    const topmost = document.elementFromPoint(left + width / 2, top + height / 2);
    // A keyboard on the screen covers part of the page.
    const isCovered = top + height > (visualViewport?.height ?? innerHeight);
    if (!text || isCovered || !text.contains(topmost)) run();
  });
}
