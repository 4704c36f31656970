import { useLayoutEffect } from 'preact/hooks';
import type { Row } from '../sync/rows.ts';
import type { ViewState } from '../view/view.ts';
import { listen } from '../ui/events.ts';
import { overdueRows } from '../view/groups.ts';
import { drawnRow, isInSight, isOnScreen } from './in-sight.ts';
import { useTasks } from './workspace.ts';
import type { Workspace } from './workspace.ts';

// How the focus moves; which row has it after a command is decided in commands/run-and-focus.ts.

type Focus = Pick<ViewState, 'focused' | 'awaitingFocus'>;

/** Opens the first link of a row in a new tab. Returns false if the row shows no link. */
export const openLink = (rowKey: string): boolean =>
  inRow(rowKey, 'a.link', (link) => link.click());

/** Puts the focus on a row's text. Returns false if the row is not drawn. */
export const focusDrawnRow = (rowKey: string): boolean =>
  inRow(rowKey, '.row-text', (text) => text.focus());

function inRow(rowKey: string, part: string, run: (element: HTMLElement) => void): boolean {
  const element = drawnRow(rowKey)?.querySelector<HTMLElement>(part);
  if (element) run(element);
  return Boolean(element);
}

/** The key of the row that an element is in. */
export function rowKeyAt(target: EventTarget | null): string | null {
  if (!(target instanceof Element)) return null;
  return target.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? null;
}

/**
 * Puts the focus on a row's text in a microtask after drawing, before the next key event. A row that is drawn later gets the focus
 * in the next frame, unless the focus has moved. A row that the month does not reach gives the focus to the chosen day. Without a
 * row, or if the row is not drawn, the new-task field gets it.
 */
export function focusRow({ focused, awaitingFocus }: Focus, rowKey: string | null): void {
  focused.value = rowKey;
  awaitingFocus.value = rowKey;
  const before = document.activeElement;
  afterDrawing(() => {
    if (focusAtOnce(rowKey)) return;
    requestAnimationFrame(() => {
      const now = document.activeElement;
      if (now !== before && now !== document.body) return;
      if (rowKey !== null && (focusDrawnRow(rowKey) || focusDay())) return;
      focusWithoutRows();
    });
  });
}

/** Puts the focus on a row that an edit has changed. If it is then out of sight, the row after it gets the focus (`usePublishedRows`). */
export function focusSavedRow({ focused, awaitingFocus }: Focus, rowKey: string): void {
  focused.value = rowKey;
  awaitingFocus.value = null;
  afterDrawing(() => {
    if (document.activeElement === document.body && isOnScreen(rowKey)) focusDrawnRow(rowKey);
  });
}

/** Returns false if the row, or without a row the new-task field, is not drawn. */
function focusAtOnce(rowKey: string | null): boolean {
  if (rowKey === null) return focusNewTask();
  return focusDrawnRow(rowKey);
}

/** Runs after the microtask that draws changes; this includes changes made directly after this call. */
export const afterDrawing = (run: () => void): void => queueMicrotask(() => queueMicrotask(run));

/** In the order of the focus. The tasks are first: they follow the new-task field, which mostly has the focus. */
const regions = [
  '.group, .board, .month-grid',
  '.selection-bar',
  '.toasts',
  '.sheet-head',
  '.find-bar',
  '.new-task',
];
const focusable =
  'button:not([tabindex="-1"]), a[href], input:not([type="hidden"]), [tabindex="0"]';

/** Moves the focus to the next region with a focusable element; the last is followed by the first. Row texts have priority. */
export function focusNextRegion(): void {
  const at = regions.findIndex((region) => document.activeElement?.closest(region));
  for (let step = 1; step <= regions.length; step += 1) {
    const region = document.querySelector(regions[(at + step) % regions.length] ?? '');
    const target = ['.row-text:not([tabindex="-1"])', focusable]
      .map((pressed) => region?.querySelector<HTMLElement>(pressed))
      .find((found) => found?.checkVisibility());
    if (target) return target.focus();
  }
}

/** Puts the focus on the search field, and opens the search if it is hidden behind its button. */
export function focusSearch({ isSearchOpen }: Pick<ViewState, 'isSearchOpen'>): void {
  isSearchOpen.value = true;
  afterDrawing(() => document.querySelector<HTMLElement>('#search')?.focus());
}

function focusNewTask(): boolean {
  const field = document.querySelector<HTMLElement>('#new-task');
  field?.focus();
  return field !== null;
}

/** After the last row: the new-task field, or with touch the heading of the page, because the field would open the keyboard. */
function focusWithoutRows(): void {
  const heading = document.querySelector<HTMLElement>('.page-date h1');
  if (heading !== null && matchMedia('(pointer: coarse)').matches) heading.focus();
  else focusNewTask();
}

/** Moves the focus to the next or previous row, or to the first row in sight if no row has it. Returns the key of that row. */
export function stepRow(viewState: Focus & Pick<ViewState, 'order'>, step: 1 | -1): string | null {
  const next = keyToStepTo(viewState, step);
  // A drawn row gets the focus synchronously: the next key event may follow in the same frame.
  if (next !== null && !focusDrawnRow(next)) focusRow(viewState, next);
  return next;
}

/** Tints the row that the next step would focus, for a moment. Returns false if none is drawn. */
export function showNextRow(viewState: Focus & Pick<ViewState, 'order'>): boolean {
  const row = drawnRow(keyToStepTo(viewState, 1));
  const backgroundColor = ['color-mix(in oklab, var(--accent) 18%, transparent)', 'transparent'];
  row?.firstElementChild?.animate({ backgroundColor }, { duration: 900, easing: 'ease-in' });
  return row !== null;
}

