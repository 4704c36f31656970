import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';

import { travelFrom } from './travel.ts';
import { usePulls } from './use-pulls.ts';

/** A press that moves less than this is a click. */
const slackPx = 6;

export type Drop = {
  /** What lies at this place of the window for a row to be dropped on. */
  readonly targetAt: (x: number, y: number) => HTMLElement | null | undefined;
  readonly onDrop: (rowKey: string, target: HTMLElement) => void;
};

/**
 * Rows inside an element can be pulled by mouse or pen; a finger scrolls instead. The style sheet alone moves what is
 * pulled and marks with `data-over` where it would be dropped, so that a long view follows the pointer.
 */
export function useDrag(rootRef: RefObject<HTMLElement | null>, { targetAt, onDrop }: Drop): void {
  const overRef = useRef<HTMLElement | null>(null);
  const mark = (over: HTMLElement | null) => {
    overRef.current?.removeAttribute('data-over');
    over?.setAttribute('data-over', '');
    overRef.current = over;
  };

  usePulls(rootRef, {
    takes: ({ button, pointerType }) => button === 0 && pointerType !== 'touch',
    isPull: (dx, dy) => (Math.hypot(dx, dy) >= slackPx ? true : null),
    onPull({ row, dx, dy, x, y }) {
      row.toggleAttribute('data-dragged', true);
      row.style.setProperty('translate', `${dx}px ${dy}px`);
      mark(targetAt(x, y) ?? null);
    },
    onEnd({ row, rowKey, x, y }, isDropped) {
      const target = isDropped ? targetAt(x, y) : null;
      mark(null);
      const box = row.getBoundingClientRect();
      row.removeAttribute('data-dragged');
      row.style.removeProperty('translate');
      // From where it was let go it travels back to its place, or on to its new one.
      travelFrom(row, box);
      if (target) onDrop(rowKey, target);
    },
  });
}
