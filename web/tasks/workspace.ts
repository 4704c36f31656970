import type { ReadonlySignal, Signal } from '@preact/signals';
import { createContext } from 'preact';
import { useMemo, useLayoutEffect } from 'preact/hooks';
import type { Actions } from './actions.ts';
import type { Row } from '../sync/fields.ts';
import type { Tasks } from '../sync/tasks.ts';
import type { Tools, View } from '../view/view.ts';
import { blankNewTask, setByHand } from '../quick-add/read.ts';
import { optionsOf } from '../quick-add/read-date.ts';
import type { QuickAddOptions } from '../quick-add/place.ts';
import type { Chip } from '../quick-add/read.ts';
import { listen, useDays, useProvided, useReading, useWords } from '../ui/page-context.ts';
import { overdueRows } from '../view/groups.ts';

/** One person's tasks on this page, and what is used beside them. */
export type Workspace = {
  readonly owner: string;
  readonly tasks: Tasks;
  readonly actions: Actions;
  readonly tools: Tools;
  readonly view: Signal<View>;
  /** The tasks that search and filters leave. */
  readonly found: ReadonlySignal<readonly Row[]>;
  /** The date in the person's own zone; it changes while the page stays open over midnight. */
  readonly todayIso: string;
  /** The page does not understand its service: everything can be read and nothing changed. */
  readonly readOnly: boolean;
};

/** Null while nobody is signed in. */
export const WorkspaceContext = createContext<Workspace | null>(null);

/** Only where somebody is signed in. */
export const useTasks = (): Workspace => useProvided(WorkspaceContext);

export const useTools = (): Tools => useTasks().tools;

/** How words are read as dates here and today: in the page's language, with the region's order and week. */
export function useQuickAdd(): QuickAddOptions {
  const { todayIso } = useTasks();
  const reading = useReading();
  return useMemo(() => optionsOf(reading, todayIso), [todayIso, reading]);
}

/** What a chip means, in words: "Friday, 27 November", "High", "Working". */
export function useSayChip(): (chip: Chip) => string {
  const { add, fields } = useWords();
  const { todayIso } = useTasks();
  const days = useDays();
  return (chip) => {
    if (chip.kind === 'importance') return fields.importances[chip.value];
    if (chip.kind === 'state') return fields.states[chip.value];
    const day = days.long(chip.value, todayIso);
    return chip.note === undefined ? day : `${day} (${add.notes[chip.note]})`;
  };
}

/** The element of a row, if it is drawn. */
export const drawnRow = (rowKey: string | null): HTMLElement | null =>
  rowKey === null ? null : document.querySelector(`[data-row="${CSS.escape(rowKey)}"]`);

/** Opens the first link of a row in a new tab; whether it shows one. */
export const openLink = (rowKey: string): boolean => inRow(rowKey, 'a.link', (link) => link.click());

/** Puts the focus on a row's text, if it is drawn; whether it was. */
export const focusDrawnRow = (rowKey: string): boolean => inRow(rowKey, '.row-text', (text) => text.focus());

function inRow(rowKey: string, part: string, run: (element: HTMLElement) => void): boolean {
  const element = drawnRow(rowKey)?.querySelector<HTMLElement>(part);
  if (element) run(element);
  return Boolean(element);
}

/** The key of the row that an element is in. */
export const rowKeyAt = (target: EventTarget | null): string | null =>
  target instanceof Element ? (target.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? null) : null;

/**
 * Puts the focus on a row's text, else on the field for a new task: within the same task wherever it is drawn by then, so
 * that the next key finds it there. A row that is drawn later gets the focus only if nobody has taken it elsewhere.
 */
export function focusRow({ focused }: Pick<Tools, 'focused'>, rowKey: string | null): void {
  focused.value = rowKey;
  const before = document.activeElement;
  afterDrawing(() => {
    if (rowKey === null ? focusNewTask() : focusDrawnRow(rowKey)) return;
    requestAnimationFrame(() => {
      const now = document.activeElement;
      if (now !== before && now !== document.body) return;
      if (rowKey === null || !focusDrawnRow(rowKey)) focusNewTask();
    });
  });
}

/** Runs once changes are drawn, which is in a microtask, also those made right after this call. */
export const afterDrawing = (run: () => void): void => queueMicrotask(() => queueMicrotask(run));

/** After the field for a new task, where one mostly is, come the tasks. */
const regions = [
  '.group, .board, .month-grid',
  '.selection-bar',
  '.toasts',
  '.sheet-head',
  '.find-bar',
  '.new-task',
];
const focusable = 'button:not([tabindex="-1"]), a[href], input:not([type="hidden"]), [tabindex="0"]';

/** Takes the focus to the next part of the page that has something to press, around and around; first to the words of a task. */
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

/** Puts the focus on the search, which opens where it waits behind its control. */
export function focusSearch({ finding }: Pick<Tools, 'finding'>): void {
  finding.value = true;
  afterDrawing(() => document.querySelector<HTMLElement>('#search')?.focus());
}

function focusNewTask(): boolean {
  const field = document.querySelector<HTMLElement>('#new-task');
  field?.focus();
  return field !== null;
}

