import assert from 'node:assert/strict';
import { test } from 'node:test';

import { codeOf } from '../../test/answer.ts';
import type { TestClock } from '../../test/provider/clock.ts';
import { expire } from '../../test/provider/kit.ts';
import { fail, failures } from '../../test/provider/failures.ts';

const away = () => Promise.reject(new Error('disk I/O error'));

/** Advances the clock by the polling interval until `found` resolves. */
async function pollingFor<T>(found: Promise<T>, clock: TestClock): Promise<T> {
  const isFound = found.then(() => true);
  while (!(await Promise.race([isFound, clock.untilWaiting(100)]))) clock.advance(100);
  return found;
}

test('a process that comes late gets the renewed session for 60 s', async (t) => {
  const { current, provider, renew, copyOf, anotherProcess, clock } = await expire(t);
  const late = copyOf(current).at(await anotherProcess());
  assert.equal(await renew(current), 'renewed');
  clock.advance(59_999);
  assert.equal(await renew(late), 'renewed');
  assert.equal(late.cookieHeader('/'), current.cookieHeader('/'));
  assert.equal(provider.count('token'), 2);
});

test('a winner that dies before its redemption hangs nobody: its lease ends after 35 s and another renews', async (t) => {
  const { current, provider, renew, clock, store, anotherProcess, sessionOf, told } =
    await expire(t);
  const { expiresAtSeconds } = sessionOf(current);
  provider.play(fail('token', failures.unreachable));
  // The other process claims the renewal and does not release it.
  const release = t.mock.method(store, 'releaseRenewal', async () => undefined);
  assert.equal(await renew(current.at(await anotherProcess())), 'kept');
  release.mock.restore();
  provider.play();
  const waiting = renew(current);
  await clock.untilWaiting(100);
  clock.advance(5_000);
  assert.equal(await waiting, 'kept');
  assert.match(told().join(), /"reason":"renewal_taken"/);
  clock.advance(29_900);
  const renewal = renew(current);
  await clock.untilWaiting(100);
  clock.advance(100);
  assert.equal(await renewal, 'renewed');
  assert.equal(sessionOf(current).expiresAtSeconds, expiresAtSeconds + 3_635);
});

test('while the store fails, or has a session under an unknown secret, nothing is redeemed and the session is kept', async (t) => {
  const unreadable = async () => ({ kind: 'published' as const, sealed: 'noise' });
  for (const [claimed, reason] of [
    [away, 'renewal_not_shared'],
    [unreadable, 'renewal_unreadable'],
  ] as const) {
    const { current, provider, renew, store, anotherProcess, told } = await expire(t);
    const claim = t.mock.method(store, 'claimRenewal', claimed);
    for (const browser of [current, current.at(await anotherProcess())])
      assert.equal(await renew(browser), 'kept');
    assert.match(told().join(), new RegExp(`"reason":"${reason}"`));
    assert.equal(provider.count('token'), 1, 'the code, and no refresh token');
    claim.mock.restore();
    assert.equal(await renew(current), 'renewed');
  }
});

test('a renewal that fails is not kept', async (t) => {
  const { current, provider, renew, store, told } = await expire(t);
  const claim = t.mock.method(store, 'claimRenewal', () => {
    throw new RangeError('broken');
  });
  assert.equal(codeOf(await current.get('/api/auth/me')), 'internal');
  assert.match(told().join(), /"msg":"broken"/);
  claim.mock.restore();
  assert.equal(await renew(current), 'renewed');
  assert.equal(provider.count('token'), 2);
});

test('a claim is given back within its lease, and not when another process holds it by then', async (t) => {
  for (const [milliseconds, released] of [
    [34_999, 1],
    [35_000, 0],
  ] as const) {
    const { current, provider, renew, clock, store } = await expire(t);
    const claim = t.mock.method(store, 'claimRenewal');
    const release = t.mock.method(store, 'releaseRenewal');
    provider.play({
      respond: ({ endpoint }, good) => {
        if (endpoint === 'token') clock.advance(milliseconds);
        return endpoint === 'token' ? failures.unreachable() : good();
      },
    });
    for (const what of ['at once', 'in the pause']) {
      assert.equal(await renew(current), 'kept', what);
      const counts = [claim, release].map(({ mock }) => mock.callCount());
      assert.deepEqual(counts, [1, released], `${milliseconds} ms, ${what}`);
    }
  }
});

test('while the store takes no outcome, the process that renewed needs no store, and no other redeems', async (t) => {
  const { current, provider, renew, copyOf, store, anotherProcess, clock, told } = await expire(t);
  const same = copyOf(current);
  const other = copyOf(current).at(await anotherProcess());
  t.mock.method(store, 'publishRenewal', away);
  assert.equal(await renew(current), 'renewed');
  const lines = told();
  assert.equal(lines.length, 1);
  assert.match(lines.join(), /"level":"warn".*"requestId":.*renewal not shared/);
  assert.equal(await renew(same), 'renewed');
  assert.equal(same.cookieHeader('/'), current.cookieHeader('/'));
  assert.equal(await pollingFor(renew(other), clock), 'kept');
  assert.match(told().join(), /"reason":"renewal_taken"/);
  assert.equal(provider.count('token'), 2);
});
