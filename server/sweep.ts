import type { Wait } from './request/wait.ts';
import type { Store } from './store/store.ts';
import { StoreError } from './store/store.ts';

type Parts = Readonly<{
  store: Pick<Store, 'sweep'>;
  wait: Wait;
  nowMs: () => number;
  log: Readonly<{ warn: (details: Readonly<{ err: Error }>, message: string) => void }>;
}>;

const pauseMs = 60_000;

/** Removes what has expired from the store, at once and then each minute. `stop` resolves when nothing runs any more. */
export function beginSweeping({ store, wait, nowMs, log }: Parts): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function sweepAll(): Promise<void> {
    try {
      while (!signal.aborted && (await store.sweep(nowMs())) > 0);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      // A store that is away says so itself.
      if (error.code !== 'unavailable') log.warn({ err: error }, 'what has expired was not removed');
    }
  }

  async function sweepOn(): Promise<void> {
    while (!signal.aborted) {
      await sweepAll();
      await wait(pauseMs, signal).catch(() => undefined);
    }
  }

  const swept = sweepOn();
  return {
    stop: () => {
      stopping.abort();
      return swept;
    },
  };
}
