import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openDoor } from '../../test/provider/door.ts';
import { fail, failTelling, failures, faults } from '../../test/provider/faults.ts';

const discoveryFaults = {
  'another issuer': ['discovery_names_another_issuer', faults.otherIssuer],
  'an issuer that is no address': ['discovery_names_another_issuer', faults.issuerIsNoAddress],
  'a plain http token endpoint': ['discovery_endpoint_not_https', faults.plainTokenEndpoint],
  'a token endpoint on our own machine': ['discovery_endpoint_not_https', faults.loopbackTokenEndpoint],
  'a plain http authorization endpoint': ['discovery_endpoint_not_https', faults.plainAuthorizationEndpoint],
  'a script for an authorization endpoint': [
    'discovery_endpoint_not_https',
    faults.scriptAuthorizationEndpoint,
  ],
  'plain http keys': ['discovery_endpoint_not_https', faults.plainKeys],
  'no keys': ['discovery_unusable', faults.missingKeysAddress],
  'only weak algorithms': ['no_asymmetric_algorithm', faults.announcesOnlyWeakAlgorithms],
  'an HTML page': ['discovery_unusable', fail('discovery', failures.html)],
  'a list': ['discovery_unusable', fail('discovery', failures.list)],
  'half a document': ['discovery_unusable', fail('discovery', failures.half)],
  'an endless document': ['answer_too_large', fail('discovery', failures.endless)],
  'a document that is cut off': ['unreachable', fail('discovery', failures.cutOff)],
  'a redirect': ['discovery_unusable', fail('discovery', failures.redirect)],
  500: ['discovery_unusable', fail('discovery', failures.status500)],
  'a good document under 500': ['discovery_unusable', fail('discovery', failures.goodWith500)],
  'good keys under 500': ['keys_unusable', fail('jwks', failures.goodWith500)],
  'keys that cannot be reached': ['unreachable', fail('jwks', failures.unreachable)],
  'keys that are HTML': ['keys_unusable', fail('jwks', failures.html)],
  'keys that are a list': ['keys_unusable', fail('jwks', failures.list)],
  'keys answered with 503': ['keys_unusable', fail('jwks', failures.status503)],
} as const;

for (const [what, [reason, fault]] of Object.entries(discoveryFaults)) {
  test(`a provider that answers with ${what} makes login 503 (${reason}), until it is well again`, async (t) => {
    const { openBrowser, provider, signIn, clock } = await openDoor(t);
    const browser = openBrowser();
    provider.play(fault);
    const answer = await browser.get('/api/auth/login');
    assert.equal(answer.status, 503);
    assert.equal(answer.body, 'provider_unavailable');
    assert.deepEqual(answer.setCookies, []);
    assert.deepEqual(signIn.providerState(), { state: 'unreachable', trouble: reason });

    provider.play();
    clock.advance(1_000);
    await browser.signIn();
    assert.deepEqual(signIn.providerState(), { state: 'reachable' });
  });
}

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

for (const issuer of [
  'https://id.example.com/realms/home',
  'https://id.example.com/tenant/',
  'http://localhost:9080',
  'http://127.0.0.1:9080',
  'http://[::1]:9080',
]) {
  test(`the issuer ${issuer} works`, async (t) => {
    const { openBrowser } = await openDoor(t, { issuer });
    await openBrowser().signIn();
  });
}

for (const issuer of [
  'http://id.example.com',
  'http://localhost.example.com',
  'http://127.0.0.1.example.com',
]) {
  test(`the issuer ${issuer} is asked nothing`, async (t) => {
    const { openBrowser, provider } = await openDoor(t, { issuer });
    assert.equal((await openBrowser().get('/api/auth/login')).body, 'provider_unavailable');
    assert.equal(provider.seen.length, 0);
  });
}

test('a discovery issuer that differs by the final slash of a bare host is the same', async (t) => {
  const { openBrowser, provider } = await openDoor(t);
  provider.play(faults.issWithSlash);
  await openBrowser().signIn();
});
