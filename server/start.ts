import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, lstatSync, rmSync, writeFileSync } from 'node:fs';
import { connect, setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';

import { createApp } from './app.ts';
import type { Config } from './config.ts';
import { loadConfig, useProxy } from './config.ts';
import { socketPathOf } from './config/values.ts';
import { findPackageFolder, makeFolder, readVersion } from './folders.ts';
import type { Log } from './log/log.ts';
import { startProcessLog } from './log/log.ts';
import { openAudit, writeOut } from './monitoring/audit.ts';
import { makeProcessMetrics } from './monitoring/metrics.ts';
import { startMonitoring } from './monitoring/probes.ts';
import { usableTenant } from './sign-in/providers.ts';
import { readyMessage } from './start-messages.ts';
import { databaseNote, makeOpener, makeReopeningStore, refuseGone } from './store/open-store.ts';
import { sweepOn } from './sweep.ts';
import { realWorld } from './world.ts';
import { readBuiltFiles } from './web-files/web-files.ts';

/** How long requests that run may take when the service stops. */
export const longestStopMs = 10_000;
/** An available store opens before the first request; one that hangs must not keep the service from reporting it. */
const longestWaitMs = 3000;
/**
 * How long one address of a host may take to connect before the next one is tried. With Node's 250 ms a host with a second,
 * dead address is unreachable whenever the event loop stands still for so long.
 */
const connectAttemptMs = 1000;

const { wait, nowMs } = realWorld;

/**
 * Starts profile, log, local provider and service; resolves when the store is open, after an outage of any length. Throws the error
 * that prevents it. `endings` gets what stops each part that has started, `logsTo` the log of this process as soon as the profile is
 * read.
 */
export async function start(endings: AsyncDisposableStack, logsTo: (log: Log) => void): Promise<void> {
  const packageFolder = findPackageFolder();
  const config = loadConfig({ env: process.env, packageFolder });
  useProxy(process.env);
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
  endings.defer(() => (stopping.abort(), swept));
  // The heap grows by a quarter before a full collection (docs/decisions/012-memory.md). As an argument of Node the flag costs
  // each start 40 ms: it makes Node compile its own modules again.
  setFlagsFromString('--heap-growing-percent=25');
  const address = app.server.address();
  const { port } = typeof address === 'object' && address !== null ? address : config.http;
  log.info({ version: readVersion() }, readyMessage(config.http, port));
}

/** At a port, or at a socket that this group may use: the proxy's user is in it. */
async function listen(app: Awaited<ReturnType<typeof createApp>>, { host, port }: Config['http']) {
  const path = socketPathOf(host);
  if (path === undefined) return void (await app.listen({ host, port }));
  // A process that was killed has left its socket. One that answers is in use, and the listening fails.
  if (lstatSync(path, { throwIfNoEntry: false })?.isSocket() && (await isLeft(path))) rmSync(path);
  await app.listen({ path });
  chmodSync(path, 0o660);
}

async function isLeft(path: string): Promise<boolean> {
  const socket = connect(path);
  const failure = await once(socket, 'connect').catch((error: NodeJS.ErrnoException) => error.code);
  socket.destroy();
  return failure === 'ECONNREFUSED';
}

/** Refuses to replace a database that an earlier start has had by an empty one. The function that is returned notes this one. */
function expectDatabase({ isProduction, store, dataFolder }: Config, log: Log): () => void {
  const path = store.url.replace(/^sqlite:/, '');
  if (!isProduction || path === store.url || path === ':memory:') return () => undefined;
  refuseGone(path, dataFolder);
  if (!existsSync(path)) log.warn(`There is no database ${path}: a new one is made`);
  return () => {
    try {
      makeFolder(dataFolder);
      writeFileSync(databaseNote(dataFolder), path, { mode: 0o600 });
    } catch (err) {
      log.warn({ err }, 'A later start cannot know that the database was there');
    }
  };
}

/** Node cannot send a datagram to the socket of systemd. A store that is away does not make the start fail. */
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

/** The local provider is loaded only where a profile enables it, so that production never reads its code. */
async function startLocalProvider(config: Config, log: Log, endings: AsyncDisposableStack): Promise<void> {
  const client = usableTenant(config.auth);
  if (!config.localProvider.enabled || client === undefined) return;
  const provider = await import('../local-provider/main.ts');
  endings.defer(await provider.startLocalProvider(config, client, log));
}
