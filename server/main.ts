import { fileURLToPath } from 'node:url';

import type { Config } from './config.ts';
import { loadConfig } from './config/load.ts';
import { serve } from './serve.ts';
import { explainStartFailure } from './start-failure.ts';

const packageFolder = fileURLToPath(new URL('..', import.meta.url));

/** The process: profile, local provider, service; and an orderly end on a signal. */
async function main(): Promise<void> {
  const config = loadConfig({ env: process.env, packageFolder });
  const localProvider = await startLocalProvider(config);
  const serving = await serve(config, packageFolder);
  console.log(`Dueline is ready at http://localhost:${serving.port}`);

  const stop = async () => {
    await serving.stop();
    await localProvider?.close();
    process.exit(0);
  };
  process.once('SIGTERM', () => void stop());
  process.once('SIGINT', () => void stop());
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
    log: { error: (details, message) => console.error(message, details) },
  });
}

try {
  await main();
} catch (error) {
  console.error(explainStartFailure(error));
  process.exit(1);
}
