import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';

import { postgresServer } from '../postgres/database.ts';
import { haproxy, nginx } from '../proxies/kinds.ts';
import type { ProxyKind } from '../proxies/proxy.ts';
import { noticedMs, restartInTurn, startFleet } from './fleet.ts';
import { isShort, stop } from './scene.ts';

const server = postgresServer();

for (const kind of [haproxy, nginx]) {
  test(`replicas behind ${kind.name}: a graceful stop fails no request, a killed and a stopped one few`, (t) =>
    loseReplicas(t, kind));
}

async function loseReplicas(t: TestContext, kind: ProxyKind): Promise<void> {
  const { url } = await server.newDatabase();
  // All at once on an empty database: their migrations wait for each other.
  const { members, phase } = await startFleet(t, { kind, storeUrl: url });

  assert.equal(await phase('undisturbed', () => wait(2000)), 0);
  const failedInRestart = await phase('rolling restart of all with SIGTERM', () => restartInTurn(members));
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

  const stoppedSeconds = isShort ? 8 : 15;
  const failedByStop = await phase(`one stopped with SIGSTOP for ${stoppedSeconds} s`, async () => {
    await wait(500);
    victim.service.signal('SIGSTOP');
    await wait(stoppedSeconds * 1000);
    victim.service.signal('SIGCONT');
    await wait(noticedMs);
  });
  assert.ok(failedByStop <= 16, `${failedByStop} requests failed by one stopped replica`);
  for (const member of members) await stop(member.service);
}
