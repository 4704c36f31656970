import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { createApp } from './app.ts';
import type { Config } from './config.ts';
import { openProcessMetrics } from './process-metrics.ts';
import { openStore } from './store/open-store.ts';

/** A service that answers. `stop` lets what runs finish, for ten seconds, and closes the store. */
export type Serving = Readonly<{ port: number; stop: () => Promise<void> }>;

const longestStopMs = 10_000;

/** Opens the store, puts the app together and listens. Throws what keeps it from doing so, with nothing left open. */
export async function serve(config: Config, packageFolder: string): Promise<Serving> {
  const store = await openStore(config.store.url, config.store);
  try {
    const webFolder = join(packageFolder, 'dist', 'web');
    const app = await createApp({
      config,
      store,
      nowMs: Date.now,
      fetch: globalThis.fetch,
      wait: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }),
      webFolder: existsSync(webFolder) ? webFolder : null,
      metricsSource: openProcessMetrics(),
    });
    if (config.environment === 'production' && config.http.allowedHosts === null) {
      app.log.warn('http.allowedHosts is not set: whatever Host a request names is believed');
    }
    await app.listen({ host: config.http.host, port: config.http.port });
    const stop = async () => {
      const cutOff = setTimeout(() => app.server.closeAllConnections(), longestStopMs);
      await app.close();
      clearTimeout(cutOff);
      await store.close();
    };
    return { port: portOf(app.server.address(), config.http.port), stop };
  } catch (error) {
    await store.close();
    throw error;
  }
}

const portOf = (address: AddressInfo | string | null, otherwise: number) =>
  typeof address === 'object' && address !== null ? address.port : otherwise;
