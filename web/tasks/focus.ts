import { createStore } from '../state/store.ts';

/** The row that was last to get the focus: a long list draws it, wherever it stands. */
export const wantedRow = createStore<string | null, string | null>((_, next) => next, null);

/** Puts the focus on a row's text once it is drawn, else on the line for new tasks. */
export function focusRow(rowKey: string | null): void {
  wantedRow.dispatch(rowKey);
  requestAnimationFrame(() => {
    if (rowKey === null || !focusDrawnRow(rowKey)) document.querySelector<HTMLElement>('#new-task')?.focus();
  });
}

/** Puts the focus on a row's text, if it is drawn; whether it was. */
export function focusDrawnRow(rowKey: string): boolean {
  const text = document.querySelector<HTMLElement>(selectorOf(rowKey));
  text?.focus();
  return text !== null;
}

/** Takes the focus along when the row that holds it is about to go; where it stays, as on the board, so does the focus. */
export function leaveRow(rowKey: string): void {
  if (document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset['row'] !== rowKey) return;
  const next = neighbourOf(rowKey);
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) focusRow(next);
  });
}

/** The row after this one as it stands on the page, or the one before. */
export function neighbourOf(rowKey: string): string | null {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  const at = rows.findIndex(({ dataset }) => dataset['row'] === rowKey);
  const next = rows[at + 1] ?? rows[at - 1];
  return next?.dataset['row'] ?? null;
}

const selectorOf = (rowKey: string) => `[data-row="${CSS.escape(rowKey)}"] .row-text`;
