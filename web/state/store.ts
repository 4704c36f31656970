/** One observable value that only its reducer changes. Listeners hear of real changes only. */
export type Store<State, Event> = {
  get: () => State;
  dispatch: (event: Event) => void;
  /** Returns what ends the subscription. */
  subscribe: (listener: () => void) => () => void;
};

/** Makes a store; `reduce` is pure and returns the same object when nothing changes. */
export function createStore<State, Event>(
  reduce: (state: State, event: Event) => State,
  initial: State,
): Store<State, Event> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    dispatch(event) {
      const next = reduce(state, event);
      if (next === state) return;
      state = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A store that takes each event as its next value. */
export type Value<T> = Store<T, T>;

export const createValue = <T>(initial: T): Value<T> => createStore<T, T>((_, next) => next, initial);
