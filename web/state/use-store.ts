import { useLayoutEffect, useState } from 'preact/hooks';

import type { Store } from './store.ts';

/** Renders again whenever the store changes. */
export function useStore<State, Event>(store: Store<State, Event>): State {
  const [state, setState] = useState(() => store.get());
  useLayoutEffect(() => {
    const follow = () => setState(() => store.get());
    // Something may have changed between the first rendering and this subscription.
    follow();
    return store.subscribe(follow);
  }, [store]);
  return state;
}
