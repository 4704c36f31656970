import { signal, computed } from '@preact/signals-core';
import type { Signal } from '@preact/signals-core';
import type { Row } from '../sync/fields.ts';
import { createTyped, everything } from './query.ts';
import type { openKeptFilters } from './query.ts';

/** The ways to look at the same tasks. The first is the one that the bare address shows. */
export type View = 'list' | 'board' | 'month' | 'plan';
export const viewNames: readonly View[] = ['list', 'board', 'month', 'plan'];

/** The view that an address asks for; an unknown one is the list. */
export function viewOf(href: string): View {
  const asked = new URL(href).searchParams.get('view');
  return viewNames.find((each) => each === asked) ?? 'list';
}

/** The same address with another view; everything else in it stays. */
export function addressOf(view: View, href: string): string {
  const url = new URL(href);
  if (view === 'list') url.searchParams.delete('view');
  else url.searchParams.set('view', view);
  return `${url.pathname}${url.search}${url.hash}`;
}

/** The view that is open: each change is one step of the history, and going back through it changes the view. */
export function openView(): Signal<View> {
  const view = signal(viewOf(location.href));
  view.subscribe((next) => {
    if (viewOf(location.href) !== next) history.pushState(null, '', addressOf(next, location.href));
  });
  addEventListener('popstate', () => (view.value = viewOf(location.href)));
  return view;
}

/** Which rows are selected; null while nobody is selecting. */
export type Selection = {
  readonly keys: ReadonlySet<string>;
  /** Where a range begins: the row that was selected last. */
  readonly anchor: string | null;
} | null;

export function createSelection() {
  const current = signal<Selection>(null);
  const now = () => current.value ?? { keys: new Set<string>(), anchor: null };
  return {
    current,
    /** Whether anybody is selecting. */
    isOn: computed(() => current.value !== null),
    begin: () => void (current.value = now()),
    end: () => void (current.value = null),
    toggle: (key: string): void => {
      const keys = new Set(now().keys);
      if (!keys.delete(key)) keys.add(key);
      current.value = { keys, anchor: key };
    },
    /** Selects all from the anchor to this row, in the order in which they are shown. */
    reach(key: string, order: readonly string[]): void {
      const { keys, anchor } = now();
      const [from, to] = [order.indexOf(anchor ?? key), order.indexOf(key)];
      const range = from < 0 || to < 0 ? [key] : order.slice(Math.min(from, to), Math.max(from, to) + 1);
      current.value = { keys: new Set([...keys, ...range]), anchor: key };
    },
    selectAll: (keys: readonly string[]) =>
      void (current.value = { keys: new Set(keys), anchor: now().anchor }),
  };
}

/** Selected rows in their order; those that are gone or not shown are not among them. */
export const selectedRows = (rows: readonly Row[], selection: Selection): readonly Row[] =>
  selection === null ? [] : rows.filter(({ key }) => selection.keys.has(key));

/** The rows that a command is for: those selected, else the one that has the focus. */
export function rowsFor(rows: readonly Row[], selection: Selection, focused: string | null): readonly Row[] {
  const selected = selectedRows(rows, selection);
  return selected.length > 0 ? selected : rows.filter(({ key }) => key === focused);
}

/** The rows that are moved with one of them: all selected ones where it is among them. */
export const rowsWith = (rows: readonly Row[], selection: Selection, rowKey: string): readonly Row[] =>
  rowsFor(rows, selection?.keys.has(rowKey) === true ? selection : null, rowKey);

/** What is used beside one person's tasks: the search, the selection, what the view shows, whose menu or date is open. */
export function createTools(keptFilters: ReturnType<typeof openKeptFilters>) {
  const query = signal(everything);
  return {
    query,
    keptFilters,
    typed: createTyped(query),
    /** Whether search and filter are open where they wait behind a control. */
    finding: signal(false),
    selection: createSelection(),
    /** The keys of the rows for which a date is being chosen. */
    dating: signal<readonly string[] | null>(null),
    /** The keys of all rows of the view in their order, drawn or not. */
    order: signal<readonly string[]>([]),
    /** The key of the row that has the focus or is to get it; it is drawn wherever it is. */
    focused: signal<string | null>(null),
    /** The key of the row whose menu was opened last. */
    menu: signal<string | null>(null),
    /** Does a command in the way of the open view; returns whether it did. */
    takes: signal<((command: string, key: string) => boolean) | null>(null),
    /** The day that was chosen in the month, for which a new task is written; null means none, or another view. */
    day: signal<string | null>(null),
  };
}

export type Tools = ReturnType<typeof createTools>;
