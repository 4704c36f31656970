import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

import { createQuery } from '../model/query.ts';
import type { QueryStore } from '../model/query.ts';
import { createTyped } from '../model/typed.ts';
import type { Typed } from '../model/typed.ts';
import { createSelection } from '../model/selection.ts';
import type { SelectionStore } from '../model/selection.ts';
import { createStore } from '../state/store.ts';
import type { Store } from '../state/store.ts';
import { setTimer } from '../state/timer.ts';

/** What lies beside the day-tasks as long as it is open. */
export type Tools = {
  readonly query: QueryStore;
  readonly typed: Typed;
  readonly selection: SelectionStore;
  /** The lines for which a date is being chosen, by key. */
  readonly dating: Store<readonly string[] | null, readonly string[] | null>;
};

export function createTools(): Tools {
  const query = createQuery();
  return {
    query,
    typed: createTyped(query, setTimer),
    selection: createSelection(),
    dating: createStore<readonly string[] | null, readonly string[] | null>((_, next) => next, null),
  };
}

export const ToolsContext = createContext<Tools>(createTools());
export const useTools = (): Tools => useContext(ToolsContext);
