import { computed, signal } from '@preact/signals-core';
import type { ReadonlySignal, Signal } from '@preact/signals-core';

import type { Row } from '../sync/rows.ts';
import type { SetTimer } from '../device/later.ts';
import { createTyped, everything } from './query.ts';
import type { Query, Typed } from './query.ts';

/** Which rows are selected; null while nobody is selecting. */
export type Selection = {
  readonly keys: ReadonlySet<string>;
  /** Where a range begins: the row that was selected last. */
  readonly anchor: string | null;
} | null;

export type SelectedRows = {
  readonly current: ReadonlySignal<Selection>;
  /** Whether anybody is selecting. */
  readonly isOn: ReadonlySignal<boolean>;
  readonly begin: () => void;
  readonly end: () => void;
  readonly toggle: (key: string) => void;
  /** Selects all from the anchor to this row, in the order in which they are shown. */
  readonly reach: (key: string, order: readonly string[]) => void;
  readonly selectAll: (keys: readonly string[]) => void;
};

export function createSelection(): SelectedRows {
  const current = signal<Selection>(null);
  const now = () => current.value ?? { keys: new Set<string>(), anchor: null };
  return {
    current,
    isOn: computed(() => current.value !== null),
    begin: () => void (current.value = now()),
    end: () => void (current.value = null),
    toggle(key) {
      const keys = new Set(now().keys);
      if (!keys.delete(key)) keys.add(key);
      current.value = { keys, anchor: key };
    },
    reach(key, order) {
      const { keys, anchor } = now();
      const [from, to] = [order.indexOf(anchor ?? key), order.indexOf(key)];
      const range = from < 0 || to < 0 ? [key] : order.slice(Math.min(from, to), Math.max(from, to) + 1);
      current.value = { keys: new Set([...keys, ...range]), anchor: key };
    },
    selectAll: (keys) => void (current.value = { keys: new Set(keys), anchor: now().anchor }),
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

/** What is used beside one person's tasks: the search, the selection, what the view shows, whose menu or date is open. */
export type Tools = {
  readonly query: Signal<Query>;
  readonly typed: Typed;
  /** Whether search and filter are open where they wait behind a control. */
  readonly finding: Signal<boolean>;
  readonly selection: SelectedRows;
  /** The keys of the rows for which a date is being chosen. */
  readonly dating: Signal<readonly string[] | null>;
  /** The keys of all rows of the view in their order, drawn or not. */
  readonly order: Signal<readonly string[]>;
  /** The key of the row that has the focus or is to get it; it is drawn wherever it is. */
  readonly focused: Signal<string | null>;
  /** The key of the row whose menu was opened last. */
  readonly menu: Signal<string | null>;
  /** The day that was chosen in the month, for which a new task is written; null means none, or another view. */
  readonly day: Signal<string | null>;
};

export function createTools(setTimer: SetTimer): Tools {
  const query = signal(everything);
  return {
    query,
    typed: createTyped(query, setTimer),
    finding: signal(false),
    selection: createSelection(),
    dating: signal<readonly string[] | null>(null),
    order: signal<readonly string[]>([]),
    focused: signal<string | null>(null),
    menu: signal<string | null>(null),
    day: signal<string | null>(null),
  };
}
