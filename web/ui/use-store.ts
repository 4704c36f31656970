import { useLayoutEffect, useState } from 'preact/hooks';

import type { Source } from '../device/store.ts';

/** Renders again whenever the store changes. */
export function useStore<State>(store: Source<State>): State {
  return usePart(store, whole);
}

/** Renders again only when what is picked from the store changes; `pick` must not make new objects. */
export function usePart<State, Part>(store: Source<State>, pick: (state: State) => Part): Part {
  const [part, setPart] = useState(() => pick(store.get()));
  useLayoutEffect(() => {
    const follow = () => setPart(() => pick(store.get()));
    // Something may have changed between the first rendering and this subscription.
    follow();
    return store.subscribe(follow);
  }, [store, pick]);
  return part;
}

const whole = <State>(state: State): State => state;
