import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';

import type { Cluster } from '../postgres/cluster.ts';
import { startCluster } from '../postgres/cluster.ts';
import type { ServiceProcess } from '../process.ts';
import { kinds, report, secondsSince } from './report.ts';
import type { Crowd, Load, Place, Scene } from './scene.ts';
import { begin, end, seed, stop } from './scene.ts';

type Step = (load: Load, crowd: Crowd) => unknown;

type Trouble = Place &
  Readonly<{
    begin: Step;
    /** Nobody writes in the moment in which it begins. */
    beginsQuietly?: boolean;
    lastsMs?: number;
    end: Step;
    /** What the log must say; undefined: that nothing failed. */
    says: RegExp | undefined;
    readsGoOn: boolean;
  }>;

/** Fewer than elsewhere, so that their writes do not wait for each other. */
export const people = 4;

/** Load, trouble under load, its end; then all must go on in the same process, with nothing lost. */
export async function troubleAndBack(t: TestContext, trouble: Trouble): Promise<void> {
  const { begin: beginTrouble, beginsQuietly = false, end: endTrouble, ...rest } = trouble;
  const { lastsMs = 3000, says, readsGoOn, ...place } = rest;
  const { crowd, service } = await begin(t, { people, ...place });
  let load = crowd.begin();
  await load.lasts(1000);
  if (beginsQuietly) await load.stop();
  await load.during(Promise.resolve(beginTrouble(load, crowd)));
  if (beginsQuietly) load = crowd.begin();
  const begunMs = performance.now();
  const reads = await load.during(readsGoOn ? readFor(lastsMs, crowd) : refusedAfter(lastsMs, crowd));
  const failed = kinds(crowd.tally.failed);
  if (says) assert.match(failed, /503 (store_unavailable|overloaded)/);
  else assert.equal(failed, 'none');
  assert.doesNotMatch(failed, /500|ECONN/);

  const seconds = secondsSince(begunMs);
  await goOn(t, { crowd, load, endTrouble, figures: { 'seconds of trouble': seconds, failed, ...reads } });
  const output = await end(crowd, service);
  if (says) assert.match(output, says);
}

type AwayAtStart = Readonly<{ begin: () => unknown; end: Step; says: RegExp }>;

/** The service is started under load while its store is away. It answers, says why, and goes on by itself afterwards. */
export async function awayAtStart(
  t: TestContext,
  { crowd, replica, service: former }: Scene,
  trouble: AwayAtStart,
): Promise<ServiceProcess> {
  const load = crowd.begin();
  await load.lasts(500);
  await stop(former);
  await trouble.begin();
  const service = await replica.spawn();
  await service.line(trouble.says);
  const health = (path: string) => fetch(`${service.address}/health/${path}`).catch(() => undefined);
  while ((await health('live'))?.status !== 200) await load.lasts(5);
  assert.equal((await health('ready'))?.status, 503);
  crowd.tally.failed.clear();
  await load.during(refusedAfter(3000, crowd));
  const failed = kinds(crowd.tally.failed);
  assert.match(failed, /^\d+ x 503 store_unavailable$/);
  await goOn(t, { crowd, load, endTrouble: trouble.end, figures: { failed } });
  await crowd.compare();
  assert.equal((await health('ready'))?.status, 200);
  return service;
}

type Going = { crowd: Crowd; load: Load; endTrouble: Step; figures: Record<string, string | number> };

/** Ends the trouble; writes must succeed again. */
async function goOn(t: TestContext, { crowd, load, endTrouble, figures }: Going): Promise<void> {
  const atEnd = crowd.tally.acknowledged;
  await load.during(Promise.resolve(endTrouble(load, crowd)));
  const endedMs = performance.now();
  const againMs = (await load.writes(atEnd)) - endedMs;
  await load.lasts(1000);
  await load.stop();
  report(t.name, {
    seed,
    'acknowledged writes': crowd.tally.acknowledged,
    lost: 0,
    'seconds until a write after it': (Math.max(0, againMs) / 1000).toFixed(2),
    ...figures,
  });
}

/** One person reads again and again, and gets an answer each time. */
async function readFor(lastsMs: number, crowd: Crowd): Promise<Record<string, number>> {
  const reader = crowd.writers[0]?.visitor.again();
  const endMs = performance.now() + lastsMs;
  let [reads, slowestMs] = [0, 0];
  while (performance.now() < endMs) {
    const sentMs = performance.now();
    const read = await reader?.get('/api/tasks');
    assert.equal(read?.statusCode, 200, read?.body);
    reads += 1;
    slowestMs = Math.max(slowestMs, performance.now() - sentMs);
    await wait(50);
  }
  reader?.close();
  return { 'reads meanwhile': reads, 'slowest in ms': Math.round(slowestMs) };
}

async function refusedAfter(lastsMs: number, crowd: Crowd): Promise<Record<string, number>> {
  await wait(lastsMs);
  const reader = crowd.writers[0]?.visitor.again();
  const read = await reader?.get('/api/tasks');
  assert.equal(read?.statusCode, 503, read?.body);
  assert.ok(Number(read.headers['retry-after']) > 0);
  assert.match(read.body, /"code":"(store_unavailable|overloaded)"/);
  reader?.close();
  return {};
}

/** A PostgreSQL server that is removed with the test. */
export async function clusterFor(t: TestContext, settings?: readonly string[]): Promise<Cluster> {
  const cluster = await startCluster(settings);
  t.after(() => cluster.remove());
  return cluster;
}
