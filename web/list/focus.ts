import { createStore } from '../state/store.ts';
import { marginPx } from './window.ts';

/** The row that was last to get the focus: a long list draws it, wherever it stands. */
export const wantedRow = createStore<string | null, string | null>((_, next) => next, null);

/** Whether the page is on its way to a row far from what was drawn: that row is painted first, and then what stands about it. */
export const leaping = createStore<boolean, boolean>((_, next) => next, false);

/**
 * Puts the focus on a row's text, else on the line for new tasks: within the same task wherever it is drawn by then, so
 * that the next key finds it there. A row that is drawn later gets the focus only if nobody has taken it elsewhere.
 */
export function focusRow(rowKey: string | null): void {
  wantedRow.dispatch(rowKey);
  const before = document.activeElement;
  afterDrawing(() => {
    if (rowKey === null ? focusNewLine() : focusDrawnRow(rowKey)) return;
    requestAnimationFrame(() => {
      const now = document.activeElement;
      if (now !== before && now !== document.body) return;
      if (rowKey === null || !focusDrawnRow(rowKey)) focusNewLine();
    });
  });
}

/** Changes are drawn in a microtask, also those made right after this call. */
const afterDrawing = (run: () => void): void => queueMicrotask(() => queueMicrotask(run));

function focusNewLine(): boolean {
  const line = document.querySelector<HTMLElement>('#new-task');
  line?.focus();
  return line !== null;
}

/** Puts the focus on a row's text, if it is drawn; whether it was. */
export function focusDrawnRow(rowKey: string): boolean {
  const text = document.querySelector<HTMLElement>(selectorOf(rowKey));
  const fromPx = scrollY;
  text?.focus();
  if (Math.abs(scrollY - fromPx) > marginPx) {
    leaping.dispatch(true);
    requestAnimationFrame(() => setTimeout(() => leaping.dispatch(false)));
  }
  return text !== null;
}

/** The row after this one as it stands on the page, or the one before. */
export function neighbourOf(rowKey: string): string | null {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  const at = rows.findIndex(({ dataset }) => dataset['row'] === rowKey);
  const next = rows[at + 1] ?? rows[at - 1];
  return next?.dataset['row'] ?? null;
}

/** Runs in a moment, unless this row can be seen then. */
export function ifOutOfSight(rowKey: string, run: () => void): void {
  requestAnimationFrame(() => {
    const text = document.querySelector(selectorOf(rowKey));
    const { left, top, width, height } = text?.getBoundingClientRect() ?? new DOMRect();
    const topmost = document.elementFromPoint(left + width / 2, top + height / 2);
    // A keyboard on the screen covers part of the page.
    const isCovered = top + height > (visualViewport?.height ?? innerHeight);
    if (text === null || isCovered || !text.contains(topmost)) run();
  });
}

const selectorOf = (rowKey: string) => `[data-row="${CSS.escape(rowKey)}"] .row-text`;
