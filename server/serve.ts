import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { createApp } from './app.ts';
import type { Config } from './config.ts';
import { openProcessMetrics } from './process-metrics.ts';
import type { ProcessLog } from './request/log.ts';
import type { Wait } from './request/wait.ts';
import { makeOpener } from './store/open-store.ts';
import { makeReturningStore } from './store/returning-store.ts';
import { beginSweeping } from './sweep.ts';

/** A service that answers. */
export type Serving = Readonly<{
  port: number;
  /** Resolves when the store is open, however long it was away; rejects with what waiting cannot mend. */
  ready: Promise<void>;
  /** Lets what runs finish, for ten seconds, and closes the store. */
  stop: () => Promise<void>;
}>;

const longestStopMs = 10_000;
/** A store that is there opens before the first request may come; one that hangs must not keep the service from saying so. */
const longestSilenceMs = 3000;

/** Puts the app together, looks for the store and listens. Throws what keeps it from doing so, with nothing left open. */
export async function serve(config: Config, packageFolder: string, log: ProcessLog): Promise<Serving> {
  const { store, begin } = makeReturningStore({
    open: makeOpener(config.store.url, config.store),
    wait,
    nowMs: Date.now,
  });
  try {
    const webFolder = join(packageFolder, 'dist', 'web');
    const app = await createApp({
      config,
      store,
      nowMs: Date.now,
      fetch: globalThis.fetch,
      wait,
      webFolder: existsSync(webFolder) ? webFolder : null,
      log: log.child({}, { level: config.log.level }),
      metricsSource: openProcessMetrics(),
    });
    const { opened, away } = begin(app.log);
    await Promise.race([opened, away, sleep(longestSilenceMs, undefined, { ref: false })]);
    await app.listen({ host: config.http.host, port: config.http.port });
    let sweeping: ReturnType<typeof beginSweeping> | undefined;
    const beginSweep = () => (sweeping = beginSweeping({ store, wait, nowMs: Date.now, log: app.log }));
    // What keeps it from opening is told to whoever waits until it is ready.
    opened.then(beginSweep, () => undefined);
    const stop = async () => {
      const cutOff = setTimeout(() => app.server.closeAllConnections(), longestStopMs);
      await app.close();
      clearTimeout(cutOff);
      await sweeping?.stop();
      await store.close();
    };
    return { port: portOf(app.server.address(), config.http.port), ready: opened, stop };
  } catch (error) {
    await store.close();
    throw error;
  }
}

const wait: Wait = (milliseconds, signal) => sleep(milliseconds, undefined, signal && { signal });

const portOf = (address: AddressInfo | string | null, otherwise: number) =>
  typeof address === 'object' && address !== null ? address.port : otherwise;