/** Moves the focus to the next row or the one before, or to the first where it was on none. Returns its key. */
export function stepRow(tools: Pick<Tools, 'focused' | 'order'>, step: 1 | -1): string | null {
  const next = keyOnStep(tools.order.peek(), tools.focused.peek(), step);
  // At once where it is drawn: the next key may follow within the same frame.
  if (next !== null && !focusDrawnRow(next)) focusRow(tools, next);
  return next;
}

/** From the form for a new task to the one that was just added, else to the chosen day of the month or the first task. */
export function leaveNewTask(tools: Pick<Tools, 'focused' | 'order'>, added: string | null): void {
  const day = document.querySelector<HTMLElement>('.month-grid [tabindex="0"]');
  if (added !== null && tools.order.peek().includes(added)) focusRow(tools, added);
  else if (day !== null) day.focus();
  else if (stepRow(tools, 1) === null && document.activeElement instanceof HTMLElement)
    document.activeElement.blur();
}

/** Runs in a moment, unless this row can be seen then. */
export function ifOutOfSight(rowKey: string, run: () => void): void {
  requestAnimationFrame(() => {
    const row = drawnRow(rowKey);
    const text = row?.querySelector('.row-text');
    const { left, top, width, height } = text?.getBoundingClientRect() ?? new DOMRect();
    const topmost = document.elementFromPoint(left + width / 2, top + height / 2);
    // A keyboard on the screen covers part of the page.
    const isCovered = top + height > (visualViewport?.height ?? innerHeight);
    if (!text || isCovered || !row?.contains(topmost)) run();
  });
}

/** The row that many places on, or the first one where `key` is none of them; null past either end. */
export function keyOnStep(order: readonly string[], key: string | null, step: 1 | -1): string | null {
  const at = key === null ? -1 : order.indexOf(key);
  return order[at < 0 ? 0 : at + step] ?? null;
}

/** The row that gets the focus when rows go: the first after `from` that stays, or else the last before it. */
export function keyBeside(
  order: readonly string[],
  goes: (key: string) => boolean,
  from: number = order.findIndex(goes),
): string | null {
  const at = Math.max(0, from);
  const stays = (key: string) => !goes(key);
  return order.slice(at).find(stays) ?? order.slice(0, at).findLast(stays) ?? null;
}

/**
 * Tells which rows a view shows, in their order, and which of them has the focus. A row that is drawn in another place
 * takes the focus along, before any other key is pressed; from one that goes `instead` gets it, or else the row after it.
 */
export function useShown(order: readonly string[], instead?: () => HTMLElement | null): void {
  const { tools, view } = useTasks();

  useLayoutEffect(() => {
    const { focused } = tools;
    const opened = view.peek();
    const unlisten = listen(document, {
      focusin: ({ target }) => void (focused.value = rowKeyAt(target)),
      // Some browsers tell this of an element that is taken away, too.
      focusout: ({ target, relatedTarget }) =>
        queueMicrotask(() => {
          if (relatedTarget === null && target instanceof Element && target.isConnected) focused.value = null;
        }),
    });
    return () => {
      unlisten();
      tools.order.value = [];
      // Another view has the same task, and gives it the focus.
      if (focused.peek() === null || view.peek() !== opened) return;
      focused.value = null;
      // All rows go: the field for a new task is what is left, unless another view has the focus by then.
      queueMicrotask(() => {
        if (document.activeElement === document.body) focusRow(tools, null);
      });
    };
  }, [tools, view]);

  useLayoutEffect(() => {
    const before = tools.order.peek();
    tools.order.value = order;
    const key = tools.focused.peek();
    if (key === null || document.activeElement !== document.body || focusDrawnRow(key)) return;
    const other = instead?.();
    if (other) return other.focus();
    const there = new Set(order);
    const beside = keyBeside(before, (each) => !there.has(each), before.indexOf(key));
    focusRow(tools, there.has(key) ? key : beside);
  });
}

/** Gives the focus to the row after those `before` that were settled, after an overdue one to an overdue one; whether it could. */
export function focusNext(
  { tools, found, todayIso }: Pick<Workspace, 'tools' | 'found' | 'todayIso'>,
  before: readonly Row[],
): boolean {
  const now = new Map(found.value.map((row) => [row.key, row]));
  const settled = before.filter((row) => now.get(row.key)?.fields !== row.fields);
  if (settled.length === 0) return false;
  const keys = new Set(settled.map(({ key }) => key));
  const order = tools.order.value;
  const from = order.findIndex((key) => keys.has(key));
  const isLate = overdueRows(settled, todayIso).length > 0;
  const overdue = new Set(isLate ? overdueRows(found.value, todayIso).map(({ key }) => key) : []);
  const beside = (goes: (key: string) => boolean) => keyBeside(order, goes, from);
  const next = beside((key) => !overdue.has(key)) ?? beside((key) => keys.has(key));
  if (next !== null) focusRow(tools, next);
  return next !== null;
}

/** Leads to the form for a new task; a date that is not past is filled in there, and what is written stays. */
export function useGoToNewTask(): (iso: string | null) => void {
  const { tasks, tools, todayIso } = useTasks();
  return (iso) => {
    if (iso !== null && iso >= todayIso) {
      const draft = tasks.drafts.current.value.newTask ?? blankNewTask(todayIso);
      tasks.drafts.setNewTask(setByHand(draft, 'date', { dueDate: iso }));
    }
    focusRow(tools, null);
  };
}
