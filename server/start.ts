import cluster from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import type { Config } from './config.ts';
import { loadConfig } from './config/load.ts';
import { gatherWorkerMetrics } from './process-metrics.ts';
import { oneWorkerReady, tellReady } from './readiness.ts';
import { serve } from './serve.ts';
import { usableTenant } from './sign-in/providers.ts';
import { startWorkerProcess, superviseWorkers } from './workers.ts';

/** Told, as soon as something runs, how to end it. */
export type AtTheEnd = (end: () => Promise<void>) => void;

const packageFolder = fileURLToPath(new URL('..', import.meta.url));

/** Profile, local provider, service or workers; resolves when it is ready. Throws what keeps it from starting. */
export async function start(atTheEnd: AtTheEnd): Promise<void> {
  const config = loadConfig({ env: process.env, packageFolder });
  if (cluster.isPrimary) await startLocalProvider(config, atTheEnd);
  const port = await startService(config, atTheEnd);
  if (cluster.isPrimary) console.log(`Dueline is ready at http://localhost:${port}`);
}

async function startService(config: Config, atTheEnd: AtTheEnd): Promise<number> {
  const count = config.http.workers;
  if (cluster.isPrimary && count > 1) {
    const workers = superviseWorkers({
      count,
      start: startWorkerProcess,
      wait,
      nowMs: Date.now,
      log: console.error,
    });
    atTheEnd(workers.stop);
    gatherWorkerMetrics();
    const ready = oneWorkerReady();
    const port = await workers.listening;
    await ready;
    return port;
  }
  const { port, ready, stop } = await serve(config, packageFolder);
  atTheEnd(stop);
  await ready;
  if (cluster.isWorker) tellReady();
  return port;
}

/** Loaded only where a profile wants it, so that production never even reads its code. */
async function startLocalProvider(config: Config, atTheEnd: AtTheEnd): Promise<void> {
  const client = usableTenant(config.auth);
  if (!config.localProvider.enabled || client === undefined) return;
  const provider = await import('../local-provider/main.ts');
  const { close } = await provider.startLocalProvider({
    environment: config.environment,
    config: config.localProvider,
    dataFolder: config.dataFolder,
    clientId: client.clientId,
    clientSecret: client.clientSecret,
    servicePort: config.http.port,
    publicOrigins: publicOrigins(config.http),
    log: { error: (details, message) => console.error(message, details) },
  });
  atTheEnd(close);
}

/** Where browsers reach a service whose hosts are listed; either scheme when only a proxy can tell it. */
function publicOrigins({ allowedHosts, publicScheme }: Config['http']): string[] {
  const schemes = publicScheme === null ? ['http', 'https'] : [publicScheme];
  return (allowedHosts ?? []).flatMap((host) => schemes.map((scheme) => `${scheme}://${host}`));
}
