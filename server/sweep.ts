import type { World } from './world.ts';
import type { Store } from './store/store.ts';
import { StoreError } from './store/store.ts';

type SweepParts = Pick<World, 'wait' | 'nowMs'> &
  Readonly<{
    store: Pick<Store, 'sweep' | 'takeAuditLines'>;
    /** Writes the audit lines of commands to standard output; null when the audit log is a file or off. */
    audited: ((line: string) => void) | null;
    log: Readonly<{ warn: (details: Readonly<{ err: Error }>, message: string) => void }>;
  }>;

const pauseMs = 60_000;

/** Removes expired rows, at once and each minute until the signal aborts, and moves the audit lines of commands to the audit log. */
export async function sweepOn(
  { store, audited, wait, nowMs, log }: SweepParts,
  signal: AbortSignal,
) {
  for (;;) {
    try {
      // Also after the abort: a restore may replace the store before the next start.
      if (audited !== null) (await store.takeAuditLines()).forEach((line) => audited(line));
      while (!signal.aborted && (await store.sweep(nowMs())) > 0);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      // The store logs its own outage.
      if (error.code !== 'unavailable') log.warn({ err: error }, 'Expired rows were not removed');
    }
    if (signal.aborted) return;
    await wait(pauseMs, signal).catch(() => undefined);
  }
}
