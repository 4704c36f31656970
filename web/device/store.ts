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

/** What can be read and followed. */
export type Source<State> = Pick<Store<State, never>, 'get' | 'subscribe'>;

/** What follows from other stores; it is computed once for each change of one of them. */
export function derive<Part>(stores: readonly Source<unknown>[], compute: () => Part): Source<Part> {
  const read = () => stores.map((store) => store.get());
  let inputs = read();
  let part = compute();
  function get(): Part {
    const next = read();
    if (next.some((each, at) => each !== inputs[at])) [inputs, part] = [next, compute()];
    return part;
  }
  return {
    get,
    subscribe(listener) {
      let heard = get();
      const follow = () => {
        const next = get();
        if (next === heard) return;
        heard = next;
        listener();
      };
      const ends = stores.map((store) => store.subscribe(follow));
      return () => ends.forEach((end) => end());
    },
  };
}

/** A store that takes each event as its next value. */
export type Value<T> = Store<T, T>;

export const createValue = <T>(initial: T): Value<T> => createStore<T, T>((_, next) => next, initial);
