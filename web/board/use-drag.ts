import { useLayoutEffect, useRef } from 'preact/hooks';
import type { RefObject } from 'preact';

import { columnAt, noDrag, reduceDrag } from './drag.ts';
import type { DragEvent } from './drag.ts';
import { transition } from '../list/transition.ts';

/**
 * Rows inside the board can be pulled by mouse or pen to another `[data-column]`; a finger scrolls instead. Escape lets go.
 * `onDrop` tells whether the row has another column now.
 * What moves is moved by the style sheet alone, so that a long board follows the pointer.
 */
export function useDrag(
  boardRef: RefObject<HTMLElement | null>,
  onDrop: (rowKey: string, column: string) => boolean,
): void {
  const dropRef = useRef(onDrop);
  useLayoutEffect(() => {
    dropRef.current = onDrop;
  });
  useLayoutEffect(() => {
    const board = boardRef.current;
    return board === null ? undefined : followPointer(board, (...dropped) => dropRef.current(...dropped));
  }, [boardRef]);
}

function followPointer(board: HTMLElement, onDrop: (rowKey: string, column: string) => boolean): () => void {
  let drag = noDrag;
  let row: HTMLElement | null = null;

  function see(event: DragEvent): void {
    const before = drag;
    drag = reduceDrag(drag, event);
    if (drag.kind === 'dragging' && before.kind !== 'dragging') row?.setAttribute('data-dragged', '');
    if (drag.kind === 'dragging') {
      row?.style.setProperty('translate', `${drag.to.x - drag.from.x}px ${drag.to.y - drag.from.y}px`);
    }
    const over = drag.kind === 'dragging' ? columnUnder(board, drag.to.x) : null;
    for (const column of columnsOf(board))
      column.toggleAttribute('data-over', column.dataset['column'] === over);
  }

  function letGo(dropsAt: number | null): void {
    const [ended, held] = [drag, row];
    see({ kind: 'end' });
    row = null;
    if (ended.kind !== 'dragging' || held === null) return;
    const column = dropsAt === null ? null : columnUnder(board, dropsAt);
    // From where it was let go it travels to its new column, else back to its place.
    if (column !== null && onDrop(ended.rowKey, column)) return;
    transition(() => {
      held.removeAttribute('data-dragged');
      held.style.removeProperty('translate');
    }, [ended.rowKey]);
  }

  const listeners = new AbortController();
  const options = { signal: listeners.signal };
  board.addEventListener(
    'pointerdown',
    (event) => {
      const pressed =
        event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null;
      const rowKey = pressed?.dataset['row'];
      if (rowKey === undefined || event.button !== 0 || event.pointerType === 'touch') return;
      if (pressed?.dataset['editing'] === 'true') return;
      row = pressed;
      see({ kind: 'press', rowKey, at: event });
    },
    options,
  );
  board.addEventListener(
    'pointermove',
    (event) => {
      if (drag.kind === 'idle') return;
      // The button went up outside of the board.
      if (event.buttons === 0) return letGo(null);
      see({ kind: 'move', at: { x: event.clientX, y: event.clientY } });
      // From here on the pointer belongs to the board, and its click to nobody.
      if (drag.kind === 'dragging') board.setPointerCapture(event.pointerId);
    },
    options,
  );
  board.addEventListener('pointerup', (event) => letGo(event.clientX), options);
  board.addEventListener('pointercancel', () => letGo(null), options);
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Escape' && drag.kind === 'dragging') letGo(null);
    },
    options,
  );
  return () => listeners.abort();
}

const columnsOf = (board: HTMLElement) => [...board.querySelectorAll<HTMLElement>('[data-column]')];

function columnUnder(board: HTMLElement, x: number): string | null {
  const columns = columnsOf(board).map((column) => {
    const { left, right } = column.getBoundingClientRect();
    return { name: column.dataset['column'] ?? '', left, right };
  });
  return columnAt(x, columns);
}
