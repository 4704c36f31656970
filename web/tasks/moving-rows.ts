import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

import { addDays } from '../dates/calendar.ts';
import type { Fields } from '../sync/fields.ts';
import type { Row } from '../sync/rows.ts';
import { listen } from '../ui/events.ts';
import { useWords, useSayDay } from '../ui/page-context.ts';
import { rowsWith } from '../view/view.ts';
import { runOnRow } from './commands/run-and-focus.ts';
import { commandOfState } from './commands/table.ts';
import { createEdgeScroll } from './edge-scroll.ts';
import { rowKeyAt } from './focus.ts';
import { drawnRow } from './in-sight.ts';
import { travelFrom } from './move-animation.ts';
import { useTasks } from './workspace.ts';

/** A row that is pulled: `dx` and `dy` are the distance from the press, `x` and `y` the pointer's place in the window. CSS pixels. */
type Pull = {
  readonly rowKey: string;
  readonly row: HTMLElement;
  readonly dx: number;
  readonly dy: number;
  readonly x: number;
  readonly y: number;
};

/** What a press is: the pull of a row, something else such as a scroll, or not known yet. */
type PressKind = 'pull' | 'other' | 'undecided';

type PullHandler = {
  takes: (event: PointerEvent) => boolean;
  /** What a press is that has moved this far. */
  kindOfPress: (dx: number, dy: number) => PressKind;
  onPull: (pull: Pull) => void;
  /** `isDropped` is false when the pull is cancelled. */
  onEnd: (pull: Pull, isDropped: boolean) => void;
};

/** Lets a pointer pull rows within an element. Escape cancels the pull. */
function usePulls(rootRef: RefObject<HTMLElement | null>, handler: PullHandler): void {
  /** The pressed row and its way; `isPulledRef` is true once the way is that of a pull. */
  const pressedRef = useRef<Pull | null>(null);
  const isPulledRef = useRef(false);

  function press(event: PointerEvent): void {
    const rowKey = rowKeyAt(event.target);
    const row = drawnRow(rowKey);
    if (rowKey === null || row === null || row.dataset['editing'] === 'true') return;
    if (!event.isPrimary || !handler.takes(event)) return;
    pressedRef.current = { rowKey, row, dx: 0, dy: 0, x: event.clientX, y: event.clientY };
  }

  function move({ clientX: x, clientY: y, buttons, pointerId, isPrimary }: PointerEvent): void {
    const before = pressedRef.current;
    if (before === null || !isPrimary) return;
    // The button was released outside the root.
    if (buttons === 0) return end(false);
    const pull = { ...before, dx: before.dx + x - before.x, dy: before.dy + y - before.y, x, y };
    const kind = isPulledRef.current ? 'pull' : handler.kindOfPress(pull.dx, pull.dy);
    if (kind === 'other') {
      pressedRef.current = null;
      return;
    }
    pressedRef.current = pull;
    if (kind === 'undecided') return;
    isPulledRef.current = true;
    // All further pointer events go to the root, so that the row gets no click.
    rootRef.current?.setPointerCapture(pointerId);
    handler.onPull(pull);
  }

  function end(isDropped: boolean): void {
    const pull = pressedRef.current;
    const isPulled = isPulledRef.current;
    pressedRef.current = null;
    isPulledRef.current = false;
    if (pull !== null && isPulled) handler.onEnd(pull, isDropped);
  }

  useLayoutEffect(() => {
    const root = rootRef.current;
    if (root === null) return undefined;
    const pointerup = ({ isPrimary }: PointerEvent) => isPrimary && end(true);
    const pointers = {
      pointerdown: press,
      pointermove: move,
      pointerup,
      pointercancel: () => end(false),
    };
    const unlisten = [
      listen(root, pointers),
      listen(document, { keydown: ({ key }) => key === 'Escape' && end(false) }),
    ];
    return () => unlisten.forEach((each) => each());
  });
}

