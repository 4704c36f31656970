import { signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';

import { usualDates } from '../quick-add/day-names.ts';
import type * as pageReader from './page-reader.ts';
import type * as wholeReader from './whole-reader.ts';

export type PageReader = typeof pageReader;
/** The functions that read the words of tasks. */
export type Reader = Omit<typeof wholeReader, 'nextTasks' | 'withoutRepeat' | 'firstReadings'>;
/** The functions that also write words: only what waits for the loaded reader calls them. */
export type WholeReader = typeof wholeReader;

/** Runs a function with the whole reader: at once if its files are loaded, else once they are. */
export type WhenRead = (run: (reader: WholeReader) => void) => void;

/** The reader until its file is loaded: it finds nothing in any text. */
const blankReader: Reader = {
  readNewTask: (fields) => ({ fields, chips: [] }),
  readEdit: (fields) => ({ fields, chips: [], repeat: undefined, unclear: undefined }),
  datesIn: () => [],
  repeatIn: () => undefined,
  daysToCome: () => [],
  suggest: () => [],
  suggestDates: (text, options) => (text.trim() === '' ? usualDates(options) : []),
};

/** Loads what reads dates in the page's language, and what also reads recurrences and every language. */
export type ReaderFiles = {
  readonly page: () => Promise<PageReader>;
  readonly whole: () => Promise<WholeReader>;
};

/**
 * Loads the reader in two parts, because it takes longer than the rest of the first drawing: first what reads dates in the page's
 * language, then recurrences and the other languages, and then all that is shown is read again. Whatever saves waits for the whole
 * reader, so that what is saved never depends on how much was loaded. `onMissing` runs if a part cannot be loaded, and again for each
 * function that then waits for it: only a reload of the page requests it again. `whenIdle` runs a function while the page is idle.
 */
export function openReader(
  files: ReaderFiles,
  onMissing: () => void,
  whenIdle: (run: () => void) => void,
): { reader: ReadonlySignal<Reader>; whenRead: WhenRead } {
  const reader = signal<Reader>(blankReader);
  let loaded: WholeReader | null = null;
  let loading: Promise<WholeReader> | null = null;
  const loadWhole = () => (loading ??= files.whole().then(useWhole));

  function useWhole(whole: WholeReader): WholeReader {
    loaded = whole;
    // Another object: what was read in the page's language alone is read again.
    reader.value = { ...whole };
    runEach(whole.firstReadings(), whenIdle);
    return whole;
  }

  function usePage(page: PageReader): void {
    if (loaded !== null) return;
    // What only recurrences need is not in this part.
    reader.value = { ...blankReader, ...page };
    runEach(page.firstReadings(), whenIdle);
    loadWhole().catch(onMissing);
  }

  files.page().then(usePage, onMissing);
  return {
    reader,
    whenRead: (run) => {
      if (loaded !== null) run(loaded);
      else loadWhole().then(run, onMissing);
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
