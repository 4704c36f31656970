import { signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import type { Write } from './kept.shapes.ts';

/** What this tab alone knows about the tasks. */
export type TabState = {
  /** The key of the row that is open for editing. */
  readonly editing: string | null;
  /** The keys of the deletes that only this tab can undo. */
  readonly held: ReadonlySet<string>;
  /** The queue that the device has, or that it has refused. */
  readonly stored: readonly Write[];
  /** False when the device has refused the queue: then only the page has it. */
  readonly isQueueStored: boolean;
  /** The number of requests for the list, and the newest of them that was answered. */
  readonly requests: number;
  readonly answered: number;
  readonly isClosed: boolean;
};

/** The state of a tab that opens. `stored` is the queue of an earlier page. */
const openedTab = (stored: readonly Write[]): TabState => ({
  editing: null,
  held: new Set(),
  stored,
  isQueueStored: true,
  requests: 0,
  answered: 0,
  isClosed: false,
});

export type TabEvent =
  /** Null closes the row that is open for editing. */
  | { readonly kind: 'edit'; readonly rowKey: string | null }
  | { readonly kind: 'held' | 'released'; readonly key: string }
  | { readonly kind: 'stored'; readonly writes: readonly Write[]; readonly isQueueStored: boolean }
  | { readonly kind: 'requested' }
  | { readonly kind: 'answered'; readonly request: number }
  | { readonly kind: 'closed' };

/** Pure: the state after an event. */
export function reduceTab(state: TabState, event: TabEvent): TabState {
  switch (event.kind) {
    case 'edit':
      return { ...state, editing: event.rowKey };
    case 'held':
      return { ...state, held: new Set([...state.held, event.key]) };
    case 'released':
      return { ...state, held: new Set([...state.held].filter((key) => key !== event.key)) };
    case 'stored':
      return { ...state, stored: event.writes, isQueueStored: event.isQueueStored };
    case 'requested':
      return { ...state, requests: state.requests + 1 };
    case 'answered':
      return { ...state, answered: event.request };
    case 'closed':
      return { ...state, isClosed: true };
  }
}

export type Tab = ReturnType<typeof createTab>;

/** The state of this tab alone. `stored` is the queue of an earlier page. */
export function createTab(stored: readonly Write[]) {
  const state = signal(openedTab(stored));
  const shown: ReadonlySignal<TabState> = state;
  const dispatch = (event: TabEvent) => void (state.value = reduceTab(state.value, event));
  return { state: shown, dispatch };
}