function keyToStepTo(
  { focused, order }: Focus & Pick<ViewState, 'order'>,
  step: 1 | -1,
): string | null {
  const key = focused.peek();
  const keys = order.peek();
  const first = key === null ? firstInSight(keys) : null;
  return first ?? keyAtStep(keys, key, step);
}

/** The first row in sight: from a row out of sight the page would scroll back. */
function firstInSight(order: readonly string[]): string | null {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  return (
    rows
      .filter(isInSight)
      .map(rowKeyAt)
      .find((key) => key !== null && order.includes(key)) ?? null
  );
}

/** Puts the focus on a row if it is in the bar of the selection, which ends. */
export function leaveSelectionBar(viewState: Focus, rowKey: string | null): void {
  if (document.activeElement?.closest('.selection-bar')) focusRow(viewState, rowKey);
}

/** Moves the focus from the new-task form to the task just added, else to the chosen day of the month, else to the first task. */
export function leaveNewTask(
  viewState: Focus & Pick<ViewState, 'order'>,
  added: string | null,
): void {
  if (added !== null && viewState.order.peek().includes(added)) focusRow(viewState, added);
  else if (
    !focusDay() &&
    stepRow(viewState, 1) === null &&
    document.activeElement instanceof HTMLElement
  )
    document.activeElement.blur();
}

/** Puts the focus on the chosen day of the month. Returns false in another view. */
function focusDay(): boolean {
  const day = document.querySelector<HTMLElement>('.month-grid [tabindex="0"]');
  day?.focus();
  return day !== null;
}

/** The key after `key` (step 1) or before it (step -1), or the first if `key` is not in `order`; null past either end. */
export function keyAtStep(
  order: readonly string[],
  key: string | null,
  step: 1 | -1,
): string | null {
  const at = order.findIndex((each) => each === key);
  if (at < 0) return order[0] ?? null;
  return order[at + step] ?? null;
}

/** The row that gets the focus when rows are removed: the first after `from` that stays, else the last before it. */
export function keyToFocusAfter(
  order: readonly string[],
  isRemoved: (key: string) => boolean,
  from: number = order.findIndex(isRemoved),
): string | null {
  const at = Math.max(0, from);
  const stays = (key: string) => !isRemoved(key);
  return order.slice(at).find(stays) ?? order.slice(0, at).findLast(stays) ?? null;
}

/**
 * Writes to the view state which rows a view shows, in order, and which row has the focus. A row that is drawn in another place keeps
 * the focus while it is on the screen. When the focused row is removed, or drawn where the page would scroll to it, the element of
 * `instead` gets the focus, else the row after it.
 */
export function usePublishedRows(
  order: readonly string[],
  instead?: () => HTMLElement | null,
): void {
  const { viewState, view } = useTasks();

  useLayoutEffect(() => {
    const { focused, awaitingFocus } = viewState;
    const opened = view.peek();
    const unlisten = listen(document, {
      focusin: ({ target }) => {
        focused.value = rowKeyAt(target);
        awaitingFocus.value = null;
      },
      // Some browsers also send this event for an element that is removed from the page.
      focusout: ({ target, relatedTarget }) =>
        queueMicrotask(() => {
          if (relatedTarget === null && target instanceof Element && target.isConnected)
            focused.value = null;
        }),
    });
    return () => {
      unlisten();
      viewState.order.value = [];
      // The view has changed: the next view moves the focus to the same task.
      if (focused.peek() === null || view.peek() !== opened) return;
      focused.value = null;
      // All rows are removed: the new-task field gets the focus, unless another element has it by then.
      queueMicrotask(() => {
        if (document.activeElement === document.body) focusWithoutRows();
      });
    };
  }, [viewState, view]);

  useLayoutEffect(() => {
    const before = viewState.order.peek();
    viewState.order.value = order;
    const key = viewState.focused.peek();
    if (key === null || document.activeElement !== document.body) return;
    const isAwaited = viewState.awaitingFocus.peek() === key || !before.includes(key);
    const follows = isAwaited || isOnScreen(key);
    if (follows && focusDrawnRow(key)) return;
    const other = instead?.();
    if (other) return other.focus();
    const shownKeys = new Set(order);
    const stays = (each: string) => shownKeys.has(each) && (follows || each !== key);
    const beside = keyToFocusAfter(before, (each) => !stays(each), before.indexOf(key));
    focusRow(viewState, stays(key) ? key : beside);
  });
}

/** Focuses the row after the rows of `before` that have changed; after an overdue row, an overdue one. Returns false if it cannot. */
export function focusNext(
  { viewState, matches, todayIso }: Pick<Workspace, 'viewState' | 'matches' | 'todayIso'>,
  before: readonly Row[],
): boolean {
  const keysBefore = new Set(before.map(({ key }) => key));
  const isBefore = ({ key }: Row) => keysBefore.has(key);
  const now = new Map(matches.value.filter(isBefore).map((row) => [row.key, row]));
  const changed = before.filter((row) => now.get(row.key)?.fields !== row.fields);
  if (changed.length === 0) return false;
  const keys = new Set(changed.map(({ key }) => key));
  const order = viewState.order.value;
  const from = order.findIndex((key) => keys.has(key));
  const isLate = overdueRows(changed, todayIso).length > 0;
  const overdue = new Set(isLate ? overdueRows(matches.value, todayIso).map(({ key }) => key) : []);
  const beside = (isRemoved: (key: string) => boolean) => keyToFocusAfter(order, isRemoved, from);
  const next = beside((key) => !overdue.has(key)) ?? beside((key) => keys.has(key));
  if (next !== null) focusRow(viewState, next);
  return next !== null;
}
