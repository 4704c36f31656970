import assert from 'node:assert/strict';
import { test } from 'node:test';

import { expire, renewedOf } from '../../test/provider/expired.ts';
import { fail, failures, hold } from '../../test/provider/failures.ts';
import { makeSharedRenewals } from '../../test/provider/shared-renewals.ts';
import type { SharedRenewals } from './renew.ts';

test('20 requests at the moment of expiry make one redemption and get the same session', async (t) => {
  const { current, provider, signIn } = await expire(t);
  const renewals = await Promise.all(Array.from({ length: 20 }, () => signIn.renew(current)));
  assert.equal(new Set(renewals.map((renewal) => renewedOf(renewal).sealed)).size, 1);
  assert.equal(provider.count('token'), 2);
});

test('the old cookie still works up to 60 s after the renewal, and no longer', async (t) => {
  const { current, provider, signIn, clock } = await expire(t);
  const first = renewedOf(await signIn.renew(current));
  clock.advance(59_999);
  assert.equal(renewedOf(await signIn.renew(current)).sealed, first.sealed);
  clock.advance(1);
  assert.deepEqual(await signIn.renew(current), {
    kind: 'refused',
    reason: 'token_endpoint_400_invalid_grant',
  });
  assert.equal(provider.count('token'), 3);
});

test('several processes make one redemption and hand out the same session', async (t) => {
  const { current, provider, signIn, anotherProcess, clock } = await expire(t);
  const token = hold('token');
  provider.play(token.fault);
  const winner = signIn.renew(current);
  await token.reached;
  const losers = [anotherProcess().renew(current), anotherProcess().renew(current)];
  await clock.untilWaiting(100, 2);
  token.release();
  const { sealed } = renewedOf(await winner);
  clock.advance(100);
  for (const renewal of await Promise.all(losers)) assert.equal(renewedOf(renewal).sealed, sealed);
  assert.equal(provider.count('token'), 2);
});

test('a process that comes up to 60 s later gets the session that another made', async (t) => {
  const { current, provider, signIn, anotherProcess, clock } = await expire(t);
  const { sealed } = renewedOf(await signIn.renew(current));
  clock.advance(59_999);
  assert.equal(renewedOf(await anotherProcess().renew(current)).sealed, sealed);
  assert.equal(provider.count('token'), 2);
});

/** A process that claims a renewal and is gone before it tells anybody what came of it. */
function dying(shared: SharedRenewals): SharedRenewals {
  const silent = () => Promise.resolve();
  return { ...shared, publishRenewal: silent, releaseRenewal: silent };
}

test('a winner that dies before its redemption hangs nobody: its lease ends after 95 s and another renews', async (t) => {
  const shared = makeSharedRenewals();
  const { current, provider, signIn, clock, anotherProcess } = await expire(t, { shared });
  provider.play(fail('token', failures.unreachable));
  await anotherProcess(dying(shared)).renew(current);
  provider.play();
  const waiting = signIn.renew(current);
  await clock.untilWaiting(100);
  clock.advance(5_000);
  assert.equal((await waiting).kind, 'unavailable');
  clock.advance(89_900);
  const renewal = signIn.renew(current);
  await clock.untilWaiting(100);
  clock.advance(100);
  assert.equal(renewedOf(await renewal).session.expiresAtSeconds, current.session.expiresAtSeconds + 3_695);
});

test('a winner that dies between redemption and sharing hangs nobody: the session ends', async (t) => {
  const shared = makeSharedRenewals();
  const { current, signIn, clock, anotherProcess } = await expire(t, { shared });
  await anotherProcess(dying(shared)).renew(current);
  clock.advance(94_999);
  const renewal = signIn.renew(current);
  await clock.untilWaiting(100);
  clock.advance(100);
  assert.deepEqual(await renewal, { kind: 'refused', reason: 'token_endpoint_400_invalid_grant' });
});

test('a loser that could not see the claim looks again for a successor before it gives up', async (t) => {
  const shared = makeSharedRenewals();
  const { current, signIn, anotherProcess, provider, clock } = await expire(t, { shared });
  // Before, it would not redeem at all.
  const graceMs = 10 * 60 * 1000;
  clock.advance(graceMs);
  const { sealed } = renewedOf(await signIn.renew(current));
  let claims = 0;
  const stumbling: SharedRenewals = {
    ...shared,
    claimRenewal: (...row) =>
      claims++ === 0 ? Promise.reject(new Error('busy')) : shared.claimRenewal(...row),
  };
  assert.equal(renewedOf(await anotherProcess(stumbling).renew(current)).sealed, sealed);
  assert.equal(provider.count('token'), 3);
});

test('a winner that holds on for ever does not hang the others', async (t) => {
  const shared = { ...makeSharedRenewals(), claimRenewal: async () => ({ kind: 'taken' as const }) };
  const { current, signIn, clock } = await expire(t, { shared });
  const renewal = signIn.renew(current);
  await clock.untilWaiting(100);
  clock.advance(5_000);
  assert.deepEqual(await renewal, { kind: 'unavailable', reason: 'renewal_taken', retryAfterSeconds: 1 });
});

test('a session that another process sealed with an unknown secret is no refusal', async (t) => {
  const claimRenewal = async () => ({ kind: 'published' as const, sealed: 'noise' });
  const { current, provider, signIn } = await expire(t, {
    shared: { ...makeSharedRenewals(), claimRenewal },
  });
  assert.deepEqual(await signIn.renew(current), {
    kind: 'unavailable',
    reason: 'renewal_unreadable',
    retryAfterSeconds: 1,
  });
  assert.equal(provider.count('token'), 1);
});

test('while the store fails nothing is redeemed, and the session is kept; after the grace each process is on its own', async (t) => {
  const broken = () => Promise.reject(new Error('disk I/O error'));
  const shared = { claimRenewal: broken, publishRenewal: broken, releaseRenewal: broken };
  const { current, provider, signIn, anotherProcess, clock } = await expire(t, { shared });
  const graceEndsMs = (current.session.expiresAtSeconds + 10 * 60) * 1000;
  clock.advance(graceEndsMs - 1 - clock.nowMs());
  for (const process of [signIn, anotherProcess()]) {
    assert.equal((await process.renew(current)).kind, 'unavailable');
  }
  assert.equal(provider.count('token'), 1, 'the code, and no refresh token');
  clock.advance(1);
  renewedOf(await signIn.renew(current));
  assert.equal(provider.count('token'), 2);
});

test('a renewal that came to nothing lets another process try at once', async (t) => {
  const { current, provider, signIn, anotherProcess } = await expire(t);
  provider.play(fail('token', failures.status503));
  assert.equal((await signIn.renew(current)).kind, 'unavailable');
  provider.play();
  renewedOf(await anotherProcess().renew(current));
});
