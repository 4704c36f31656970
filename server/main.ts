import cluster from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import type { Config } from './config.ts';
import { loadConfig } from './config/load.ts';
import { serve } from './serve.ts';
import { explainStartFailure } from './start-failure.ts';
import { startWorkerProcess, superviseWorkers } from './workers.ts';

const packageFolder = fileURLToPath(new URL('..', import.meta.url));

/** The process: profile, local provider, service or workers; and an orderly end on a signal. */
async function main(): Promise<void> {
  const config = loadConfig({ env: process.env, packageFolder });
  const localProvider = cluster.isPrimary ? await startLocalProvider(config) : undefined;
  const serving = await startService(config);
  if (cluster.isPrimary) console.log(`Dueline is ready at http://localhost:${serving.port}`);

  let stopped: Promise<void> | undefined;
  const stop = async () => {
    if (cluster.isPrimary) console.log('Dueline finishes what runs, and stops');
    await serving.stop();
    await localProvider?.close();
    process.exit(0);
  };
  // A terminal sends its signal to the workers too, and they get another one from their primary.
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void (stopped ??= stop()));
}

function startService(config: Config): Promise<Pick<Awaited<ReturnType<typeof serve>>, 'port' | 'stop'>> {
  const count = config.http.workers;
  if (!cluster.isPrimary || count === 1) return serve(config, packageFolder);
  return superviseWorkers({ count, start: startWorkerProcess, wait, nowMs: Date.now, log: console.error });
}

/** Loaded only where a profile wants it, so that production never even reads its code. */
async function startLocalProvider(config: Config) {
  const client = config.auth.providers.find(({ id }) => id === config.auth.tenant);
  if (!config.localProvider.enabled || !client?.clientId || !client.clientSecret) return undefined;
  const provider = await import('../local-provider/main.ts');
  return provider.startLocalProvider({
    environment: config.environment,
    config: config.localProvider,
    dataFolder: config.dataFolder,
    clientId: client.clientId,
    clientSecret: client.clientSecret,
    servicePort: config.http.port,
    publicOrigins: publicOrigins(config.http),
    log: { error: (details, message) => console.error(message, details) },
  });
}

/** Where browsers reach a service whose hosts are listed; either scheme when only a proxy can tell it. */
function publicOrigins({ allowedHosts, publicScheme }: Config['http']): string[] {
  const schemes = publicScheme === null ? ['http', 'https'] : [publicScheme];
  return (allowedHosts ?? []).flatMap((host) => schemes.map((scheme) => `${scheme}://${host}`));
}

try {
  await main();
} catch (error) {
  console.error(explainStartFailure(error));
  process.exit(1);
}
