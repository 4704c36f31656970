import type { World } from './world.ts';
import type { Store } from './store/store.ts';
import { StoreError } from './store/store.ts';

type Parts = Pick<World, 'wait' | 'nowMs'> &
  Readonly<{
    store: Pick<Store, 'sweep' | 'takeAuditLines'>;
    /** Gets the lines of commands for an audit log on standard output; null without one. */
    audited: ((line: string) => void) | null;
    log: Readonly<{ warn: (details: Readonly<{ err: Error }>, message: string) => void }>;
  }>;

const pauseMs = 60_000;

/** Removes expired rows, at once and each minute until the signal aborts, and moves the lines of commands to the audit log. */
export async function sweepOn({ store, audited, wait, nowMs, log }: Parts, signal: AbortSignal) {
  for (;;) {
    try {
      // At the end too: a restore may replace the store.
      if (audited !== null) (await store.takeAuditLines()).forEach((line) => audited(line));
      while (!signal.aborted && (await store.sweep(nowMs())) > 0);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      // An unavailable store logs that itself.
      if (error.code !== 'unavailable') log.warn({ err: error }, 'Expired rows were not removed');
    }
    if (signal.aborted) return;
    await wait(pauseMs, signal).catch(() => undefined);
  }
}
