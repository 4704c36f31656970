import assert from 'node:assert/strict';
import { test } from 'node:test';

import { codeOf } from '../../test/answer.ts';
import { hourMs, startProviderTest } from '../../test/provider/kit.ts';
import type { Seen } from '../../test/provider/fault.ts';
import { fail, failTelling, failures, refusing } from '../../test/provider/failures.ts';
import { discovery, faults } from '../../test/provider/faults.ts';

const discoveryFaults = {
  'another issuer': [
    'discovery_names_another_issuer',
    discovery({ issuer: 'https://other.example.com' }),
  ],
  'a plain http token endpoint': ['discovery_endpoint_not_https', faults.plainTokenEndpoint],
  'a token endpoint on our own machine': [
    'discovery_endpoint_not_https',
    faults.loopbackTokenEndpoint,
  ],
  'a script to authorize': ['discovery_endpoint_not_https', faults.scriptAuthorizationEndpoint],
  'plain http keys': [
    'discovery_endpoint_not_https',
    discovery({ jwks_uri: 'http://id.example.com/jwks' }),
  ],
  'no keys': ['discovery_unusable', discovery({ jwks_uri: undefined })],
  'only weak algorithms': ['no_asymmetric_algorithm', faults.announcesOnlyWeakAlgorithms],
  'an HTML page': ['discovery_unusable', fail('discovery', failures.html)],
  'an endless document': ['answer_too_large', fail('discovery', failures.endless)],
  'a good document under 500': ['discovery_unusable_500', fail('discovery', failures.goodWith500)],
  'a redirect of the document': ['discovery_unusable_302', fail('discovery', failures.redirect)],
  'no document at its address': [
    'discovery_unusable_404',
    fail('discovery', refusing('none', 404)),
  ],
  'keys that are forbidden': ['keys_unusable_403', fail('jwks', refusing('none', 403))],
  'good keys under 500': ['keys_unusable_500', fail('jwks', failures.goodWith500)],
  'keys that cannot be reached': ['unreachable', fail('jwks', failures.unreachable)],
  'no listening port': ['unreachable_refused', fail('discovery', failures.refused)],
  'no name': ['unreachable_no_name', fail('discovery', failures.noName)],
  'a dead name server': ['unreachable_no_name_server', fail('jwks', failures.noNameServer)],
  'no route': ['unreachable_no_route', fail('discovery', failures.noRoute)],
  'a connection that is cut': ['unreachable_cut_off', fail('discovery', failures.reset)],
  'no answer to the connection': ['timeout', fail('discovery', failures.noAnswer)],
} as const;

for (const [what, [reason, fault]] of Object.entries(discoveryFaults))
  test(`a provider that answers with ${what} makes login 503 (${reason}), until it is well again`, async (t) => {
    const { openBrowser, provider, providerState, clock } = await startProviderTest(t);
    const browser = openBrowser();
    provider.play(fault);
    const answer = await browser.get('/api/auth/login');
    assert.deepEqual([answer.statusCode, codeOf(answer)], [503, 'provider_unavailable']);
    assert.equal(browser.cookies.size, 0);
    assert.deepEqual(await providerState(), { state: 'unreachable', trouble: reason });
    provider.play();
    clock.advance(1_000);
    await browser.signIn();
    assert.deepEqual(await providerState(), { state: 'reachable' });
  });

test('the log has the cause of a provider that cannot be reached, with the remedy', async (t) => {
  const { openBrowser, provider, clock, told } = await startProviderTest(t);
  for (const [failure, reason, sentence] of [
    [
      failures.noNameServer,
      'unreachable_no_name_server',
      'the name servers give no address now: check',
    ],
    [failures.refused, 'unreachable_refused', 'nothing listens there: start it'],
    [
      refusing('none', 404),
      'discovery_unusable_404',
      'the provider answers with status 404, and has no metadata at /.well-known/openid-configuration: check',
    ],
  ] as const) {
    provider.play(fail('discovery', failure));
    await openBrowser().get('/api/auth/login');
    clock.advance(60_000);
    const line = told().find((each) => each.includes(`"reason":"${reason}"`)) ?? '';
    assert.match(line, new RegExp(`sign-in not possible now: ${sentence}`));
  }
});

