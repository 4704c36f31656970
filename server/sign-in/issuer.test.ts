import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openDoor } from '../../test/provider/door.ts';
import { fail, failTelling, failures } from '../../test/provider/failures.ts';
import { faults } from '../../test/provider/faults.ts';

test('nothing is asked before it is needed', async (t) => {
  const { provider, signIn } = await openDoor(t);
  assert.deepEqual(signIn.providerState(), { state: 'not_asked' });
  assert.equal(provider.seen.length, 0);
});

test('sign-ins that begin together share one discovery', async (t) => {
  const { openBrowser, provider } = await openDoor(t);
  await Promise.all(Array.from({ length: 10 }, () => openBrowser().login()));
  assert.deepEqual([provider.count('discovery'), provider.count('jwks')], [1, 1]);
});

test('a provider that is down is asked after pauses only, and login says when to come again', async (t) => {
  const { openBrowser, provider, clock } = await openDoor(t);
  const browser = openBrowser();
  provider.play(fail('discovery', failures.unreachable));
  const pauses: number[] = [];
  for (let failure = 1; failure <= 7; failure++) {
    await browser.get('/api/auth/login');
    assert.equal(provider.count('discovery'), failure);
    const { retryAfterSeconds } = await browser.get('/api/auth/login');
    assert.equal(provider.count('discovery'), failure);
    pauses.push(retryAfterSeconds ?? 0);
    clock.advance((retryAfterSeconds ?? 0) * 1_000);
  }
  assert.deepEqual(pauses, [1, 2, 4, 8, 16, 30, 30]);
});

test('a provider that does not answer costs a login 5 s', async (t) => {
  const { openBrowser, provider, clock, signIn } = await openDoor(t);
  const discovery = failTelling('discovery', failures.slow);
  provider.play(discovery.fault);
  const answer = openBrowser().get('/api/auth/login');
  await discovery.reached;
  clock.advance(5_000);
  assert.equal((await answer).status, 503);
  assert.deepEqual(signIn.providerState(), { state: 'unreachable', trouble: 'timeout' });
});

test('an answer that came leaves nobody waiting for its deadline', async (t) => {
  const { openBrowser, clock } = await openDoor(t);
  await openBrowser().signIn();
  assert.equal(clock.waiting(), 0);
});

test('what was good once is kept over an outage', async (t) => {
  const { openBrowser, provider, clock, signIn } = await openDoor(t);
  const browser = openBrowser();
  await browser.signIn();
  clock.advance(24 * 3_600_000);
  provider.play({
    respond: ({ endpoint }, good) => (endpoint === 'token' ? good() : failures.unreachable()),
  });
  await browser.signIn();
  assert.deepEqual(signIn.providerState(), { state: 'unreachable', trouble: 'unreachable' });
});

test('discovery is read again after an hour, keys after ten minutes', async (t) => {
  const { openBrowser, provider, clock } = await openDoor(t);
  const browser = openBrowser();
  const counts = async () => {
    await browser.login();
    return [provider.count('discovery'), provider.count('jwks')];
  };
  assert.deepEqual(await counts(), [1, 1]);
  clock.advance(599_999);
  assert.deepEqual(await counts(), [1, 1]);
  clock.advance(1);
  assert.deepEqual(await counts(), [1, 2]);
  clock.advance(3_000_000);
  assert.deepEqual(await counts(), [2, 3]);
});

test('keys that lack what they must have are ignored, and an empty set of keys is an outage', async (t) => {
  const { openBrowser, provider, clock, signIn } = await openDoor(t);
  provider.play({ jwks: async (keys) => [{ kid: 'first' }, null, ...keys] });
  const session = await openBrowser().signIn();
  clock.advance(3_600_000);
  provider.play(faults.noKeys);
  assert.equal((await signIn.renew(session)).kind, 'renewed');
  assert.deepEqual(signIn.providerState(), { state: 'unreachable', trouble: 'keys_unusable' });
});

test('a key that came after our copy of the keys is fetched', async (t) => {
  const { openBrowser, provider } = await openDoor(t);
  const browser = openBrowser();
  await browser.signIn();
  await provider.rotateKeys();
  await browser.signIn();
  assert.equal(provider.count('jwks'), 2);
});

test('a key that came while the user was at the provider is fetched', async (t) => {
  const { openBrowser, provider } = await openDoor(t);
  const browser = openBrowser();
  const location = await browser.login();
  await provider.rotateKeys();
  assert.equal((await browser.finish(provider.authorize(location))).kind, 'signed_in');
});

test('a new key under the old kid is fetched', async (t) => {
  const { openBrowser, provider } = await openDoor(t);
  const browser = openBrowser();
  await browser.signIn();
  await provider.rotateKeys('first', 'replaced');
  await browser.signIn();
});

test('keys that nobody knows cause one fetch in 30 s, and are refused meanwhile too', async (t) => {
  const { openBrowser, provider, clock } = await openDoor(t);
  const browser = openBrowser();
  provider.play(faults.unknownKid);
  const attempt = async () => (await browser.get(provider.authorize(await browser.login()))).body;
  assert.equal(await attempt(), 'sign_in_failed');
  assert.equal(await attempt(), 'sign_in_failed');
  assert.equal(provider.count('jwks'), 2);
  clock.advance(30_000);
  assert.equal(await attempt(), 'sign_in_failed');
  assert.equal(provider.count('jwks'), 3);
});

test('keys are at hand before a code is redeemed', async (t) => {
  const { openBrowser, provider, restart } = await openDoor(t);
  const browser = openBrowser();
  const callback = provider.authorize(await browser.login());
  restart();
  provider.play(fail('jwks', failures.unreachable));
  const answer = await browser.get(callback);
  assert.equal(answer.body, 'provider_unavailable');
  assert.equal(provider.count('token'), 0);
  assert.equal(browser.cookies.size, 0);
});
