import { createStore } from '../device/store.ts';
import type { Store } from '../device/store.ts';
import type { Row } from '../sync/rows.ts';

/** Which rows are selected; null while nobody is selecting. */
export type Selection = {
  readonly keys: ReadonlySet<string>;
  /** Where a range begins: the row that was selected last. */
  readonly anchor: string | null;
} | null;

export type SelectionEvent =
  | { readonly kind: 'begin' | 'end' }
  | { readonly kind: 'toggle'; readonly key: string }
  /** All from the anchor to this row, in the order in which they are shown. */
  | { readonly kind: 'reach'; readonly key: string; readonly order: readonly string[] }
  | { readonly kind: 'all'; readonly order: readonly string[] };

export type SelectionStore = Store<Selection, SelectionEvent>;

export const createSelection = (): SelectionStore => createStore(reduceSelection, null);

/** Whether a row is selected; null while nobody is selecting. */
export const isPicked = (selection: Selection, key: string): boolean | null =>
  selection?.keys.has(key) ?? null;

export function reduceSelection(selection: Selection, event: SelectionEvent): Selection {
  const { keys, anchor } = selection ?? { keys: new Set<string>(), anchor: null };
  switch (event.kind) {
    case 'begin':
      return selection ?? { keys, anchor };
    case 'end':
      return null;
    case 'toggle': {
      const next = new Set(keys);
      if (!next.delete(event.key)) next.add(event.key);
      return { keys: next, anchor: event.key };
    }
    case 'reach': {
      const from = event.order.indexOf(anchor ?? event.key);
      const to = event.order.indexOf(event.key);
      const range =
        from < 0 || to < 0 ? [event.key] : event.order.slice(Math.min(from, to), Math.max(from, to) + 1);
      return { keys: new Set([...keys, ...range]), anchor: event.key };
    }
    case 'all':
      return { keys: new Set(event.order), anchor };
  }
}

/** Selected rows in their order; those that are gone or not shown are not among them. */
export const selectedRows = (rows: readonly Row[], selection: Selection): readonly Row[] =>
  selection === null ? [] : rows.filter(({ key }) => selection.keys.has(key));

/** The rows that a command is for: those selected, else the one that has the focus. */
export function rowsFor(rows: readonly Row[], selection: Selection, focused: string | null): readonly Row[] {
  const selected = selectedRows(rows, selection);
  return selected.length > 0 ? selected : rows.filter(({ key }) => key === focused);
}
