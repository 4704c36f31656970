import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';
import { setFlagsFromString } from 'node:v8';

import type { Config } from './config.ts';
import { loadConfig } from './config/load.ts';
import { findPackageFolder } from './folders.ts';
import { startProcessLog } from './log/process-log.ts';
import { startMonitoring } from './monitoring/listener.ts';
import { makeProcessMetrics } from './monitoring/metrics.ts';
import type { Log } from './log/log.ts';
import { startService } from './service.ts';
import { declaredTenant, usableTenant } from './sign-in/providers.ts';
import { readyMessage } from './start-messages.ts';

/** Called for each part that has started, with the function that stops it. */
export type AtTheEnd = (end: () => Promise<void>) => void;

/**
 * How long one address of a host may take to connect before the next one is tried. With Node's 250 ms a host with a second,
 * dead address is unreachable whenever the event loop stands still for so long.
 */
const connectAttemptMs = 1000;

/** Called with the log of this process as soon as the profile is read. */
export type LogsTo = (log: Log) => void;

/** Starts profile, log, local provider, and service; resolves when ready. Throws the error that prevents it. */
export async function start(atTheEnd: AtTheEnd, logsTo: LogsTo): Promise<void> {
  const packageFolder = findPackageFolder();
  const config = loadConfig({ env: process.env, packageFolder });
  const log = startProcessLog();
  logsTo(log);
  setDefaultAutoSelectFamilyAttemptTimeout(connectAttemptMs);
  tellIfNobodyCanSignIn(config, log);
  await startLocalProvider(config, log, atTheEnd);
  const metrics = makeProcessMetrics();
  atTheEnd(await startMonitoring({ config, readMetrics: metrics.read }));
  const { port, ready, stop } = await startService(config, packageFolder, log, metrics);
  atTheEnd(stop);
  await ready;
  limitGarbage();
  log.info(readyMessage(config.http, port));
}

/**
 * From now on the heap grows by a quarter before a full collection (docs/decisions/012-memory.md). As an argument of Node the
 * flag costs each start 40 ms: it makes Node compile its own modules again.
 */
function limitGarbage(): void {
  setFlagsFromString('--heap-growing-percent=25');
}

function tellIfNobodyCanSignIn({ isProduction, auth }: Config, log: Log): void {
  if (!isProduction || usableTenant(auth) !== undefined) return;
  const tenant = declaredTenant(auth);
  const reasons = [
    ...(auth.enabled ? [] : ['auth.enabled is false']),
    ...(tenant?.clientId ? [] : [`the provider ${auth.tenant} has no clientId`]),
    ...(tenant?.clientSecret ? [] : [`the provider ${auth.tenant} has no clientSecret`]),
  ];
  log.error(`NOBODY CAN SIGN IN: ${reasons.join(', ')}`);
}

/** The local provider is loaded only where a profile enables it, so that production never reads its code. */
async function startLocalProvider(config: Config, log: Log, atTheEnd: AtTheEnd): Promise<void> {
  const client = usableTenant(config.auth);
  if (!config.localProvider.enabled || client === undefined) return;
  const provider = await import('../local-provider/main.ts');
  const { close } = await provider.startLocalProvider({
    isProduction: config.isProduction,
    config: config.localProvider,
    dataFolder: config.dataFolder,
    clientId: client.clientId,
    clientSecret: client.clientSecret,
    servicePort: config.http.port,
    publicOrigins: publicOrigins(config.http),
    log: { error: (details, message) => log.error(details, message) },
  });
  atTheEnd(close);
}

/** The public origins of a service with configured hosts; both schemes when only a proxy knows the scheme. */
function publicOrigins({ allowedHosts, publicScheme }: Config['http']): string[] {
  const schemes = publicScheme === null ? ['http', 'https'] : [publicScheme];
  return (allowedHosts ?? []).flatMap((host) => schemes.map((scheme) => `${scheme}://${host}`));
}
