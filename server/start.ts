import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, lstatSync, rmSync, writeFileSync } from 'node:fs';
import { connect, setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';

import { createApp } from './app.ts';
import { shortenNameLookups } from './connection.ts';
import type { Config } from './config.ts';
import { loadConfig } from './config.ts';
import { socketPathOf } from './config/values.ts';
import { findPackageFolder, makeFolder, readVersion } from './folders.ts';
import type { Log } from './log/log.ts';
import { startProcessLog } from './log/log.ts';
import { openAudit, writeOut } from './monitoring/audit.ts';
import { makeProcessMetrics } from './monitoring/metrics.ts';
import { startMonitoring } from './monitoring/probes.ts';
import { usableTenant } from './sign-in/providers.ts';
import { useProxy } from './outgoing-proxy.ts';
import { readyMessage } from './start-messages.ts';
import {
  databasePathFile,
  makeOpener,
  makeReopeningStore,
  refuseMissing,
} from './store/open-store.ts';
import { sweepOn } from './sweep.ts';
import { realWorld } from './world.ts';
import { readBuiltFiles } from './web-files/web-files.ts';

/** The time that running requests have to finish when the service stops. */
export const longestStopMs = 10_000;
/** The longest wait for the store before the service listens: it must be able to report a store that hangs. */
const longestWaitMs = 3000;
/**
 * The timeout for connecting to one address of a host, before the next address is tried. With Node's 250 ms a host with a second,
 * dead address is unreachable whenever the event loop is blocked for that time.
 */
const connectAttemptMs = 1000;

const { wait, nowMs } = realWorld;

/**
 * Reads the profile, starts the log, the local provider and the service. Resolves when the store is open, after an outage of any
 * length. Throws the error that prevents the start. `endings` gets a function for each started part, which stops it; `logsTo` gets
 * the log of this process as soon as the profile is read.
 */
export async function start(
  endings: AsyncDisposableStack,
  logsTo: (log: Log) => void,
): Promise<void> {
  const packageFolder = findPackageFolder();
  const config = loadConfig({ env: process.env, packageFolder });
  useProxy(process.env);
  shortenNameLookups(process.env);
  const log = startProcessLog();
  logsTo(log);
  setDefaultAutoSelectFamilyAttemptTimeout(connectAttemptMs);
  tellIfNobodyCanSignIn(config, log);
  await startLocalProvider(config, log, endings);

  const noteDatabase = expectDatabase(config, log);
  const metrics = makeProcessMetrics();
  const serviceLog = log.child({}, { level: config.log.level });
  const { store, begin } = makeReopeningStore({
    open: makeOpener(config.store.url, { ...config.store, isService: true }),
    wait,
    failed: metrics.countStoreError,
    log: serviceLog,
  });
  endings.defer(store.close);
  const dist = join(packageFolder, 'dist');
  const auditFailed = (err: unknown) => log.error({ err }, 'An event is missing in the audit log');
  const app = await createApp({
    config,
    store,
    ...realWorld,
    files: new Map([
      ...readBuiltFiles(join(dist, 'web'), '/'),
      ...readBuiltFiles(join(dist, 'api'), '/api/'),
    ]),
    log: serviceLog,
    metrics,
    audit: openAudit(config.log, nowMs, auditFailed),
  });
  endings.defer(await startMonitoring(app, config.monitoring, metrics.read));
  const opened = begin();
  await Promise.race([opened, wait(longestWaitMs)]);
  await listen(app, config.http);
  tellSystemd(log);
  endings.defer(async () => {
    const cutOff = setTimeout(() => app.server.closeAllConnections(), longestStopMs);
    await app.close();
    clearTimeout(cutOff);
  });
  await opened;
  noteDatabase();
  const audited = config.log.audit === 'stdout' ? writeOut : null;
  const stopping = new AbortController();
  const swept = sweepOn({ store, audited, wait, nowMs, log: serviceLog }, stopping.signal);
  endings.defer(() => {
    stopping.abort();
    return swept;
  });
  // The heap grows by a quarter before a full collection (docs/decisions/012-memory.md). As an argument of Node the flag would
  // add 40 ms to each start, because Node compiles its own modules again.
  setFlagsFromString('--heap-growing-percent=25');
  const address = app.server.address();
  const { port } = typeof address === 'object' && address !== null ? address : config.http;
  log.info({ version: readVersion() }, readyMessage(config.http, port));
}

/** Listens at a port, or at a socket for the service's group, which includes the user of the proxy. */
async function listen(app: Awaited<ReturnType<typeof createApp>>, { host, port }: Config['http']) {
  const path = socketPathOf(host);
  if (path === undefined) return void (await app.listen({ host, port }));
  // A killed process leaves its socket. A socket that answers is in use: it stays, and listen() fails.
  if (lstatSync(path, { throwIfNoEntry: false })?.isSocket() && (await isAbandoned(path)))
    rmSync(path);
  await app.listen({ path });
  chmodSync(path, 0o660);
}

async function isAbandoned(path: string): Promise<boolean> {
  const socket = connect(path);
  const failure = await once(socket, 'connect').catch((error: NodeJS.ErrnoException) => error.code);
  socket.destroy();
  return failure === 'ECONNREFUSED';
}

/** Refuses to replace the database of an earlier start by an empty one. The returned function records the database of this start. */
function expectDatabase({ isProduction, store, dataFolder }: Config, log: Log): () => void {
  const path = store.url.replace(/^sqlite:/, '');
  if (!isProduction || path === store.url || path === ':memory:') return () => undefined;
  refuseMissing(path, dataFolder);
  if (!existsSync(path)) log.warn(`There is no database ${path}: a new one is made`);
  return () => {
    try {
      makeFolder(dataFolder);
      writeFileSync(databasePathFile(dataFolder), path, { mode: 0o600 });
    } catch (err) {
      log.warn({ err }, 'A later start cannot know that the database was there');
    }
  };
}

/** Runs systemd-notify: Node cannot send its datagram. The store need not be open yet, because an outage must not fail the start. */
function tellSystemd(log: Log): void {
  if (!process.env['NOTIFY_SOCKET']) return;
  execFile('systemd-notify', ['--ready'], (err) => {
    if (err !== null) log.error({ err }, 'systemd does not know that the service has started');
  });
}

function tellIfNobodyCanSignIn({ isProduction, auth }: Config, log: Log): void {
  if (!isProduction || usableTenant(auth) !== undefined) return;
  const reason = auth.enabled
    ? `the provider ${auth.tenant} lacks clientId or clientSecret`
    : 'auth.enabled is false';
  log.error(`NOBODY CAN SIGN IN: ${reason}`);
}

/** The local provider is imported only if the profile enables it, so that production never loads its code. */
async function startLocalProvider(
  config: Config,
  log: Log,
  endings: AsyncDisposableStack,
): Promise<void> {
  const client = usableTenant(config.auth);
  if (!config.localProvider.enabled || client === undefined) return;
  const provider = await import('../local-provider/main.ts');
  endings.defer(await provider.startLocalProvider(config, client, log));
}
