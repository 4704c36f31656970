import { signal, computed } from '@preact/signals-core';
import type { ReadonlySignal, Signal } from '@preact/signals-core';
import type { Row } from '../sync/rows.ts';
import { createSearchField } from './search-field.ts';
import { everything } from './query.ts';
import type { Finished } from './finished.ts';
import type { openFolds } from './folds.ts';
import type { openSavedFilters } from './saved-filters.ts';

/** The views of the same tasks. An address without a view shows the first. */
export const viewNames = ['list', 'board', 'month', 'plan'] as const;
export type View = (typeof viewNames)[number];

/** The view that an address names; the list if it names none or an unknown one. */
export function viewOf(href: string): View {
  const viewName = new URL(href).searchParams.get('view');
  return viewNames.find((each) => each === viewName) ?? 'list';
}

/** The same address with another view; the rest of it does not change. */
export function addressOf(view: View, href: string): string {
  const url = new URL(href);
  if (view === 'list') url.searchParams.delete('view');
  else url.searchParams.set('view', view);
  return `${url.pathname}${url.search}${url.hash}`;
}

/** The open view. Each change adds an entry to the browser's history; Back and Forward change the view. */
export function openView(): Signal<View> {
  const view = signal(viewOf(location.href));
  view.subscribe((next) => {
    if (viewOf(location.href) !== next) history.pushState(null, '', addressOf(next, location.href));
  });
  addEventListener('popstate', () => (view.value = viewOf(location.href)));
  return view;
}

/** The selected rows; null while selecting is off. */
export type Selection = {
  readonly keys: ReadonlySet<string>;
  /** The start of a range: the row that was selected last. */
  readonly anchor: string | null;
} | null;

export function createSelection() {
  const current = signal<Selection>(null);
  const now = () => current.value ?? { keys: new Set<string>(), anchor: null };
  return {
    current,
    isOn: computed(() => current.value !== null),
    begin: () => void (current.value = now()),
    end: () => void (current.value = null),
    toggle: (key: string): void => {
      const keys = new Set(now().keys);
      if (!keys.delete(key)) keys.add(key);
      current.value = { keys, anchor: key };
    },
    /** Selects all rows from the anchor to this row, in the `order` in which they are shown. */
    reach(key: string, order: readonly string[]): void {
      const { keys, anchor } = now();
      const range = rangeOf(order, anchor ?? key, key);
      current.value = { keys: new Set([...keys, ...range]), anchor: key };
    },
    selectAll: (keys: readonly string[]) =>
      void (current.value = { keys: new Set(keys), anchor: now().anchor }),
  };
}

/** The keys from one row to another one, whichever is first; `to` alone if the view has not both. */
function rangeOf(order: readonly string[], from: string, to: string): readonly string[] {
  const ends = [order.indexOf(from), order.indexOf(to)];
  if (ends.includes(-1)) return [to];
  return order.slice(Math.min(...ends), Math.max(...ends) + 1);
}

/** The selected rows among `rows`, in their order. */
export function selectedRows(rows: readonly Row[], selection: Selection): readonly Row[] {
  if (selection === null) return [];
  return rows.filter(({ key }) => selection.keys.has(key));
}

/** The rows that a command is for: the selected ones, or else the one that has the focus. */
export function rowsFor(
  rows: readonly Row[],
  selection: Selection,
  focused: string | null,
): readonly Row[] {
  const selected = selectedRows(rows, selection);
  if (selected.length > 0) return selected;
  return rows.filter(({ key }) => key === focused);
}

/** The rows to move when one is moved: all selected rows if it is one of them, or else that row. */
export function rowsWith(
  rows: readonly Row[],
  selection: Selection,
  rowKey: string,
): readonly Row[] {
  if (selection?.keys.has(rowKey)) return selectedRows(rows, selection);
  return rows.filter(({ key }) => key === rowKey);
}

/** The state of the page beside the tasks: search, selection, rows of the view, and the rows of the open menu or date. */
export function createViewState(
  savedFilters: ReturnType<typeof openSavedFilters>,
  folds: ReturnType<typeof openFolds>,
  finished: ReadonlySignal<Finished>,
) {
  const query = signal(everything);
  return {
    query,
    savedFilters,
    folds,
    finished,
    searchField: createSearchField(query),
    /** True while search and filters are open on a narrow page, which shows only a button for them. */
    isSearchOpen: signal(false),
    selection: createSelection(),
    /** The keys of the rows for which a date is being chosen. */
    rescheduling: signal<readonly string[] | null>(null),
    /** The keys of all rows of the view in their order, drawn or not. */
    order: signal<readonly string[]>([]),
    /** The key of the row that has the focus or will get it. This row is drawn also outside the visible part. */
    focused: signal<string | null>(null),
    /** The key of the row that is to get the focus, until a row has it. */
    awaitingFocus: signal<string | null>(null),
    /** The key of the row whose menu was opened last. */
    menu: signal<string | null>(null),
    /** Runs a command as the open view does it; false when the view leaves the command to the page. */
    viewCommand: signal<((command: string) => boolean) | null>(null),
  };
}

export type ViewState = ReturnType<typeof createViewState>;
