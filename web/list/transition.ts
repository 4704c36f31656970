/**
 * Draws a change so that the rows named by `rowKeys` travel from their old places to their new ones, where the browser can.
 * The rest of the page is drawn anew at once, and can be used meanwhile.
 */
export function transition(change: () => void, rowKeys: readonly string[]): void {
  if (!('startViewTransition' in document)) return change();
  const travellers = rowKeys.slice(0, mostNamed);
  nameRows(travellers, true);
  const shown = document.startViewTransition(async () => {
    nameRows(travellers, false);
    change();
    await drawn();
    nameRows(travellers, true);
  });
  // A hidden page and a second change skip the way, never the change.
  shown.ready.catch(() => undefined);
  void shown.finished.then(() => nameRows(travellers, false));
}

/** Each of them is a picture of its own; with more of them nobody could follow. */
const mostNamed = 20;

/** Preact draws in a microtask; no frame comes while a transition begins. */
const drawn = () => new Promise<void>((resolve) => queueMicrotask(() => queueMicrotask(resolve)));

function nameRows(rowKeys: readonly string[], isNamed: boolean): void {
  for (const rowKey of rowKeys) {
    const row = document.querySelector<HTMLElement>(`[data-row="${CSS.escape(rowKey)}"]`);
    row?.style.setProperty('view-transition-name', isNamed ? `row-${rowKey}` : '');
  }
}
