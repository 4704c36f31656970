import assert from 'node:assert/strict';
import { env } from 'node:process';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';

import { postgresServer } from '../postgres/database.ts';
import { haproxy, nginx } from '../proxies/kinds.ts';
import type { ProxyKind } from '../proxies/proxy.ts';
import { noticedMs, restartInTurn, startFleet, stop } from './fleet.ts';

const seed = Number(env['SEED'] ?? 1);
const server = postgresServer();

for (const kind of [haproxy, nginx]) {
  test(`three replicas behind ${kind.name}: a graceful stop fails no request, a killed and a stopped one few`, (t) =>
    loseReplicas(t, kind));
}

async function loseReplicas(t: TestContext, kind: ProxyKind): Promise<void> {
  const { url } = await server.newDatabase();
  // All three at once on an empty database: their migrations wait for each other.
  const { members, phase } = await startFleet(t, { kind, storeUrl: url, seed });

  assert.equal(await phase('undisturbed', () => wait(2000)), 0);
  const failedInRestart = await phase('rolling restart of all three with SIGTERM', () =>
    restartInTurn(members),
  );
  assert.equal(failedInRestart, 0, 'a graceful stop fails no request');

  const [victim] = members;
  assert.ok(victim);
  const failedByKill = await phase('one killed with SIGKILL', async () => {
    await wait(500);
    victim.service.signal('SIGKILL');
    await victim.service.ended;
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
  for (const member of members) await stop(member);
}
