import assert from 'node:assert/strict';

import type { WithStores } from './kit.ts';
import { nowMs } from './kit.ts';

export function describeRenewals(withStores: WithStores): void {
  const leaseEndsMs = nowMs + 10_000;
  const untilMs = nowMs + 60_000;

  withStores('one of many claims wins, the others have to wait', async (store, other) => {
    const stores = [store, await other()];
    const claims = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        (stores[index % 2] ?? store).claimRenewal('token', nowMs, leaseEndsMs),
      ),
    );
    assert.equal(claims.filter((claim) => claim.kind === 'claimed').length, 1);
    assert.equal(claims.filter((claim) => claim.kind === 'taken').length, 9);
  });

  withStores(
    'a published renewal is what every later claim gets, until its time is over',
    async (store, other) => {
      await store.claimRenewal('token', nowMs, leaseEndsMs);
      await store.publishRenewal('token', 'sealed', untilMs);
      const late = await (await other()).claimRenewal('token', untilMs - 1, untilMs + 10_000);
      assert.deepEqual(late, { kind: 'published', sealed: 'sealed' });
      assert.deepEqual(await store.claimRenewal('token', untilMs, untilMs + 10_000), { kind: 'claimed' });
    },
  );

  withStores('a claim whose holder died is free when its lease ends', async (store) => {
    await store.claimRenewal('token', nowMs, leaseEndsMs);
    assert.deepEqual(await store.claimRenewal('token', leaseEndsMs - 1, leaseEndsMs + 1), { kind: 'taken' });
    assert.deepEqual(await store.claimRenewal('token', leaseEndsMs, leaseEndsMs + 1), { kind: 'claimed' });
  });

  withStores('a released claim is free at once, a published one cannot be released', async (store) => {
    await store.claimRenewal('token', nowMs, leaseEndsMs);
    await store.releaseRenewal('token');
    assert.deepEqual(await store.claimRenewal('token', nowMs, leaseEndsMs), { kind: 'claimed' });
    await store.publishRenewal('token', 'sealed', untilMs);
    await store.releaseRenewal('token');
    assert.equal((await store.claimRenewal('token', nowMs, leaseEndsMs)).kind, 'published');
  });

  withStores('tokens do not stand in each other’s way', async (store) => {
    await store.claimRenewal('token', nowMs, leaseEndsMs);
    assert.deepEqual(await store.claimRenewal('another', nowMs, leaseEndsMs), { kind: 'claimed' });
  });
}
