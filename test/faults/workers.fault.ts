import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get } from 'node:http';
import { env } from 'node:process';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';

import { postgresServer } from '../postgres/database.ts';
import type { ServiceProcess } from '../process.ts';
import { makeChance } from './chance.ts';
import { signInCrowd } from './crowd.ts';
import { childrenOf } from './processes.ts';
import { serveProvider } from '../provider/server.ts';
import { makeReplica } from '../replica.ts';
import { kinds, report } from './report.ts';
import { failures } from './writer.ts';

// ROUNDS and SEED choose how often, and other moments.
const rounds = Number(env['ROUNDS'] ?? 5);
const seed = Number(env['SEED'] ?? 1);
const workers = 2;
const server = postgresServer();

test('SQLite: one of two workers is killed under writes, the other goes on, a new one comes; then all are killed', (t) =>
  killWorkers(t));

test('PostgreSQL: one of two workers is killed under writes, the other goes on, a new one comes; then all are killed', async (t) => {
  const { url } = await server.newDatabase();
  await killWorkers(t, url);
});

async function killWorkers(t: TestContext, storeUrl?: string): Promise<void> {
  const chance = makeChance(seed);
  const provider = await serveProvider(t);
  const replica = await makeReplica(t, { provider, workers, ...(storeUrl && { storeUrl }) });
  let service = await replica.start();
  await untilAllAnswer(service);
  const door = { port: replica.port, timeoutMs: 10_000 };
  const crowd = await signInCrowd(t, { door, provider, count: 8, seed });
  const { tally } = crowd;
  const failedByOne: number[] = [];
  const asked: Promise<Heard>[] = [];
  let primaryAlone = 0;

  for (let round = 0; round < rounds; round += 1) {
    const load = crowd.begin();
    for (let victims = 0; victims < workers; victims += 1) {
      await Promise.race([wait(200 + chance.below(500)), load.failed]);
      const [failedBefore, writtenBefore] = [failures(tally), tally.acknowledged];
      const [oldest = 0] = childrenOf(service.pid);
      process.kill(oldest, 'SIGKILL');
      await Promise.race([untilAllAnswer(service, oldest, asked), load.failed]);
      failedByOne.push(failures(tally) - failedBefore);
      assert.ok(tally.acknowledged > writtenBefore, 'the other one went on');
    }
    await Promise.race([wait(chance.below(300)), load.failed]);
    const children = childrenOf(service.pid);
    service.signal('SIGKILL');
    if (chance.onceIn(2)) primaryAlone += 1;
    else for (const worker of children) process.kill(worker, 'SIGKILL');
    // Only when the workers have ended too, who are alone now.
    await service.ended;
    service = await replica.start();
    await untilAllAnswer(service);
    await load.stop();
    await crowd.compare();
  }
  const me = await crowd.writers[0]?.visitor.ask('GET', '/api/auth/me');
  assert.equal(me?.status, 200, 'the session from before the first kill');
  service.signal('SIGTERM');
  assert.equal((await service.ended).code, 0);
  // What was at work in the worker when it died, and no more: never the requests after.
  assert.ok(Math.max(...failedByOne) <= 8, `${Math.max(...failedByOne)} requests failed by one kill`);
  const hung = (await Promise.all(asked)).filter((what) => what === 'hung').length;
  assert.equal(hung, 0, 'a new connection is answered or closed, also in the moment of the death');
  report(t.name, {
    seed,
    'new connections': asked.length,
    'of which nobody answered': hung,
    'workers killed': failedByOne.length,
    'failed by one of these': `${Math.min(...failedByOne)} to ${Math.max(...failedByOne)}`,
    'all killed': rounds - primaryAlone,
    'primary alone': primaryAlone,
    'acknowledged writes': tally.acknowledged,
    'lost or twice': 0,
    kinds: kinds(tally.failed),
  });
}

type Heard = 'hung' | 'refused' | 'answered';

/** Opens new connections until all workers are there; `asked` tells what became of each. */
async function untilAllAnswer(
  { pid, port }: ServiceProcess,
  without?: number,
  asked: Promise<Heard>[] = [],
): Promise<void> {
  let seen = 0;
  while (seen < workers) {
    for (let connections = 0; connections < 10; connections += 1) {
      asked.push(knock(port));
      await wait(20);
    }
    const running = childrenOf(pid).filter((child) => child !== without);
    seen = running.length < workers ? 0 : await workersInMetrics(port);
  }
}

async function knock(port: number): Promise<Heard> {
  const signal = AbortSignal.timeout(10_000);
  const request = get({ port, path: '/health/live', agent: false, signal });
  try {
    const [response] = await once(request, 'response');
    await text(response);
    return 'answered';
  } catch {
    return signal.aborted ? 'hung' : 'refused';
  }
}

/** All of them are told of by any one. */
async function workersInMetrics(port: number): Promise<number> {
  const signal = AbortSignal.timeout(10_000);
  const request = get({ port, path: '/metrics', agent: false, signal });
  try {
    const [response] = await once(request, 'response');
    const told = (await text(response)).matchAll(/worker="(\d+)"/g);
    return new Set(Array.from(told, ([, id]) => id)).size;
  } catch {
    return 0;
  }
}
