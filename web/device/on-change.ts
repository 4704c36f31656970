import type { ReadonlySignal } from '@preact/signals-core';

/** Runs at each change of a signal, and not at once as its `subscribe` does. Returns what ends that. */
export function onChange<T>(source: ReadonlySignal<T>, run: (value: T) => void): () => void {
  let isFirst = true;
  return source.subscribe((value) => {
    if (!isFirst) run(value);
    isFirst = false;
  });
}
