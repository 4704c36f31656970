import assert from 'node:assert/strict';
import { test } from 'node:test';

import { startProcess } from './process.ts';
import { ready, listening } from './started.ts';

test('several workers share the port, and one that is killed comes back', async (t) => {
  const service = await startProcess(t, { WORKERS: '2' });
  await service.line(ready);
  const [victim] = await service.until((lines) => listening(lines, 2));
  assert.ok(victim !== undefined && victim !== service.pid);
  process.kill(victim, 'SIGKILL');
  await service.line(/"level":"error".*"msg":"A worker has ended/);
  const pids = await service.until((lines) => listening(lines, 3));
  assert.equal(new Set(pids).size, 3);
  assert.equal((await fetch(`${service.address}/health/ready`)).status, 200);
  service.signal('SIGTERM');
  assert.equal((await service.ended).code, 0);
});

test('one response with the metrics covers all workers', async (t) => {
  const service = await startProcess(t, { WORKERS: '2' });
  await service.line(ready);
  await service.until((lines) => listening(lines, 2));
  const metrics = async () => (await fetch(`${service.address}/metrics`)).text();
  const workersIn = (read: string) =>
    new Set([...read.matchAll(/^process_cpu_seconds_total\{worker="(\d+)"\}/gm)].map(([, worker]) => worker));
  assert.deepEqual(workersIn(await metrics()), new Set(['1', '2']));

  const asked = Array.from({ length: 9 }, () => fetch(`${service.address}/api/auth/providers`));
  for (const { status } of await Promise.all(asked)) assert.equal(status, 200);
  const counted = (await metrics()).matchAll(
    /^http_request_duration_seconds_count\{.*route="\/api\/auth\/providers".*\} (\d+)$/gm,
  );
  assert.equal(
    [...counted].reduce((sum, [, count]) => sum + Number(count), 0),
    9,
  );

  service.signal('SIGSTOP');
  assert.equal(workersIn(await metrics()).size, 1, 'without the first process a worker tells its own');
});