test('an issuer is https, or http on loopback; a discovery issuer may differ by the final slash of a bare host', async (t) => {
  const loopback = ['http://localhost:9080', 'http://127.0.0.1:9080', 'http://[::1]:9080'];
  for (const issuer of [
    'https://id.example.com/realms/home',
    'https://id.example.com/tenant/',
    ...loopback,
  ])
    await (await startProviderTest(t, { provider: { issuer } })).signedIn();
  for (const host of ['id.example.com', 'localhost.example.com', '127.0.0.1.example.com']) {
    const { openBrowser, provider } = await startProviderTest(t, {
      provider: { issuer: `http://${host}` },
    });
    assert.equal(codeOf(await openBrowser().get('/api/auth/login')), 'provider_unavailable');
    assert.equal(provider.seen.length, 0, host);
  }
  const { signedIn, provider } = await startProviderTest(t);
  provider.play(faults.issWithSlash);
  await signedIn();
});

test('null in the metadata counts as absent', async (t) => {
  const { signedIn, provider } = await startProviderTest(t);
  const nulls = [
    'id_token_signing_alg_values_supported',
    'authorization_response_iss_parameter_supported',
    'token_endpoint_auth_methods_supported',
    'revocation_endpoint',
    'end_session_endpoint',
    'scopes_supported',
  ];
  provider.play(
    discovery(Object.fromEntries(nulls.map((name) => [name, null]))),
    faults.missingIssInCallback,
  );
  await signedIn();
});

test('a provider that is down is asked after pauses only, and login says when to come again', async (t) => {
  const { openBrowser, provider, clock } = await startProviderTest(t);
  const browser = openBrowser();
  provider.play(fail('discovery', failures.unreachable));
  for (const [before, pauseSeconds] of [1, 2, 4].entries()) {
    await browser.get('/api/auth/login');
    const { headers } = await browser.get('/api/auth/login');
    assert.equal(headers['retry-after'], `${pauseSeconds}`);
    assert.equal(provider.count('discovery'), before + 1);
    clock.advance(pauseSeconds * 1_000);
  }
  await browser.get('/api/auth/login');
  provider.play();
  // A pause ends when the clock is set back.
  clock.advance(-hourMs);
  await browser.signIn();
});

test('a provider that does not answer costs a login 5 s, and one that does leaves no deadline behind', async (t) => {
  const { openBrowser, provider, clock, providerState } = await startProviderTest(t);
  for (const failure of [failures.slow, failures.slowBody]) {
    const held = failTelling('discovery', failure);
    provider.play(held.fault);
    const answer = openBrowser().get('/api/auth/login');
    await held.reached;
    clock.advance(5_000);
    assert.equal((await answer).statusCode, 503);
    assert.deepEqual(await providerState(), { state: 'unreachable', trouble: 'timeout' });
    clock.advance(1_000);
  }
  provider.play();
  clock.advance(1_000);
  await openBrowser().signIn();
  assert.equal(clock.waiting(), 0);
});

test('metadata and keys are read at the first sign-in, after ten minutes and after the clock was set back, once for ten who begin together', async (t) => {
  const { openBrowser, provider, clock, providerState } = await startProviderTest(t);
  const counts = () => [provider.count('discovery'), provider.count('jwks')];
  assert.deepEqual([await providerState(), counts()], [{ state: 'not_asked' }, [0, 0]]);
  for (const [laterMs, ...expected] of [
    [0, 1, 1],
    [599_999, 1, 1],
    [1, 2, 2],
    [-7_200_000, 3, 3],
  ] as const) {
    clock.advance(laterMs);
    await Promise.all(Array.from({ length: 10 }, () => openBrowser().login()));
    assert.deepEqual(counts(), expected, `${laterMs} ms`);
  }
});