/** A press that moves less than this is a click. */
const clickPx = 6;

function kindOfDrag(dx: number, dy: number): PressKind {
  if (Math.hypot(dx, dy) < clickPx) return 'undecided';
  return 'pull';
}

type Drop = {
  /** The drop target at this place of the window. The pulled row lets the pointer through. */
  targetAt: (x: number, y: number) => HTMLElement | null | undefined;
  /** `moved` is the pulled row, or all selected rows if it is one of them. Returns false if no row changes. */
  onDrop: (moved: readonly Row[], target: HTMLElement) => boolean;
};

/**
 * Lets mouse and pen drag rows inside an element; a finger scrolls instead. Styles alone move the row, and `data-over` marks the
 * drop target: without a render, a long view follows the pointer in time.
 */
export function useDrag(rootRef: RefObject<HTMLElement | null>, { targetAt, onDrop }: Drop): void {
  const { viewState, matches } = useTasks();
  const overRef = useRef<HTMLElement | null>(null);
  const [edgeScroll] = useState(createEdgeScroll);
  /** How far the page was scrolled when the pull began; null while nothing is pulled. */
  const beganAtRef = useRef<number | null>(null);
  const mark = (over: HTMLElement | null) => {
    overRef.current?.removeAttribute('data-over');
    over?.setAttribute('data-over', '');
    overRef.current = over;
  };

  usePulls(rootRef, {
    takes: ({ button, pointerType }) => button === 0 && pointerType !== 'touch',
    kindOfPress: kindOfDrag,
    onPull({ row, rowKey, dx, dy, x, y }) {
      const moved = rowsWith(matches.value, viewState.selection.current.value, rowKey);
      // The number of rows that move together; row.css draws it.
      row.dataset['dragged'] = moved.length > 1 ? String(moved.length) : '';
      const beganAt = (beganAtRef.current ??= scrollY);
      function draw(): void {
        row.style.setProperty('translate', `${dx}px ${dy + scrollY - beganAt}px`);
        mark(targetAt(x, y) ?? null);
      }
      edgeScroll.follow(y, dy, draw);
      draw();
    },
    onEnd({ row, rowKey, x, y }, isDropped) {
      edgeScroll.end();
      beganAtRef.current = null;
      const target = isDropped ? targetAt(x, y) : null;
      mark(null);
      const moved = rowsWith(matches.value, viewState.selection.current.value, rowKey);
      // A change reads the places of the rows (move-animation.ts): the row then travels from the place of the drop.
      if (target && onDrop(moved, target)) release(row);
      else {
        const box = row.getBoundingClientRect();
        release(row);
        travelFrom(row, box);
      }
    },
  });
}

/** Puts a pulled row back into its place. */
function release(row: HTMLElement): void {
  row.removeAttribute('data-dragged');
  row.style.removeProperty('translate');
}

/**
 * Draws nothing: in the list, a row is dragged to the day of another row, or to the first day of a group by its heading.
 */
export function DayDrags({ rootRef }: { rootRef: RefObject<HTMLElement | null> }) {
  const { actions, matches, todayIso, readOnly } = useTasks();
  const { order } = useTasks().viewState.query.value;

  useDrag(rootRef, {
    targetAt: (x, y) => {
      if (order !== 'date' || readOnly) return null;
      const element = document.elementFromPoint(x, y);
      return element?.closest<HTMLElement>(dropTargets);
    },
    onDrop(moved, target) {
      const day = dayOf(target);
      const isOther = day !== undefined && moved.some(({ fields }) => fields.dueDate !== day);
      if (isOther) actions.move(moved, day);
      return isOther;
    },
  });

  /** The day of a drop target. */
  function dayOf(target: HTMLElement): string | undefined {
    const rowKey = target.dataset['row'];
    if (rowKey !== undefined)
      return matches.value.find(({ key }) => key === rowKey)?.fields.dueDate;
    if (target.matches('[data-group=today] > *')) return todayIso;
    return addDays(todayIso, 1);
  }
  return null;
}

