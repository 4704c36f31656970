import assert from 'node:assert/strict';
import { test } from 'node:test';

import { expire, openDoor, renewedOf } from '../../test/provider/door.ts';
import { fail, failures } from '../../test/provider/failures.ts';

test('a provider in trouble is asked by one renewal at a time, with pauses of 1 s doubling to 30 s', async (t) => {
  const { openBrowser, provider, signIn, clock } = await openDoor(t);
  const people = await Promise.all(Array.from({ length: 5 }, () => openBrowser().signIn()));
  clock.advance(3_600_000);
  provider.play(fail('token', failures.unreachable));
  const attempt = async () => {
    const renewals = await Promise.all(people.map((person) => signIn.renew(person)));
    assert.ok(renewals.every(({ kind }) => kind === 'unavailable'));
  };
  await attempt();
  assert.equal(provider.count('token'), 10, 'five codes, and five who came together');
  for (const pauseSeconds of [1, 2, 4, 8, 16, 30, 30]) {
    const counted = provider.count('token');
    clock.advance(pauseSeconds * 1_000 - 1);
    await attempt();
    assert.equal(provider.count('token'), counted, `asked before ${pauseSeconds} s had passed`);
    clock.advance(1);
    await attempt();
    assert.equal(provider.count('token'), counted + 1, `not asked once after ${pauseSeconds} s`);
  }
  provider.play();
  clock.advance(30_000);
  for (const person of people) renewedOf(await signIn.renew(person));
});

test('Retry-After of the provider is heeded, and told at a sign-in too', async (t) => {
  const { current, provider, signIn, clock, openBrowser } = await expire(t);
  provider.play(fail('token', failures.status503));
  const outcome = { kind: 'unavailable', reason: 'token_endpoint_503', retryAfterSeconds: 20 };
  for (const time of ['at once', 'in the pause'])
    assert.deepEqual(await signIn.renew(current), outcome, time);
  const browser = openBrowser();
  assert.equal((await browser.get(provider.authorize(await browser.login()))).retryAfterSeconds, 20);
  provider.play();
  clock.advance(20_000);
  renewedOf(await signIn.renew(current));
});

test('a refusal shows that the provider is well again', async (t) => {
  const { current, provider, signIn, clock, openBrowser } = await expire(t);
  const bob = await openBrowser().signIn();
  provider.play(fail('token', failures.unreachable));
  await signIn.renew(current);
  clock.advance(1_000);
  provider.play(fail('token', failures.invalidGrant));
  assert.equal((await signIn.renew(current)).kind, 'refused');
  provider.play();
  renewedOf(await signIn.renew(bob));
});
