import { useLayoutEffect } from 'preact/hooks';

import { keyBeside } from '../model/order.ts';
import { useTools } from '../ui/page-context.ts';
import { focusDrawnRow, focusRow, rowKeyOf } from './focus.ts';

/**
 * Tells which rows a view shows, in their order, and which of them has the focus. A row that is drawn in another place
 * takes the focus along, before any other key is pressed; from one that goes `instead` gets it, or else the row after it.
 */
export function useShown(order: readonly string[], instead?: () => HTMLElement | null): void {
  const tools = useTools();

  useLayoutEffect(() => {
    const { focused } = tools;
    const listening = new AbortController();
    const { signal } = listening;
    const note = ({ target }: FocusEvent) => focused.dispatch(rowKeyOf(target));
    const forget = ({ target, relatedTarget }: FocusEvent) => {
      // Some browsers tell this of an element that is taken away, too.
      queueMicrotask(() => {
        if (relatedTarget === null && target instanceof Element && target.isConnected) focused.dispatch(null);
      });
    };
    document.addEventListener('focusin', note, { signal });
    document.addEventListener('focusout', forget, { signal });
    return () => {
      listening.abort();
      tools.order.dispatch([]);
      if (focused.get() === null) return;
      focused.dispatch(null);
      // All rows go: the field for a new task is what is left, unless another view has the focus by then.
      queueMicrotask(() => {
        if (document.activeElement === document.body) focusRow(tools, null);
      });
    };
  }, [tools]);

  useLayoutEffect(() => {
    const before = tools.order.get();
    tools.order.dispatch(order);
    const key = tools.focused.get();
    if (key === null || document.activeElement !== document.body || focusDrawnRow(key)) return;
    const other = instead?.();
    const there = new Set(order);
    if (other) other.focus();
    else if (there.has(key)) focusRow(tools, key);
    else
      focusRow(
        tools,
        keyBeside(before, (each) => !there.has(each), before.indexOf(key)),
      );
  });
}
