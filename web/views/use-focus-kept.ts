import { useLayoutEffect, useRef } from 'preact/hooks';
import type { RefObject } from 'preact';

import { focusRow } from '../tasks/focus.ts';
import type { Row } from '../tasks/rows.ts';

/** A row that changes its column takes the focus along; when it goes out of sight, `instead` has it. */
export function useFocusKept(
  boardRef: RefObject<HTMLElement | null>,
  rows: readonly Row[],
  instead: () => HTMLElement | null,
): void {
  const heldRef = useRef<Row | null>(null);
  useLayoutEffect(() => {
    const board = boardRef.current;
    const remember = (event: FocusEvent) => {
      const shown = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null;
      heldRef.current = rows.find(({ key }) => key === shown?.dataset['row']) ?? null;
    };
    board?.addEventListener('focusin', remember);
    return () => board?.removeEventListener('focusin', remember);
  }, [boardRef, rows]);
  useLayoutEffect(() => {
    const before = heldRef.current;
    const now = rows.find(({ key }) => key === before?.key);
    if (!before || !now || now.fields.state === before.fields.state) return;
    heldRef.current = now;
    if (document.activeElement !== document.body) return;
    const shown = boardRef.current?.querySelector(`[data-row="${CSS.escape(now.key)}"]`);
    if (shown) focusRow(now.key);
    else instead()?.focus();
  });
}
