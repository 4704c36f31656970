import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { TestClock } from '../../test/provider/clock.ts';
import { expire, makeSharedRenewals, renewedOf } from '../../test/provider/door.ts';
import { fail, failures } from '../../test/provider/failures.ts';
import type { SharedRenewals } from './renew.ts';

/** A store that may be away, for all of it or for what is published, and tells what it was asked. */
function makeStore() {
  const rows = makeSharedRenewals();
  const asked: string[] = [];
  const state: { away: 'no' | 'publishing' | 'wholly' } = { away: 'no' };
  const play =
    <Row extends unknown[], T>(what: string, call: (...row: Row) => Promise<T>) =>
    (...row: Row): Promise<T> => {
      asked.push(what);
      const isAway = state.away === 'wholly' || (state.away === 'publishing' && what === 'publish');
      return isAway ? Promise.reject(new Error('disk I/O error')) : call(...row);
    };
  const shared: SharedRenewals = {
    claimRenewal: play('claim', rows.claimRenewal),
    publishRenewal: play('publish', rows.publishRenewal),
    releaseRenewal: play('release', rows.releaseRenewal),
  };
  return { shared, state, asked };
}

/** Moves on by the pauses between two looks into the store, until it has what it looks for. */
async function pollingFor<T>(found: Promise<T>, clock: TestClock): Promise<T> {
  const isFound = found.then(() => true);
  while (!(await Promise.race([isFound, clock.untilWaiting(100)]))) clock.advance(100);
  return found;
}

test('a process that comes late gets the renewed session for 60 s', async (t) => {
  const { current, provider, signIn, anotherProcess, clock } = await expire(t);
  const { sealed } = renewedOf(await signIn.renew(current));
  clock.advance(59_999);
  assert.equal(renewedOf(await anotherProcess().renew(current)).sealed, sealed);
  assert.equal(provider.count('token'), 2);
});

test('a winner that dies before its redemption hangs nobody: its lease ends after 35 s and another renews', async (t) => {
  const shared = makeSharedRenewals();
  const { current, provider, signIn, clock, anotherProcess } = await expire(t, { shared });
  provider.play(fail('token', failures.unreachable));
  // It claims the renewal and ends before it shares the outcome.
  const silent = () => Promise.resolve();
  await anotherProcess({ ...shared, publishRenewal: silent, releaseRenewal: silent }).renew(current);
  provider.play();
  const waiting = signIn.renew(current);
  await clock.untilWaiting(100);
  clock.advance(5_000);
  assert.deepEqual(await waiting, { kind: 'unavailable', reason: 'renewal_taken', retryAfterSeconds: 1 });
  clock.advance(29_900);
  const renewal = signIn.renew(current);
  await clock.untilWaiting(100);
  clock.advance(100);
  assert.equal(renewedOf(await renewal).session.expiresAtSeconds, current.session.expiresAtSeconds + 3_635);
});

test('a session that another process sealed with an unknown secret is no refusal', async (t) => {
  const claimRenewal = async () => ({ kind: 'published' as const, sealed: 'noise' });
  const { current, provider, signIn } = await expire(t, {
    shared: { ...makeSharedRenewals(), claimRenewal },
  });
  const outcome = { kind: 'unavailable', reason: 'renewal_unreadable', retryAfterSeconds: 1 };
  assert.deepEqual(await signIn.renew(current), outcome);
  assert.equal(provider.count('token'), 1);
});

test('while the store fails nothing is redeemed, and the session is kept', async (t) => {
  const { shared, state } = makeStore();
  state.away = 'wholly';
  const { current, provider, signIn, anotherProcess } = await expire(t, { shared });
  for (const process of [signIn, anotherProcess()])
    assert.partialDeepStrictEqual(await process.renew(current), {
      kind: 'unavailable',
      reason: 'renewal_not_shared',
    });
  assert.equal(provider.count('token'), 1, 'the code, and no refresh token');
  state.away = 'no';
  renewedOf(await signIn.renew(current));
});

test('a renewal that fails is not kept', async (t) => {
  let isBroken = true;
  const hasEnded = async () => {
    if (isBroken) throw new RangeError('broken');
    return false;
  };
  const { current, provider, signIn } = await expire(t, { hasEnded });
  await assert.rejects(signIn.renew(current), RangeError);
  isBroken = false;
  renewedOf(await signIn.renew(current));
  assert.equal(provider.count('token'), 2);
});

test('a claim is given back within its lease, and not when another process holds it by then', async (t) => {
  for (const [milliseconds, last] of [
    [34_999, 'release'],
    [35_000, 'claim'],
  ] as const) {
    const { shared, asked } = makeStore();
    const { current, provider, signIn, clock } = await expire(t, { shared });
    provider.play({
      respond: ({ endpoint }, good) => {
        if (endpoint === 'token') clock.advance(milliseconds);
        return endpoint === 'token' ? failures.unreachable() : good();
      },
    });
    assert.equal((await signIn.renew(current)).kind, 'unavailable');
    assert.equal(asked.at(-1), last, `${milliseconds} ms`);
    const { length } = asked;
    assert.equal((await signIn.renew(current)).kind, 'unavailable');
    assert.equal(asked.length, length, 'nothing is claimed during a pause');
  }
});

test('while the store takes no outcome, the process that renewed needs no store, and no other redeems', async (t) => {
  const { shared, state } = makeStore();
  const { current, provider, signIn, anotherProcess, clock, logged } = await expire(t, { shared });
  state.away = 'publishing';
  const renewal = await signIn.renew(current);
  assert.equal(renewal.kind, 'renewed');
  assert.match(logged.join(), /"level":"warn".*"requestId":"renewal-1".*renewal not shared/);
  assert.equal(logged.length, 1);
  assert.equal(await signIn.renew(current), renewal);
  const other = await pollingFor(anotherProcess().renew(current), clock);
  assert.partialDeepStrictEqual(other, { kind: 'unavailable', reason: 'renewal_taken' });
  assert.equal(provider.count('token'), 2);
});
