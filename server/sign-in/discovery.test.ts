import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openDoor } from '../../test/provider/door.ts';
import { fail, failures } from '../../test/provider/failures.ts';
import { faults } from '../../test/provider/faults.ts';

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
