import type { ReadonlySignal } from '@preact/signals-core';

/** Runs once after so many milliseconds; returns what calls it off. */
export type SetTimer = (run: () => void, ms: number) => () => void;

export const setTimer: SetTimer = (run, ms) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

/** Runs at each change of a signal, and not at once as its `subscribe` does. Returns what ends that. */
export function onChange<T>(source: ReadonlySignal<T>, run: (value: T) => void): () => void {
  let isFirst = true;
  return source.subscribe((value) => {
    if (!isFirst) run(value);
    isFirst = false;
  });
}
