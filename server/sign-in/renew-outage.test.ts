import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';

import { createLocalJWKSet } from 'jose';

import type { TestClock } from '../../test/provider/clock.ts';
import { openDoor } from '../../test/provider/door.ts';
import { expire, renewedOf } from '../../test/provider/expired.ts';
import { fail, failTelling, failures } from '../../test/provider/failures.ts';
import { makeSharedRenewals } from '../../test/provider/shared-renewals.ts';
import { makeSealer } from '../session/seal.ts';
import type { SealedSession } from '../session/session.ts';
import { ProviderUnavailable } from './faults.ts';
import { makeRenewal } from './renew.ts';
import type { SharedRenewals } from './renew.ts';

/** A renewal whose redemption the test plays itself. */
async function playRedemption(
  t: TestContext,
  redeem: (current: SealedSession, clock: TestClock) => SealedSession,
) {
  const { current, clock } = await expire(t);
  const shared = makeSharedRenewals();
  const released: string[] = [];
  const quiet = () => undefined;
  const renew = makeRenewal({
    ...clock,
    hasEnded: async () => false,
    refresh: {
      prepare: async () => ({
        metadata: {
          server: { issuer: '', authorization_endpoint: '', jwks_uri: '' },

          algorithms: [],
          authMethods: [],
        },
        keys: createLocalJWKSet({ keys: [] }),
      }),
      redeem: async () => redeem(current, clock),
      trouble: quiet,
    },
    shared: {
      ...shared,
      releaseRenewal: (key) => {
        released.push(key);
        return shared.releaseRenewal(key);
      },
    },
    sessionSealer: makeSealer(['a secret of more than thirty-two bytes'], 'session'),
    outageGraceSeconds: 10 * 60,
  });
  const log = { info: quiet, warn: quiet, error: quiet };
  return { current, renew: () => renew(current, log), released };
}

test('a renewal that breaks is not kept', async (t) => {
  let attempts = 0;
  const { renew } = await playRedemption(t, (renewed) => {
    attempts += 1;
    if (attempts === 1) throw new RangeError('broken');
    return renewed;
  });
  await assert.rejects(renew(), RangeError);
  renewedOf(await renew());
});

test('a claim is given back within its lease, and not when it is another process that holds it by then', async (t) => {
  for (const [milliseconds, count] of [
    [94_999, 1],
    [95_000, 0],
  ] as const) {
    const { renew, released } = await playRedemption(t, (_renewed, clock) => {
      clock.advance(milliseconds);
      throw new ProviderUnavailable('timeout');
    });
    assert.equal((await renew()).kind, 'unavailable');
    assert.equal(released.length, count);
  }
});

test('a provider in trouble is asked by one renewal at a time, with pauses of 1 s doubling to 30 s', async (t) => {
  const { openBrowser, provider, signIn, clock } = await openDoor(t);
  const people = await Promise.all(Array.from({ length: 5 }, () => openBrowser().signIn()));
  clock.advance(3_600_000);
  provider.play(fail('token', failures.unreachable));
  const before = provider.count('token');
  const asked = async () => {
    const counted = provider.count('token');
    const renewals = await Promise.all(people.map((person) => signIn.renew(person)));
    assert.ok(renewals.every(({ kind }) => kind === 'unavailable'));
    return provider.count('token') - counted;
  };
  assert.equal(await asked(), 5);
  assert.equal(await asked(), 0);
  for (const pauseSeconds of [1, 2, 4, 8, 16, 30, 30]) {
    clock.advance(pauseSeconds * 1_000 - 1);
    assert.equal(await asked(), 0, `asked before ${pauseSeconds} s had passed`);
    clock.advance(1);
    assert.equal(await asked(), 1, `not asked once after ${pauseSeconds} s`);
  }
  assert.equal(provider.count('token') - before, 12);

  provider.play();
  clock.advance(30_000);
  for (const person of people) renewedOf(await signIn.renew(person));
});

test('a refusal shows that the provider is well again', async (t) => {
  const { openBrowser, provider, signIn, clock } = await openDoor(t);
  const [first, second] = [await openBrowser().signIn(), await openBrowser().signIn()];
  clock.advance(3_600_000);
  provider.play(fail('token', failures.unreachable));
  await signIn.renew(first);
  clock.advance(1_000);
  provider.play(fail('token', failures.invalidGrant));
  assert.deepEqual(await signIn.renew(first), {
    kind: 'refused',
    reason: 'token_endpoint_400_invalid_grant',
  });
  provider.play();
  renewedOf(await signIn.renew(second));
});

test('during a pause nothing is claimed in the store', async (t) => {
  const shared = makeSharedRenewals();
  let claims = 0;
  const counting: SharedRenewals = {
    ...shared,
    claimRenewal: (...row) => {
      claims += 1;
      return shared.claimRenewal(...row);
    },
  };
  const { current, provider, signIn } = await expire(t, { shared: counting });
  provider.play(fail('token', failures.unreachable));
  await signIn.renew(current);
  const before = claims;
  assert.equal((await signIn.renew(current)).kind, 'unavailable');
  assert.equal(claims, before);
});

test("a wrong client secret is the operator's fault: nobody is signed out, and an error is logged", async (t) => {
  const { current, anotherProcess, logged } = await expire(t);
  const misconfigured = anotherProcess(makeSharedRenewals(), 'wrong');
  assert.equal((await misconfigured.renew(current)).kind, 'unavailable');
  const [line = '', ...others] = logged;
  assert.match(
    line,
    /^\{"level":"error".*"requestId":"renewal-1","reason":"invalid_client","msg":"renewal not possible now/,
  );
  assert.deepEqual(others, []);
});

test('Retry-After of the provider is heeded', async (t) => {
  const { current, provider, signIn, clock } = await expire(t);
  provider.play(fail('token', failures.status503));
  await signIn.renew(current);
  assert.deepEqual(await signIn.renew(current), {
    kind: 'unavailable',
    reason: 'token_endpoint_503',
    retryAfterSeconds: 20,
  });
  provider.play();
  clock.advance(20_000);
  renewedOf(await signIn.renew(current));
});

test('a token endpoint that does not answer costs 5 s and no session', async (t) => {
  for (const failure of [failures.slow, failures.slowBody]) {
    const { current, provider, signIn, clock, logged } = await expire(t);
    const token = failTelling('token', failure);
    provider.play(token.fault);
    const renewal = signIn.renew(current);
    await token.reached;
    clock.advance(5_000);
    assert.equal((await renewal).kind, 'unavailable');
    assert.match(logged.join('\n'), /"reason":"timeout"/);
  }
});
