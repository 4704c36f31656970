import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { createApp } from './app.ts';
import type { Config } from './config.ts';
import { openAudit } from './monitoring/audit.ts';
import type { Metrics } from './monitoring/metrics.ts';
import type { ProcessLog } from './log/log.ts';
import type { Wait } from './wait.ts';
import { makeOpener } from './store/open-store.ts';
import { makeReopeningStore } from './store/reopening-store.ts';
import { startSweeping } from './sweep.ts';
import { readBuiltFiles } from './web-files/web-files.ts';

/** A service that accepts requests. */
export type StartedService = Readonly<{
  port: number;
  /** Resolves when the store is open, after an outage of any length; rejects with an error that waiting cannot fix. */
  ready: Promise<void>;
  /** Lets running requests finish, for ten seconds, and closes the store. */
  stop: () => Promise<void>;
}>;

export const longestStopMs = 10_000;
/** An available store opens before the first request; one that hangs must not keep the service from reporting it. */
const longestWaitMs = 3000;

/** Makes the app, opens the store and listens. Throws the error that prevents it, and leaves nothing open. */
export async function startService(
  config: Config,
  packageFolder: string,
  log: ProcessLog,
  metrics: Metrics,
): Promise<StartedService> {
  const { store, begin } = makeReopeningStore({
    open: makeOpener(config.store.url, { ...config.store, isService: true }),
    wait,
    nowMs: Date.now,
    failed: metrics.countStoreError,
  });
  const auditFailed = (err: unknown) => log.error({ err }, 'An event is missing in the audit log');
  try {
    const dist = join(packageFolder, 'dist');
    const app = await createApp({
      config,
      store,
      nowMs: Date.now,
      fetch: globalThis.fetch,
      wait,
      files: new Map([
        ...readBuiltFiles(join(dist, 'web'), '/'),
        ...readBuiltFiles(join(dist, 'api'), '/api/'),
      ]),
      log: log.child({}, { level: config.log.level }),
      metrics,
      audit: openAudit(config.log, Date.now, auditFailed),
    });
    const { opened, firstFailure } = begin(app.log);
    await Promise.race([opened, firstFailure, wait(longestWaitMs)]);
    const { host, port } = config.http;
    await app.listen({ host, port });
    let sweeping: ReturnType<typeof startSweeping> | undefined;
    const startSweep = () => (sweeping = startSweeping({ store, wait, nowMs: Date.now, log: app.log }));
    // An error of the opening rejects `ready`.
    opened.then(startSweep, () => undefined);
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