/** A task of a day to come, or the heading of today or tomorrow. A done task stands under no day. */
const dropTargets =
  '.row:not([data-group=done], [data-group=overdue]), :is([data-group=today], [data-group=tomorrow]) > .group-head';

/** Draws nothing: swipes of the rows in an element, in a file that loads after the rows are drawn. */
export function Swipes({ rootRef }: { rootRef: RefObject<HTMLElement | null> }) {
  useSwipe(rootRef);
  return null;
}

/** A swipe to the right finishes or reopens a row, or on the board moves it to the next column; a swipe to the left postpones it. */
function useSwipe(rootRef: RefObject<HTMLElement | null>): void {
  const workspace = useTasks();
  const { matches, view, todayIso, readOnly } = workspace;
  const { fields } = useWords();
  const sayDay = useSayDay();

  /** The action when the finger is lifted, with its label. */
  function actionOf({ rowKey, dx }: Pull): { label: string; run: () => void } | null {
    const row = matches.value.find(({ key }) => key === rowKey);
    if (!row || readOnly) return null;
    const { state, dueDate } = row.fields;
    if (dx > 0) {
      const next = nextState(state, view.value === 'board');
      const run = () => runOnRow(workspace, commandOfState[next], row);
      return { label: fields.states[next], run };
    }
    if (state === 'DONE') return null;
    const later = dueDate > todayIso ? 'dayLater' : 'toTomorrow';
    const label = sayDay(putOff(dueDate, todayIso));
    return { label, run: () => runOnRow(workspace, later, row) };
  }

  usePulls(rootRef, {
    takes: ({ pointerType }) => pointerType === 'touch',
    kindOfPress: kindOfTouch,
    onPull: (pull) => showSwipe(pull, actionOf(pull)?.label),
    onEnd(pull, isDropped) {
      showSwipe(pull, undefined);
      if (isDropped && isEnough(pull)) actionOf(pull)?.run();
    },
  });
}

/** Sets the attributes from which row.css draws the moved row and the label below it. Without a label it removes them. */
function showSwipe(pull: Pull, label: string | undefined): void {
  const { row, dx } = pull;
  row.toggleAttribute('data-enough', label !== undefined && isEnough(pull));
  if (label === undefined) {
    row.removeAttribute('data-swipe');
    row.style.removeProperty('--swipe');
    row.style.removeProperty('--swipe-share');
    return;
  }
  row.dataset['swipe'] = dx > 0 ? 'right' : 'left';
  row.dataset['swipeLabel'] = label;
  row.style.setProperty('--swipe', `${dx}px`);
  row.style.setProperty('--swipe-share', String(Math.min(1, Math.abs(dx) / enoughPx)));
}

const isEnough = ({ dx }: Pull): boolean => Math.abs(dx) >= enoughPx;

/** A finger that has moved less than this has no direction yet. */
const slackPx = 10;

/** A swipe of at least this length runs its action. */
const enoughPx = 88;

/** A finger that moves vertically scrolls. */
export function kindOfTouch(dx: number, dy: number): PressKind {
  if (Math.abs(dy) >= slackPx && Math.abs(dy) > Math.abs(dx) / 2) return 'other';
  if (Math.abs(dx) < slackPx) return 'undecided';
  return 'pull';
}

/** The state after a swipe to the right: done, or to do again; on the board the next column. */
export function nextState(state: Fields['state'], onBoard: boolean): Fields['state'] {
  if (state === 'DONE') return 'TODO';
  if (onBoard && state === 'TODO') return 'WORKING';
  return 'DONE';
}

/** One day later; a task that is overdue or due today is postponed until tomorrow. */
export function putOff(dueDate: string, todayIso: string): string {
  if (dueDate < todayIso) return addDays(todayIso, 1);
  return addDays(dueDate, 1);
}
