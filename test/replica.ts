import type { Cleanup } from './folder.ts';
import { emptyFolder } from './folder.ts';
import { freePort, startProcess, startReady } from './process.ts';
import { profileFile } from './profile-file.ts';
import type { TestProvider } from './provider/provider.ts';

/** The session secret that all replicas share. */
export const replicaSecret = 'the one secret that all these replicas share';

/** One replica of the service: its port, data and secret stay the same, its process may be replaced. */
export type Replica = Awaited<ReturnType<typeof makeReplica>>;

type Options = Readonly<{
  provider: TestProvider;
  /** Default: the embedded database in the data folder. */
  storeUrl?: string;
  poolSize?: number;
  allowedHost?: string;
  dataFolder?: string;
  logLevel?: string;
}>;

/** Makes a replica with a profile of its own. All replicas share a session secret. */
export async function makeReplica(t: Cleanup, options: Options) {
  const { provider, storeUrl, poolSize = 10, allowedHost, logLevel = 'warn' } = options;
  const { issuer, clientId, clientSecret } = provider;
  const dataFolder = options.dataFolder ?? emptyFolder(t);
  const port = await freePort();
  const trustedProxies = ['loopback'];
  const config = profileFile(t, {
    data: dataFolder,
    http: {
      host: '127.0.0.1',
      port,
      trustedProxies,
      ...(allowedHost && { allowedHosts: [allowedHost] }),
    },
    auth: {
      tenant: 'test',
      providers: [{ id: 'test', label: 'Test', issuer, clientId, clientSecret }],
    },
    session: { secrets: [replicaSecret] },
    store: { poolSize, ...(storeUrl && { url: storeUrl }) },
    avatars: { enabled: false },
    localProvider: { enabled: false },
    log: { level: logLevel },
  });
  const environment = { PROFILE: 'test', CONFIG: config, PORT: String(port), DATA: dataFolder };
  return {
    port,
    dataFolder,
    /** The path of its profile. */
    config,
    /** Starts a process of this release, or of the one in that folder, without waiting until it is ready. */
    spawn: (releaseFolder?: string) => startProcess(t, environment, releaseFolder),
    /** The same, and waits until it is ready. */
    start: (releaseFolder?: string) => startReady(t, environment, releaseFolder),
  };
}
