import { appendFileSync, existsSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { dirname } from 'node:path';

import type { Config } from '../server/config.ts';
import { socketPathOf } from '../server/config/values.ts';
import type { Report } from './findings.ts';
import { actAsService, tryFolder } from './owner.ts';

/** Tries to listen at each port; root does so as the user of the service. */
export async function checkPorts(
  { http, monitoring, dataFolder }: Config,
  report: Report,
): Promise<void> {
  for (const [section, { host, port }] of Object.entries({ http, monitoring })) {
    // The folder of a socket exists only while the service runs.
    if (port === null || socketPathOf(host) !== undefined) continue;
    const key = `${section}.port`;
    try {
      await tryPort(host, port, dataFolder);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      if ('code' in error && error.code === 'EADDRINUSE')
        report('warning', key, 'is taken, by the running service or another program');
      else report('fault', key, error.message);
    }
  }
}

async function tryPort(host: string, port: number, dataFolder: string): Promise<void> {
  await using server = createServer();
  using _acting = actAsService(dataFolder);
  server.listen({ host, port });
  await once(server, 'listening');
}

/** Tries to write the audit log; root does so as the user of the service. `made`: whether systemd makes its folder at the start. */
export function checkAuditLog(
  { log: { audit }, dataFolder }: Config,
  made: (file: string) => boolean,
  report: Report,
): void {
  if (audit === null || audit === 'stdout' || made(audit)) return;
  try {
    using _acting = actAsService(dataFolder);
    if (existsSync(audit)) appendFileSync(audit, '');
    else tryFolder(dirname(audit));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    report('fault', 'log.audit', `${audit} cannot be written: ${error.message}`);
  }
}
