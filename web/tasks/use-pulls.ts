import { useLayoutEffect, useRef } from 'preact/hooks';
import type { RefObject } from 'preact';

import { travelFrom } from './travel.ts';

/** A row that is pulled, and how far its pointer has gone; `x` and `y` are where in the window it is. In CSS pixels. */
export type Pull = {
  readonly rowKey: string;
  readonly row: HTMLElement;
  readonly dx: number;
  readonly dy: number;
  readonly x: number;
  readonly y: number;
};

export type Hand = {
  readonly takes: (event: PointerEvent) => boolean;
  /** Whether a press that has gone so far pulls the row; null while that is open. */
  readonly isPull: (dx: number, dy: number) => boolean | null;
  readonly onPull: (pull: Pull) => void;
  /** `isDropped` is false when the pull is broken off. */
  readonly onEnd: (pull: Pull, isDropped: boolean) => void;
};

/** Rows within an element can be pulled by a pointer. Escape lets go. */
export function usePulls(rootRef: RefObject<HTMLElement | null>, hand: Hand): void {
  const handRef = useRef(hand);
  useLayoutEffect(() => {
    handRef.current = hand;
  });
  useLayoutEffect(
    () => (rootRef.current === null ? undefined : followPointer(rootRef.current, () => handRef.current)),
    [rootRef],
  );
}

function followPointer(root: HTMLElement, hand: () => Hand): () => void {
  let pressed: Omit<Pull, 'dx' | 'dy'> | null = null;
  let pull: Pull | null = null;

  function press(event: PointerEvent): void {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null;
    const rowKey = row?.dataset['row'];
    if (!row || rowKey === undefined || row.dataset['editing'] === 'true' || !hand().takes(event)) return;
    pressed = { rowKey, row, x: event.clientX, y: event.clientY };
  }

  function move({ clientX: x, clientY: y, buttons, pointerId }: PointerEvent): void {
    if (pressed === null) return;
    // The button went up outside of the root.
    if (buttons === 0) return end(false);
    const { rowKey, row } = pressed;
    const [dx, dy] = [x - pressed.x, y - pressed.y];
    if (pull === null) {
      const isPull = hand().isPull(dx, dy);
      if (isPull === false) pressed = null;
      if (isPull !== true) return;
      // From here on the pointer belongs to the root, and its click to nobody.
      root.setPointerCapture(pointerId);
    }
    pull = { rowKey, row, dx, dy, x, y };
    hand().onPull(pull);
  }

  function end(isDropped: boolean): void {
    const ended = pull;
    [pressed, pull] = [null, null];
    if (ended !== null) hand().onEnd(ended, isDropped);
  }

  const listening = new AbortController();
  const { signal } = listening;
  root.addEventListener('pointerdown', press, { signal });
  root.addEventListener('pointermove', move, { signal });
  root.addEventListener('pointerup', () => end(true), { signal });
  root.addEventListener('pointercancel', () => end(false), { signal });
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && end(false), { signal });
  return () => listening.abort();
}

// In this file, which the first page has: as a file of its own, shared by board and month, it costs the board 0.2 s on a phone.
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
