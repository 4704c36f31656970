import type { Wait } from './wait.ts';
import type { Store } from './store/store.ts';
import { StoreError } from './store/store.ts';

type Parts = Readonly<{
  store: Pick<Store, 'sweep'>;
  wait: Wait;
  nowMs: () => number;
  log: Readonly<{ warn: (details: Readonly<{ err: Error }>, message: string) => void }>;
}>;

const pauseMs = 60_000;

/** Removes expired rows from the store at once, and again each minute. `stop` resolves when no removal is running. */
export function startSweeping({ store, wait, nowMs, log }: Parts): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function sweepAll(): Promise<void> {
    try {
      while (!signal.aborted && (await store.sweep(nowMs())) > 0);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      // An unavailable store logs that itself.
      if (error.code !== 'unavailable') log.warn({ err: error }, 'Expired rows were not removed');
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