test('keys that lack what they must have are ignored, and what was good once is kept over an outage, such as an empty set of keys', async (t) => {
  for (const [fault, trouble] of [
    [faults.noKeys, 'keys_unusable'],
    [fail(({ endpoint }) => endpoint !== 'token', failures.unreachable), 'unreachable'],
  ] as const) {
    const { signedIn, provider, clock, providerState } = await startProviderTest(t);
    provider.play({ jwks: async (keys) => [{ kid: 'first' }, null, ...keys] });
    await signedIn();
    clock.advance(24 * hourMs);
    provider.play(fault);
    await signedIn();
    assert.deepEqual(await providerState(), { state: 'unreachable', trouble });
  }
});

test('keys that are sent as application/jwk-set+json alone are read, and those of kinds that nobody knows are passed over', async (t) => {
  const { signedIn, provider } = await startProviderTest(t);
  const isRefused = ({ endpoint, headers }: Seen) =>
    endpoint === 'jwks' && !headers.get('accept')?.includes('application/jwk-set+json');
  const unknown = { kty: 'AKP', alg: 'ML-DSA-65', kid: 'later', use: 'sig', pub: 'AAAA' };
  provider.play({
    ...fail(isRefused, async () => new Response('Not Acceptable', { status: 406 })),
    jwks: async (keys) => [unknown, ...keys, { kty: 'RSA', n: 'AQAB', e: 'AQAB', use: 'enc' }],
  });
  await signedIn();
});

test('one redirect of the metadata is followed within the origin, as from django-oauth-toolkit to its final slash', async (t) => {
  const location = '/.well-known/openid-configuration/';
  const redirect = async () => new Response(null, { status: 301, headers: { location } });
  const { openBrowser, signedIn, provider, providerState, clock } = await startProviderTest(t);
  provider.play(fail('discovery', redirect));
  assert.equal((await openBrowser().get('/api/auth/login')).statusCode, 503);
  assert.equal(provider.count('discovery'), 2);
  assert.equal((await providerState()).trouble, 'discovery_unusable_301');

  clock.advance(1_000);
  provider.play({
    respond: (_seen, good) => (provider.count('discovery') === 3 ? redirect() : good()),
  });
  await signedIn();
  assert.equal(provider.count('discovery'), 4);
});

test('a redirect of the metadata without an address is not followed', async (t) => {
  const { openBrowser, provider } = await startProviderTest(t);
  provider.play(fail('discovery', async () => new Response(null, { status: 301 })));
  assert.equal((await openBrowser().get('/api/auth/login')).statusCode, 503);
  assert.equal(provider.count('discovery'), 1);
});

test('a new key, under a new kid or the old one or of another kind, is fetched once by those who need it together', async (t) => {
  for (const rotation of [[], ['first', 'replaced'], ['third', 'elliptic', 'ES384']]) {
    const { openBrowser, provider, finish } = await startProviderTest(t);
    const browsers = [openBrowser(), openBrowser()];
    const callbacks = await Promise.all(browsers.map((browser) => browser.begin()));
    await provider.rotateKeys(...rotation);
    const finished = browsers.map((browser, index) => finish(browser, callbacks[index]));
    assert.deepEqual(await Promise.all(finished), ['signed_in', 'signed_in']);
    assert.equal(provider.count('jwks'), 2);
  }
});

test('a key that is not published yet causes one fetch in 5 s; the sign-in says when to try again', async (t) => {
  const { openBrowser, provider, clock } = await startProviderTest(t);
  const browser = openBrowser();
  provider.play(faults.unknownKid);
  for (const [laterMs, fetches] of [
    [0, 2],
    [4_999, 2],
    [1, 3],
  ] as const) {
    clock.advance(laterMs);
    const answer = await browser.get(await browser.begin());
    assert.deepEqual(
      [codeOf(answer), answer.headers['retry-after']],
      ['provider_unavailable', '5'],
    );
    assert.equal(provider.count('jwks'), fetches, `${laterMs} ms later`);
  }
});

test('keys are at hand before a code is redeemed', async (t) => {
  const { openBrowser, provider, anotherProcess, finish } = await startProviderTest(t);
  const browser = openBrowser();
  const callback = await browser.begin();
  provider.play(fail('jwks', failures.unreachable));
  assert.equal(await finish(browser.at(await anotherProcess()), callback), 'provider_unavailable');
  assert.equal(provider.count('token'), 0);
  assert.equal(browser.cookies.size, 0);
});
