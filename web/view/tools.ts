import { signal } from '@preact/signals-core';
import type { Signal } from '@preact/signals-core';

import type { SetTimer } from '../device/timer.ts';
import { createTyped, everything } from './query.ts';
import type { Query, Typed } from './query.ts';
import { createSelection } from './selection.ts';
import type { SelectedRows } from './selection.ts';

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
