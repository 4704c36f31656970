import { useLayoutEffect, useRef } from 'preact/hooks';
import type { RefObject } from 'preact';

import { useDays, useTasks, useWords } from '../ui/page-context.ts';
import type { Row } from '../model/rows.ts';
import { noSwipe, putOff, reduceSwipe, sideOf } from './swipe.ts';
import type { Side, SwipeEvent } from './swipe.ts';
import './swipe.css';

/** What a swipe of a row to that side does, and how it is called; null where it does nothing. */
type SwipeAction = { readonly label: string; readonly run: () => void };
type SwipeActionOf = (rowKey: string, side: Side) => SwipeAction | null;

/** On a touch screen a row swiped to the right is finished or taken up again; to the left it is put off by a day. */
export function useSwipe(listRef: RefObject<HTMLElement | null>, rows: readonly Row[]): void {
  const { actions, todayIso, readOnly } = useTasks();
  const { fields, list } = useWords();
  const days = useDays();
  const actionRef = useRef<SwipeActionOf>(() => null);
  useLayoutEffect(() => {
    actionRef.current = (rowKey, side) => {
      const row = rows.find(({ key }) => key === rowKey);
      if (!row || readOnly) return null;
      const { state, dueDate } = row.fields;
      const done = state === 'DONE';
      if (side === 'right') {
        return { label: fields.states[done ? 'TODO' : 'DONE'], run: () => actions.finish([row]) };
      }
      if (done) return null;
      const later = putOff(dueDate, todayIso);
      const label = dueDate <= todayIso ? list.groups.tomorrow : days.short(later, todayIso);
      return { label, run: () => actions.move([row], later) };
    };
  });
  useLayoutEffect(() => {
    const root = listRef.current;
    return root === null ? undefined : followFinger(root, (...asked) => actionRef.current(...asked));
  }, [listRef]);
}

function followFinger(list: HTMLElement, actionOf: SwipeActionOf): () => void {
  let swipe = noSwipe;
  let row: HTMLElement | null = null;

  function see(event: SwipeEvent): void {
    swipe = reduceSwipe(swipe, event);
    const side = sideOf(swipe);
    const action = side !== null && swipe.kind === 'swiping' ? actionOf(swipe.rowKey, side.side) : null;
    show(
      row,
      action && side && swipe.kind === 'swiping' ? { ...side, px: swipe.px, label: action.label } : null,
    );
  }

  function letGo(): void {
    const side = sideOf(swipe);
    const action =
      swipe.kind === 'swiping' && side?.enough === true ? actionOf(swipe.rowKey, side.side) : null;
    see({ kind: 'end' });
    row = null;
    action?.run();
  }

  const listeners = new AbortController();
  const options = { signal: listeners.signal };
  list.addEventListener(
    'pointerdown',
    (event) => {
      const pressed =
        event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null;
      const rowKey = pressed?.dataset['row'];
      if (event.pointerType !== 'touch' || !event.isPrimary || rowKey === undefined) return;
      if (pressed?.dataset['editing'] === 'true') return;
      row = pressed;
      see({ kind: 'press', rowKey, at: event });
    },
    options,
  );
  list.addEventListener(
    'pointermove',
    (event) => {
      if (swipe.kind === 'idle') return;
      see({ kind: 'move', at: { x: event.clientX, y: event.clientY } });
      if (swipe.kind === 'swiping') list.setPointerCapture(event.pointerId);
    },
    options,
  );
  list.addEventListener('pointerup', letGo, options);
  list.addEventListener(
    'pointercancel',
    () => {
      see({ kind: 'end' });
      row = null;
    },
    options,
  );
  return () => listeners.abort();
}

type Shown = { readonly side: Side; readonly enough: boolean; readonly px: number; readonly label: string };

/** The style sheet draws the rest: the line aside, and below it what letting go would do. */
function show(row: HTMLElement | null, shown: Shown | null): void {
  if (row === null) return;
  row.toggleAttribute('data-enough', shown?.enough ?? false);
  if (shown === null) {
    row.removeAttribute('data-swipe');
    row.style.removeProperty('--swipe');
    return;
  }
  row.dataset['swipe'] = shown.side;
  row.dataset['swipeLabel'] = shown.label;
  row.style.setProperty('--swipe', `${shown.px}px`);
}
