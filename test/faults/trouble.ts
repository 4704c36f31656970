import assert from 'node:assert/strict';
import { env } from 'node:process';
import type { TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';

import type { ServiceProcess } from '../process.ts';
import type { TestProvider } from '../provider/provider.ts';
import type { Crowd } from './crowd.ts';
import { signInCrowd } from './crowd.ts';
import { serveProvider } from '../provider/server.ts';
import type { Replica } from '../replica.ts';
import { makeReplica } from '../replica.ts';
import { kinds, report } from './report.ts';
import type { Answer } from './visitor.ts';

/** SEED chooses other writes. */
const seed = Number(env['SEED'] ?? 1);

type Place = Readonly<{ dataFolder?: string; storeUrl?: string; poolSize?: number }>;

type Trouble = Place &
  Readonly<{
    begin: () => unknown;
    lastsMs?: number;
    end: () => unknown;
    /** What the log must say; undefined: that nothing failed. */
    says: RegExp | undefined;
    readsGoOn: boolean;
  }>;

/** A service with four people who can write. */
export type Scene = Readonly<{
  crowd: Crowd;
  replica: Replica;
  service: ServiceProcess;
  provider: TestProvider;
}>;

/** Load, trouble under load, its end; then all must go on in the same process, with nothing lost. */
export async function troubleAndBack(t: TestContext, trouble: Trouble): Promise<void> {
  const { crowd, service } = await begin(t, trouble);
  const load = crowd.begin();
  await Promise.race([wait(1000), load.failed]);
  await trouble.begin();
  const begunMs = performance.now();
  const lastsMs = trouble.lastsMs ?? 3000;
  const reads = await Promise.race([
    trouble.readsGoOn ? readFor(lastsMs, crowd) : refusedAfter(lastsMs, crowd),
    load.failed,
  ]);
  const failed = kinds(crowd.tally.failed);
  if (trouble.says) assert.match(failed, /503 (store_unavailable|overloaded)/);
  else assert.equal(failed, 'none');
  assert.doesNotMatch(failed, /500|ECONN/);

  const atEnd = crowd.tally.acknowledged;
  await trouble.end();
  const endedMs = performance.now();
  while (crowd.tally.acknowledged <= atEnd) await Promise.race([wait(5), load.failed]);
  const againMs = crowd.tally.lastAcknowledgedMs - endedMs;
  await Promise.race([wait(1000), load.failed]);
  await load.stop();
  await crowd.compare();
  const output = await stop(service);
  if (trouble.says) assert.match(output, trouble.says);
  report(t.name, {
    seed,
    'seconds of trouble': ((endedMs - begunMs) / 1000).toFixed(1),
    'acknowledged writes': crowd.tally.acknowledged,
    lost: 0,
    'seconds until a write after it': (Math.max(0, againMs) / 1000).toFixed(2),
    failed,
    ...reads,
  });
}

type AwayAtStart = Readonly<{ begin: () => unknown; end: () => unknown; says: RegExp }>;

/** The service is started under load while its store is away. It answers, says why, and goes on by itself afterwards. */
export async function awayAtStart(
  t: TestContext,
  { crowd, replica, service: former }: Scene,
  trouble: AwayAtStart,
): Promise<ServiceProcess> {
  const load = crowd.begin();
  await Promise.race([wait(500), load.failed]);
  await stop(former);
  await trouble.begin();
  const service = await replica.spawn();
  await service.line(trouble.says);
  const health = (path: string) => fetch(`${service.address}/health/${path}`).catch(() => undefined);
  while ((await health('live'))?.status !== 200) await Promise.race([wait(5), load.failed]);
  assert.equal((await health('ready'))?.status, 503);
  crowd.tally.failed.clear();
  await Promise.race([refusedAfter(3000, crowd), load.failed]);
  const failed = kinds(crowd.tally.failed);
  assert.match(failed, /^\d+ x 503 store_unavailable$/);

  const atEnd = crowd.tally.acknowledged;
  await trouble.end();
  const endedMs = performance.now();
  await service.line(/Dueline is ready at /);
  while (crowd.tally.acknowledged <= atEnd) await Promise.race([wait(5), load.failed]);
  const againMs = crowd.tally.lastAcknowledgedMs - endedMs;
  await Promise.race([wait(500), load.failed]);
  await load.stop();
  await crowd.compare();
  assert.equal((await health('ready'))?.status, 200);
  report(t.name, {
    seed,
    'acknowledged writes': crowd.tally.acknowledged,
    lost: 0,
    'seconds until a write after it': (Math.max(0, againMs) / 1000).toFixed(2),
    failed,
  });
  return service;
}

export async function begin(t: TestContext, place: Place = {}): Promise<Scene> {
  const provider = await serveProvider(t);
  const { dataFolder, storeUrl, poolSize } = place;
  const replica = await makeReplica(t, {
    provider,
    ...(dataFolder && { dataFolder }),
    ...(storeUrl && { storeUrl }),
    ...(poolSize && { poolSize }),
  });
  const service = await replica.start();
  const crowd = await signInCrowd(t, { door: replica, provider, count: 4, seed });
  return { crowd, replica, service, provider };
}

/** One person reads again and again, and gets an answer each time. */
export async function readFor(lastsMs: number, crowd: Crowd) {
  const reader = crowd.writers[0]?.visitor.again();
  const endMs = performance.now() + lastsMs;
  let [reads, slowestMs] = [0, 0];
  while (performance.now() < endMs) {
    const sentMs = performance.now();
    const read = await reader?.ask('GET', '/api/tasks');
    assert.equal(read?.status, 200, read?.body);
    reads += 1;
    slowestMs = Math.max(slowestMs, performance.now() - sentMs);
    await wait(50);
  }
  reader?.close();
  return { 'reads meanwhile': reads, 'slowest in ms': Math.round(slowestMs) };
}

async function refusedAfter(lastsMs: number, crowd: Crowd) {
  await wait(lastsMs);
  const reader = crowd.writers[0]?.visitor.again();
  assertUnavailable(await reader?.ask('GET', '/api/tasks'));
  reader?.close();
  return {};
}

function assertUnavailable(answer: Answer | undefined): void {
  assert.equal(answer?.status, 503, answer?.body);
  assert.ok(Number(answer?.headers['retry-after']) > 0);
  assert.match(answer?.body ?? '', /"code":"(store_unavailable|overloaded)"/);
}

export async function stop(service: ServiceProcess): Promise<string> {
  service.signal('SIGTERM');
  const { code, output } = await service.ended;
  assert.equal(code, 0, output);
  return output;
}
