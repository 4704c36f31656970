import { test } from 'node:test';

import { leaderSeconds, startPatroni, until } from './patroni.ts';
import { kinds, report } from './report.ts';
import { begin, end, isShort, seed } from './scene.ts';
import { failures } from './writer.ts';

const rounds = isShort ? 1 : 2;

test('the machine of the primary dies under load, Patroni promotes the other one; then the other way round', async (t) => {
  const cluster = await startPatroni(t);
  const { crowd, service } = await begin(t, { storeUrl: cluster.url });
  const load = crowd.begin();
  let [primary, standby] = cluster.machines;
  for (let round = 1; round <= rounds; round += 1) {
    await load.lasts(2000);
    primary.kill();
    const killedMs = performance.now();
    await load.during(until(() => standby.is('primary'), 'the standby is promoted'));
    const promotedMs = performance.now();
    const firstMs = await load.writes(crowd.tally.acknowledged);
    [primary, standby] = [standby, primary];
    // The machine that was lost comes back and takes its place behind the new primary.
    standby.start();
    await load.during(until(() => standby.is('sync'), 'the lost machine is a standby'));
    report(`Patroni, round ${round}`, {
      seed,
      'seconds from the kill to the promoted standby': ((promotedMs - killedMs) / 1000).toFixed(2),
      'of which the leader key lives up to': leaderSeconds,
      'seconds from there to the first write': ((firstMs - promotedMs) / 1000).toFixed(2),
      'acknowledged so far': crowd.tally.acknowledged,
    });
  }
  await load.stop();
  await end(crowd, service);
  report(t.name, {
    'acknowledged writes': crowd.tally.acknowledged,
    lost: 0,
    'failed attempts': failures(crowd.tally),
    kinds: kinds(crowd.tally.failed),
  });
});
