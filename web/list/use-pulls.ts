import { useLayoutEffect, useRef } from 'preact/hooks';
import type { RefObject } from 'preact';

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
