import { createValue } from '../device/store.ts';
import type { Value } from '../device/store.ts';
import type { SetTimer } from '../device/timer.ts';
import { createQuery, createTyped } from './query.ts';
import type { QueryStore, Typed } from './query.ts';
import { createSelection } from './selection.ts';
import type { SelectionStore } from './selection.ts';

/** What is used beside one person's tasks: the search, the selection, what the view shows, whose menu or date is open. */
export type Tools = {
  readonly query: QueryStore;
  readonly typed: Typed;
  /** Whether search and filter are open where they wait behind a control. */
  readonly finding: Value<boolean>;
  readonly selection: SelectionStore;
  /** The keys of the rows for which a date is being chosen. */
  readonly dating: Value<readonly string[] | null>;
  /** The keys of all rows of the view in their order, drawn or not. */
  readonly order: Value<readonly string[]>;
  /** The key of the row that has the focus or is to get it; it is drawn wherever it is. */
  readonly focused: Value<string | null>;
  /** The key of the row whose menu was opened last. */
  readonly menu: Value<string | null>;
  /** The day that was chosen in the month, for which a new task is written; null means none, or another view. */
  readonly day: Value<string | null>;
};

export function createTools(setTimer: SetTimer): Tools {
  const query = createQuery();
  return {
    query,
    typed: createTyped(query, setTimer),
    finding: createValue(false),
    selection: createSelection(),
    dating: createValue<readonly string[] | null>(null),
    order: createValue<readonly string[]>([]),
    focused: createValue<string | null>(null),
    menu: createValue<string | null>(null),
    day: createValue<string | null>(null),
  };
}
