import assert from 'node:assert/strict';
import { env } from 'node:process';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';

import { signInCrowd } from './crowd.ts';
import { leaderSeconds, startPatroni, until } from './patroni.ts';
import { serveProvider } from '../provider/server.ts';
import { makeReplica } from '../replica.ts';
import { kinds, report } from './report.ts';
import { failures } from './writer.ts';

const seed = Number(env['SEED'] ?? 1);

test('the machine of the primary dies under load, Patroni promotes the other one; then the other way round', async (t) => {
  const cluster = await startPatroni();
  try {
    const provider = await serveProvider(t);
    const replica = await makeReplica(t, { provider, storeUrl: cluster.url });
    const service = await replica.start();
    const crowd = await signInCrowd(t, { door: replica, provider, count: 8, seed });
    const load = crowd.begin();
    let [primary, standby] = cluster.machines;
    for (let round = 1; round <= 2; round += 1) {
      await Promise.race([wait(2000), load.failed]);
      primary.kill();
      const killedMs = performance.now();
      await Promise.race([until(() => standby.is('primary'), 'the standby is promoted'), load.failed]);
      const promotedMs = performance.now();
      const atPromotion = crowd.tally.acknowledged;
      while (crowd.tally.acknowledged === atPromotion) await Promise.race([wait(5), load.failed]);
      const firstMs = crowd.tally.lastAcknowledgedMs;
      [primary, standby] = [standby, primary];
      // The machine that was lost comes back and takes its place behind the new primary.
      standby.start();
      const again = standby;
      await Promise.race([until(() => again.is('sync'), 'the lost machine is a standby'), load.failed]);
      report(`Patroni, round ${round}`, {
        seed,
        'seconds from the kill to the promoted standby': ((promotedMs - killedMs) / 1000).toFixed(2),
        'of which the leader key lives up to': leaderSeconds,
        'seconds from there to the first write': ((firstMs - promotedMs) / 1000).toFixed(2),
        'acknowledged so far': crowd.tally.acknowledged,
      });
    }
    await load.stop();
    await crowd.compare();
    const me = await crowd.writers[0]?.visitor.ask('GET', '/api/auth/me');
    assert.equal(me?.status, 200);
    service.signal('SIGTERM');
    const { code } = await service.ended;
    assert.equal(code, 0, 'the service was never restarted');
    report(t.name, {
      'acknowledged writes': crowd.tally.acknowledged,
      lost: 0,
      'failed attempts': failures(crowd.tally),
      kinds: kinds(crowd.tally.failed),
    });
  } finally {
    cluster.remove();
  }
});
