import { signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';

import { usualDates } from '../quick-add/day-names.ts';
import type * as wholeReader from './whole-reader.ts';

/** The functions that read the words of tasks. */
export type Reader = Omit<typeof wholeReader, 'nextTasks' | 'withoutRepeat' | 'firstReadings'>;
/** The functions that also write words: only what waits for the loaded reader calls them. */
export type WholeReader = typeof wholeReader;

/** Runs a function with the whole reader: at once if its file is loaded, else once it is. */
export type WhenRead = (run: (reader: WholeReader) => void) => void;

/** The reader until its file is loaded: it finds nothing in any text. */
const blankReader: Reader = {
  readNewTask: (fields) => ({ fields, chips: [] }),
  readEdit: (fields) => ({ fields, chips: [], repeat: undefined }),
  datesIn: () => [],
  repeatIn: () => undefined,
  suggest: () => [],
  suggestDates: (text, options) => (text.trim() === '' ? usualDates(options) : []),
};

/**
 * Loads the reader's file, which takes longer than the rest of the first drawing. `onMissing` runs if it cannot be loaded, and again for
 * each function that then waits for it: only a reload of the page requests it again. `whenIdle` runs a function while the page is idle.
 */
export function openReader(
  load: () => Promise<WholeReader>,
  onMissing: () => void,
  whenIdle: (run: () => void) => void,
): { reader: ReadonlySignal<Reader>; whenRead: WhenRead } {
  const reader = signal<Reader>(blankReader);
  let loaded: WholeReader | null = null;
  const loading = load().then((loadedReader) => {
    reader.value = loadedReader;
    loaded = loadedReader;
    runEach(loadedReader.firstReadings, whenIdle);
    return loadedReader;
  });
  loading.catch(onMissing);
  return {
    reader,
    whenRead: (run) => {
      if (loaded !== null) run(loaded);
      else loading.then(run, onMissing);
    },
  };
}

/** One step each time, so that a key press waits for no more than one. */
function runEach(steps: readonly (() => unknown)[], whenIdle: (run: () => void) => void): void {
  const [first, ...others] = steps;
  if (first === undefined) return;
  whenIdle(() => {
    first();
    runEach(others, whenIdle);
  });
}
