import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { createApp } from '../../server/app.ts';
import { loadConfig } from '../../server/config/load.ts';
import { makeLog } from '../../server/log/log.ts';
import { openSqliteStore } from '../../server/store/sqlite/sqlite-store.ts';
import { readBuiltFiles } from '../../server/web-files/web-files.ts';
import { projectFolder } from '../process.ts';
import { client } from './kind.ts';

/** A request that the service made to the provider's token endpoint, and what came of it. */
export type TokenRequest = Readonly<{ grant: string | null; status: number }>;

/** The service as its profile makes it, on a clock of the test. */
export type RunningService = Readonly<{
  address: string;
  /** Those since the last call. */
  takeTokenRequests: () => readonly TokenRequest[];
  /** Every line that was logged, as text. */
  logged: readonly string[];
  stop: () => Promise<void>;
}>;

type Options = Readonly<{ folder: string; port: number; label: string; issuer: string; nowMs: () => number }>;

/** Starts it with a profile that names the provider and nothing else about how to speak with it. */
export async function startService({ folder, port, label, issuer, nowMs }: Options): Promise<RunningService> {
  const profile = {
    data: folder,
    http: { host: '127.0.0.1', port },
    auth: {
      tenant: 'real',
      providers: [{ id: 'real', label, issuer, clientId: client.id, clientSecret: client.secret }],
    },
    store: { url: 'sqlite::memory:' },
    avatars: { enabled: false },
  };
  const profilePath = join(folder, 'real.yaml');
  // JSON is YAML.
  writeFileSync(profilePath, JSON.stringify(profile));
  const config = loadConfig({ env: { PROFILE: 'test', CONFIG: profilePath }, packageFolder: projectFolder });
  const store = openSqliteStore(config.store.url.slice('sqlite:'.length));
  const logged: string[] = [];
  let tokenRequests: TokenRequest[] = [];
  const app = await createApp({
    config,
    store,
    nowMs,
    wait: (milliseconds, signal) => sleep(milliseconds, undefined, signal && { signal }),
    fetch: async (input, init) => {
      const answer = await fetch(input, init);
      const { body } = init ?? {};
      if (body instanceof URLSearchParams)
        tokenRequests.push({ grant: body.get('grant_type'), status: answer.status });
      return answer;
    },
    files: readBuiltFiles(join(projectFolder, 'dist/web'), '/'),
    log: makeLog(config.log.level, { write: (line) => void logged.push(line) }),
  });
  await app.listen({ host: config.http.host, port: config.http.port });
  return {
    address: `http://127.0.0.1:${port}`,
    takeTokenRequests: () => {
      const taken = tokenRequests;
      tokenRequests = [];
      return taken;
    },
    logged,
    stop: async () => {
      app.server.closeAllConnections();
      await app.close();
      await store.close();
    },
  };
}
