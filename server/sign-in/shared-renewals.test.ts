import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { TestClock } from '../../test/provider/clock.ts';
import { openDoor } from '../../test/provider/door.ts';
import { failures } from '../../test/provider/failures.ts';
import { faults, lists } from '../../test/provider/faults.ts';
import { makeSharedRenewals } from '../../test/provider/shared-renewals.ts';
import type { SharedRenewals } from './renew.ts';

/** A store that may be away, for all of it or for what is published. */
function makeStore() {
  const rows = makeSharedRenewals();
  const state: { away: 'no' | 'publishing' | 'wholly'; claimed: string } = { away: 'no', claimed: '' };
  const unless =
    <Row extends unknown[], T>(aways: readonly string[], call: (...row: Row) => Promise<T>) =>
    (...row: Row): Promise<T> =>
      aways.includes(state.away) ? Promise.reject(new Error('disk I/O error')) : call(...row);
  const shared: SharedRenewals = {
    claimRenewal: unless(['wholly'], (...row) => {
      state.claimed = row[0];
      return rows.claimRenewal(...row);
    }),
    publishRenewal: unless(['publishing', 'wholly'], rows.publishRenewal),
    releaseRenewal: unless(['wholly'], rows.releaseRenewal),
  };
  return { shared, rows, state };
}

/** Moves on by the pauses between two looks into the store, until it has what it looks for. */
async function pollingFor<T>(found: Promise<T>, clock: TestClock): Promise<T> {
  const isFound = found.then(() => true);
  while (!(await Promise.race([isFound, clock.untilWaiting(100)]))) clock.advance(100);
  return found;
}

test('what the store did not take is published as soon as it does, and another process redeems nothing meanwhile', async (t) => {
  const { shared, state } = makeStore();
  const { openBrowser, provider, signIn, anotherProcess, clock, logged } = await openDoor(t, { shared });
  const current = await openBrowser().signIn();
  clock.advance(3_600_000);
  state.away = 'publishing';
  const renewal = await signIn.renew(current);
  assert.equal(renewal.kind, 'renewed');
  assert.equal(logged.length, 1);
  assert.match(logged.join(), /"level":"warn".*"requestId":"renewal-1".*renewal not shared yet/);

  const waiting = anotherProcess().renew(current);
  await clock.untilWaiting(100);
  state.away = 'no';
  await clock.untilWaiting(1_000);
  assert.deepEqual(await pollingFor(waiting, clock), renewal);
  assert.equal(provider.count('token'), 2);
});

test('a store that comes back after an outage of any length up to a minute has the token redeemed once', async (t) => {
  for (const outageSeconds of [1, 20, 59]) {
    const { shared, state } = makeStore();
    const { openBrowser, provider, signIn, anotherProcess, clock } = await openDoor(t, { shared });
    const current = await openBrowser().signIn();
    clock.advance(3_600_000);
    // It goes away in the moment of the redemption.
    provider.play({
      respond: ({ endpoint }, good) => {
        if (endpoint === 'token') state.away = 'wholly';
        return good();
      },
    });
    const renewal = await signIn.renew(current);
    assert.equal(renewal.kind, 'renewed');
    const other = anotherProcess();
    assert.equal((await other.renew(current)).kind, 'unavailable');

    for (let second = 1; second < outageSeconds; second += 1) {
      await clock.untilWaiting(1_000);
      clock.advance(1_000);
    }
    // Back before the winner has tried again.
    await clock.untilWaiting(1_000);
    state.away = 'no';
    const early = other.renew(current);
    await clock.untilWaiting(100);
    assert.deepEqual(await pollingFor(early, clock), renewal);
    assert.equal(provider.count('token'), 2);
  }
});

test('what could not be shared for a minute is not tried any more', async (t) => {
  const { shared, state } = makeStore();
  const { openBrowser, signIn, clock } = await openDoor(t, { shared });
  const current = await openBrowser().signIn();
  clock.advance(3_600_000);
  state.away = 'publishing';
  await signIn.renew(current);
  await clock.untilWaiting(1_000);
  clock.advance(60_000);
  state.away = 'no';
  await new Promise(setImmediate);
  assert.equal(clock.waiting(), 0);
});

test('the slowest redemption ends within its lease: token endpoint twice, metadata, keys, each just in time', async (t) => {
  const { shared, rows, state } = makeStore();
  const { openBrowser, provider, signIn, clock } = await openDoor(t, { shared });
  provider.play(lists('client_secret_basic', 'client_secret_post'));
  const current = await openBrowser().signIn();
  clock.advance(3_600_000);
  await provider.rotateKeys();
  const slow = ['token', 'discovery', 'jwks'];
  let asked = 0;
  provider.play(faults.takesNoBasic, {
    respond: async ({ endpoint }, good) => {
      asked += 1;
      // What is asked before the claim: metadata is away then, and asked for again when the key is unknown.
      if (asked === 1) return failures.status500();
      if (asked === 2) return Response.json({ keys: [] });
      assert.ok(slow.includes(endpoint));
      await clock.wait(4_999);
      return good();
    },
  });
  const renewal = signIn.renew(current);
  const startMs = clock.nowMs();
  for (let step = 0; step < 4; step += 1) {
    await clock.untilWaiting(4_999);
    const claim = await rows.claimRenewal(state.claimed, clock.nowMs() + 4_998, clock.nowMs() + 4_998);
    assert.equal(claim.kind, 'taken', `another may redeem in step ${step}`);
    clock.advance(4_999);
  }
  assert.equal((await renewal).kind, 'renewed');
  assert.equal(clock.nowMs() - startMs, 4 * 4_999);
});
