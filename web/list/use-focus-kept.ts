import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

import { focusDrawnRow, focusRow } from './focus.ts';
import { shownOrder } from './shown-order.ts';

/**
 * A row that is drawn in another place takes the focus along, before any other key is pressed. From one that goes out of
 * sight `instead` gets it, or else the row after it.
 */
export function useFocusKept(instead?: () => HTMLElement | null): void {
  const heldRef = useRef<string | null>(null);
  const orderRef = useRef<readonly string[]>([]);

  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const hold = ({ target }: FocusEvent) => (heldRef.current = rowOf(target));
    const letGo = ({ target, relatedTarget }: FocusEvent) => {
      // Some browsers tell this of an element that is taken away, too.
      queueMicrotask(() => {
        if (relatedTarget === null && target instanceof Element && target.isConnected) heldRef.current = null;
      });
    };
    document.addEventListener('focusin', hold, { signal });
    document.addEventListener('focusout', letGo, { signal });
    heldRef.current = rowOf(document.activeElement);
    return () => {
      listening.abort();
      if (heldRef.current === null) return;
      // All rows go: the line for new tasks is what is left, unless another view has the focus by then.
      queueMicrotask(() => {
        if (document.activeElement === document.body) focusRow(null);
      });
    };
  }, []);

  useLayoutEffect(() => {
    const held = heldRef.current;
    const before = orderRef.current;
    const order = shownOrder();
    orderRef.current = order;
    if (held === null || document.activeElement !== document.body || focusDrawnRow(held)) return;
    const other = instead?.();
    if (other) other.focus();
    else focusRow(order.includes(held) ? held : nextOf(held, before, order));
  });
}

const rowOf = (target: EventTarget | null): string | null =>
  target instanceof Element ? (target.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? null) : null;

/** The row that stood after this one and is still there, or else the last one before it. */
function nextOf(rowKey: string, before: readonly string[], order: readonly string[]): string | null {
  const at = before.indexOf(rowKey);
  const isThere = (key: string): boolean => order.includes(key);
  return before.slice(at + 1).find(isThere) ?? before.slice(0, Math.max(0, at)).findLast(isThere) ?? null;
}
