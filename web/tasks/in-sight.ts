// The rows that are drawn, and those of them that the person can see.

export function drawnRow(rowKey: string | null): HTMLElement | null {
  if (rowKey === null) return null;
  return document.querySelector(`[data-row="${CSS.escape(rowKey)}"]`);
}

/** Runs in the next frame, unless this row is visible then. */
export function ifOutOfSight(rowKey: string, run: () => void): void {
  requestAnimationFrame(() => {
    const row = drawnRow(rowKey);
    if (row === null || !isInSight(row)) run();
  });
}

/** True for a row of which a part is within the window. */
export function isOnScreen(rowKey: string): boolean {
  const { top, bottom } = drawnRow(rowKey)?.getBoundingClientRect() ?? new DOMRect();
  return bottom > 0 && top < innerHeight;
}

/** True for a row whose text is within the window, and nothing covers it. */
export function isInSight(row: HTMLElement): boolean {
  const text = row.querySelector('.row-text');
  if (text === null) return false;
  const { left, top, width, height } = text.getBoundingClientRect();
  // An on-screen keyboard covers part of the page.
  if (top + height > (visualViewport?.height ?? innerHeight)) return false;
  return row.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}
