import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import { test } from 'node:test';

import { emptyFolder } from '../folder.ts';
import { freePort, ready, startProcess } from '../process.ts';
import { profileFile } from '../profile-file.ts';

test('metrics and health are on the address of their own, and the public one has health alone', async (t) => {
  const { service, scrape, monitoring } = await startMonitored(t);
  const status = async (address: string) => (await fetch(address)).status;
  for (const path of ['/health', '/health/live', '/health/ready'])
    for (const address of [service.address, monitoring])
      assert.equal(await status(address + path), 200, address + path);
  assert.equal(await status(`${service.address}/metrics`), 404);
  assert.equal(await status(`${monitoring}/api/auth/providers`), 404);
  assert.equal((await fetch(`${monitoring}/metrics`, { method: 'POST' })).status, 404);
  assert.match(await scrape(), /^dueline_store_up 1$/m);
  service.signal('SIGTERM');
  assert.equal((await service.ended).code, 0);
});

test('the first failure of the provider and of the store is an increase from 0', async (t) => {
  const { service, scrape, folder } = await startMonitored(t);
  const unreachable = /^dueline_provider_failures_total\{reason="unreachable"\} (\d+)$/m;
  const storeFailed = /^dueline_store_errors_total\{code="failed"\} (\d+)$/m;
  const unavailable = /^dueline_problems_total\{code="provider_unavailable"\} (\d+)$/m;
  const before = await scrape();
  for (const series of [unreachable, storeFailed, unavailable]) assert.equal(series.exec(before)?.[1], '0');
  assert.match(before, /^dueline_provider_up 1$/m);

  assert.equal((await fetch(`${service.address}/api/auth/login`, { redirect: 'manual' })).status, 503);
  new DatabaseSync(join(folder, 'dueline.db')).exec('DROP TABLE task_ids');
  assert.equal((await fetch(`${service.address}/health/ready`)).status, 503);

  const after = await scrape();
  for (const series of [unreachable, storeFailed, unavailable]) assert.equal(series.exec(after)?.[1], '1');
  assert.match(after, /^dueline_provider_up 0$/m);
  assert.match(after, /^dueline_store_up 0$/m);
});

/** A service whose provider is unreachable, with a listener for monitoring. */
async function startMonitored(t: TestContext) {
  const folder = emptyFolder(t);
  const [monitoringPort, providerPort] = [await freePort(), await freePort()];
  const issuer = `http://localhost:${providerPort}`;
  const CONFIG = profileFile(t, {
    data: folder,
    http: { port: '${PORT}' },
    monitoring: { port: monitoringPort },
    localProvider: { enabled: false },
    auth: {
      tenant: 'away',
      providers: [{ id: 'away', label: 'Away', issuer, clientId: 'c', clientSecret: 's' }],
    },
  });
  const service = await startProcess(t, { PROFILE: 'local', CONFIG });
  await service.line(ready);
  const monitoring = `http://127.0.0.1:${monitoringPort}`;
  const scrape = async () => (await fetch(`${monitoring}/metrics`)).text();
  return { service, folder, monitoring, scrape };
}
