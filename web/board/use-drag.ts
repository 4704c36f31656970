import type { RefObject } from 'preact';

import { usePulls } from '../list/use-pulls.ts';
import { travelFrom } from '../list/travel.ts';

/** A press that moves less than this is a click. */
const slackPx = 6;

/**
 * Rows inside the board can be pulled by mouse or pen to another `[data-column]`; a finger scrolls instead.
 * The style sheet alone moves what is pulled, so that a long board
 * follows the pointer.
 */
export function useDrag(
  boardRef: RefObject<HTMLElement | null>,
  onDrop: (rowKey: string, column: string) => void,
): void {
  const columns = () => [...(boardRef.current?.querySelectorAll<HTMLElement>('[data-column]') ?? [])];
  const mark = (over: HTMLElement | undefined) =>
    columns().forEach((column) => column.toggleAttribute('data-over', column === over));
  /** A column reaches as far down as the page, however short it is. */
  const columnAt = (x: number) =>
    columns().find((column) => {
      const { left, right } = column.getBoundingClientRect();
      return x >= left && x < right;
    });

  usePulls(boardRef, {
    takes: ({ button, pointerType }) => button === 0 && pointerType !== 'touch',
    isPull: (dx, dy) => (Math.hypot(dx, dy) >= slackPx ? true : null),
    onPull({ row, dx, dy, x }) {
      row.toggleAttribute('data-dragged', true);
      row.style.setProperty('translate', `${dx}px ${dy}px`);
      mark(columnAt(x));
    },
    onEnd({ row, rowKey, x }, isDropped) {
      mark(undefined);
      const column = isDropped ? columnAt(x)?.dataset['column'] : undefined;
      const box = row.getBoundingClientRect();
      row.removeAttribute('data-dragged');
      row.style.removeProperty('translate');
      // From where it was let go it travels back to its place, or on to its new column.
      travelFrom(row, box);
      if (column !== undefined) onDrop(rowKey, column);
    },
  });
}
