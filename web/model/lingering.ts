import { createStore } from '../state/store.ts';
import type { Store } from '../state/store.ts';
import type { SetTimer } from '../state/timer.ts';

/** Rows just finished, which keep their place for a moment. */
export type Lingering = Store<ReadonlySet<string>, { key: string; stays: boolean }>;

/** Long enough to see the tick drawn and to have second thoughts. */
const lingerMs = 780;

/** Nobody lingers at first; `linger` keeps a row's place for its moment. */
export function createLingering(setTimer: SetTimer): {
  lingering: Lingering;
  linger: (key: string) => void;
} {
  const lingering: Lingering = createStore(reduceLingering, new Set<string>());
  return {
    lingering,
    linger(key) {
      lingering.dispatch({ key, stays: true });
      setTimer(() => lingering.dispatch({ key, stays: false }), lingerMs);
    },
  };
}

function reduceLingering(keys: ReadonlySet<string>, { key, stays }: { key: string; stays: boolean }) {
  const next = new Set(keys);
  if (stays) next.add(key);
  else next.delete(key);
  return next;
}
