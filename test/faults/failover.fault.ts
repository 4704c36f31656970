import assert from 'node:assert/strict';
import { env } from 'node:process';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';

import { signInCrowd } from './crowd.ts';
import { serveProvider } from '../provider/server.ts';
import { makeReplica } from '../replica.ts';
import { kinds, report } from './report.ts';
import { startPair } from './standby.ts';
import { failures } from './writer.ts';

const rounds = Number(env['ROUNDS'] ?? 3);
const seed = Number(env['SEED'] ?? 1);

for (let round = 1; round <= rounds; round += 1) {
  test(`the primary is killed under load and its standby promoted, round ${round}`, (t) =>
    failOver(t, 'SIGKILL', seed + round));

  // As a machine that hangs or a cable that is pulled: nobody closes the connections.
  test(`the primary falls silent under load and its standby is promoted, round ${round}`, (t) =>
    failOver(t, 'SIGSTOP', seed + round));
}

async function failOver(t: TestContext, signal: 'SIGKILL' | 'SIGSTOP', chosenSeed: number): Promise<void> {
  const pair = await startPair();
  try {
    const provider = await serveProvider(t);
    const replica = await makeReplica(t, { provider, storeUrl: pair.url });
    const service = await replica.start();
    const crowd = await signInCrowd(t, { door: replica, provider, count: 8, seed: chosenSeed });
    const load = crowd.begin();
    await Promise.race([wait(2000), load.failed]);

    const before = crowd.tally.acknowledged;
    pair.signalPrimary(signal);
    const killedMs = performance.now();
    // An operator's or Patroni's time to notice is not ours to measure; a second stands in for it.
    await wait(1000);
    pair.promote();
    const promotedMs = performance.now();
    const atPromotion = crowd.tally.acknowledged;
    while (crowd.tally.acknowledged === atPromotion) await Promise.race([wait(5), load.failed]);
    const firstMs = crowd.tally.lastAcknowledgedMs;
    await Promise.race([wait(3000), load.failed]);
    await load.stop();

    await crowd.compare();
    const me = await crowd.writers[0]?.visitor.ask('GET', '/api/auth/me');
    assert.equal(me?.status, 200);
    service.signal('SIGTERM');
    const { code, output } = await service.ended;
    assert.equal(code, 0, 'the service was never restarted');
    assert.match(output, /PostgreSQL database/, 'the log tells of the outage');
    report(t.name, {
      'acknowledged before': before,
      after: crowd.tally.acknowledged - atPromotion,
      lost: 0,
      'seconds from the kill to the promoted standby': ((promotedMs - killedMs) / 1000).toFixed(2),
      'seconds from there to the first write': ((firstMs - promotedMs) / 1000).toFixed(2),
      'failed attempts': failures(crowd.tally),
      kinds: kinds(crowd.tally.failed),
    });
  } finally {
    pair.signalPrimary('SIGKILL');
    await pair.remove();
  }
}
