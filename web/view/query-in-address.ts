import type { Signal } from '@preact/signals-core';

import { addressWith, everything, queryOf } from './query.ts';
import type { Query } from './query.ts';

/** Syncs query and address, so that a reload or a link shows the same. Returns a function that ends this and clears the address. */
export function keepInAddress(query: Signal<Query>): () => void {
  const write = (next: Query) => {
    const address = addressWith(next, location.href);
    if (new URL(address, location.href).href !== location.href)
      history.replaceState(history.state, '', address);
  };
  const read = () => void (query.value = queryOf(location.href));
  read();
  const unfollow = query.subscribe(write);
  addEventListener('popstate', read);
  return () => {
    unfollow();
    removeEventListener('popstate', read);
    write(everything);
  };
}
