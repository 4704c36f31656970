import assert from 'node:assert/strict';
import { env } from 'node:process';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';

import { postgresServer } from '../postgres/database.ts';
import type { ServiceProcess } from '../process.ts';
import { haproxy, nginx } from '../proxies/kinds.ts';
import type { Edit, ProxyKind } from '../proxies/proxy.ts';
import { publicHost, startProxy } from '../proxies/proxy.ts';
import { signInCrowd } from './crowd.ts';
import { listenAsProvider } from './provider-server.ts';
import type { Replica } from './replica.ts';
import { makeReplica } from './replica.ts';
import { kinds, report } from './report.ts';
import { failures } from './writer.ts';

const seed = Number(env['SEED'] ?? 1);
const server = postgresServer();
/** Longer than a proxy of deploy/ takes to see that a replica is back. */
const noticedMs = 6000;
const timeoutMs = 10_000;

const thirdLine: Readonly<Record<string, (second: string, third: string) => Edit>> = {
  haproxy: (second, third) => [
    `server replica2 ${second}`,
    `server replica2 ${second}\n    server replica3 ${third}`,
  ],
  nginx: (second, third) => {
    const how = 'max_fails=3 fail_timeout=5s;';
    return [`server ${second} ${how}`, `server ${second} ${how}\n    server ${third} ${how}`];
  },
};

for (const kind of [haproxy, nginx]) {
  test(`three replicas behind ${kind.name}: a graceful stop fails no request, a killed and a stopped one few`, (t) =>
    loseReplicas(t, kind));
}

async function loseReplicas(t: TestContext, kind: ProxyKind): Promise<void> {
  const provider = await listenAsProvider(t);
  const { url } = await server.newDatabase();
  const replicas = await Promise.all(
    Array.from({ length: 3 }, () => makeReplica(t, { provider, storeUrl: url, allowedHost: publicHost })),
  );
  const [first = '', second = '', third = ''] = replicas.map(({ port }) => `127.0.0.1:${port}`);
  // All three at once on an empty database: their migrations wait for each other.
  const running = await Promise.all(replicas.map(async (place) => ({ place, service: await place.start() })));
  const proxy = await startProxy(kind, [first, second], [thirdLine[kind.name]?.(second, third) ?? ['', '']]);
  t.after(() => void proxy.stop());
  const door = {
    port: proxy.httpsPort,
    host: publicHost,
    authority: proxy.certificate.authority,
    timeoutMs,
    repeatsDeletes: kind === nginx,
  };
  const crowd = await signInCrowd(t, { door, provider, count: 8, seed });

  async function phase(what: string, during: () => Promise<void>): Promise<number> {
    const { tally } = crowd;
    const before = tally.acknowledged;
    tally.failed.clear();
    tally.slowestMs = 0;
    const load = crowd.begin();
    await Promise.race([during(), load.failed]);
    await load.stop();
    const figures = {
      requests: tally.acknowledged - before,
      failed: failures(tally),
      kinds: kinds(tally.failed),
    };
    report(`${kind.name}, ${what}`, { ...figures, 'slowest answer in ms': Math.round(tally.slowestMs) });
    await crowd.compare();
    return figures.failed;
  }
  const lose = async (one: { place: Replica; service: ServiceProcess }, signal: 'SIGTERM' | 'SIGKILL') => {
    one.service.signal(signal);
    const { code } = await one.service.ended;
    if (signal === 'SIGTERM') assert.equal(code, 0);
  };

  assert.equal(await phase('undisturbed', () => wait(2000)), 0);
  const failedInRestart = await phase('rolling restart of all three with SIGTERM', async () => {
    for (const one of running) {
      await lose(one, 'SIGTERM');
      one.service = await one.place.start();
      await wait(noticedMs);
    }
  });
  assert.equal(failedInRestart, 0, 'a graceful stop fails no request');

  const [victim] = running;
  assert.ok(victim);
  const failedByKill = await phase('one killed with SIGKILL', async () => {
    await wait(500);
    await lose(victim, 'SIGKILL');
    await wait(noticedMs);
    victim.service = await victim.place.start();
    await wait(noticedMs);
  });
  // What was at work in it when it died, and no more: never the requests after.
  assert.ok(failedByKill <= 8, `${failedByKill} requests failed by one kill`);

  const failedByStop = await phase('one stopped with SIGSTOP for 15 s', async () => {
    await wait(500);
    victim.service.signal('SIGSTOP');
    await wait(15_000);
    victim.service.signal('SIGCONT');
    await wait(noticedMs);
  });
  assert.ok(failedByStop <= 16, `${failedByStop} requests failed by one stopped replica`);
  for (const one of running) await lose(one, 'SIGTERM');
}
