/**
 * Draws a change as a short cross-fade where the browser can. The row that `rowKey` names travels from its old place to
 * its new one.
 */
export function transition(change: () => void, rowKey: string | null = null): void {
  if (!('startViewTransition' in document)) return change();
  nameRow(rowKey, 'moved');
  const shown = document.startViewTransition(async () => {
    nameRow(rowKey, '');
    change();
    await drawn();
    nameRow(rowKey, 'moved');
  });
  // A hidden page and a second change skip the fade, never the change.
  shown.ready.catch(() => undefined);
  void shown.finished.then(() => nameRow(rowKey, ''));
}

/** A task after Preact's microtask: the page stands as the change wants it. No frame comes while a transition begins. */
const drawn = () => new Promise<void>((resolve) => setTimeout(resolve));

function nameRow(rowKey: string | null, name: string): void {
  if (rowKey === null) return;
  const row = document.querySelector<HTMLElement>(`[data-row="${CSS.escape(rowKey)}"]`);
  row?.style.setProperty('view-transition-name', name);
}
