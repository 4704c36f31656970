import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { ProviderConfig } from '../../server/config.ts';
import type { TestApp } from '../app.ts';
import { startTestApp } from '../app.ts';
import { navigation } from '../browser.ts';
import { headerOf, setBy } from '../cookies.ts';
import { assertNoSession, sessionPairs } from './session-cookies.ts';

const secret = 'the old secret of more than thirty-two bytes';
const newSecret = 'another secret of more than thirty-two bytes';

test('a sign-in that is under way while secrets rotate ends well, unless its secret is gone', async (t) => {
  const service = await startTestApp(t);
  const { session } = service.config;
  const rotated = await service.anotherProcess({
    session: { secrets: [newSecret, ...session.secrets] },
  });
  const removed = await service.anotherProcess({ session: { secrets: [newSecret] } });
  for (const [app, location] of [
    [rotated, '/'],
    [removed, '/?signin=failed'],
  ] as const) {
    const browser = service.openBrowser();
    const answer = await browser.at(app).get(await browser.begin(), navigation);
    assert.equal(answer.headers.location, location);
    assert.equal(sessionPairs(browser).length, location === '/' ? 1 : 0);
  }
});

/** The secrets of two replicas, of which only one has taken a step of docs/how-to/secrets.md. */
for (const [what, ours, theirs] of [
  ['all learn the new secret', [secret], [secret, newSecret]],
  ['the new secret seals', [secret, newSecret], [newSecret, secret]],
  ['the old secret goes', [newSecret, secret], [newSecret]],
] as const)
  test(`changing the session secret of several replicas: while ${what}, nobody is signed out`, async (t) => {
    const service = await startTestApp(t);
    const start = (secrets: readonly string[]) => service.anotherProcess({ session: { secrets } });
    const replicas = [await start(ours), await start(theirs)] as const;
    for (const [signedInAt, asked] of [replicas, replicas.toReversed()]) {
      assert.ok(signedInAt && asked);
      const browser = service.openBrowser().at(signedInAt);
      await browser.signIn();
      assert.equal((await browser.at(asked).get('/api/auth/me')).statusCode, 200);
      service.clock.advance(60 * 60 * 1000);
      const cookie = browser.cookieHeader('/');
      const renewed = await browser.at(asked).get('/api/auth/me', { cookie });
      const joined = await browser.at(signedInAt).get('/api/auth/me', { cookie });
      assert.equal(renewed.statusCode, 200);
      const [kid = ''] = String(renewed.headers['set-cookie']).split('.');
      assert.equal(
        cookie.startsWith(kid),
        ours[0] === theirs[0],
        'the first secret of the process seals',
      );
      assert.deepEqual(setBy(joined), setBy(renewed), 'both hand out the one renewed session');
    }
  });

for (const [what, provider, opens] of [
  ['another issuer', { issuer: 'https://id.example.org' }, false],
  ['another path of the same issuer', { issuer: 'https://id.example.com/other' }, false],
  ['another client', { clientId: 'another-client' }, false],
  [
    'the same client with a new label, scope and secret',
    { label: 'Other', scopes: ['openid', 'email'], clientSecret: 'changed' },
    true,
  ],
] as const)
  test(`a session of ${what} ${opens ? 'opens' : 'does not open'} under the same session secret`, async (t) => {
    const service = await startTestApp(t);
    const other = await declaredOtherwise(service, provider);
    const headers = { cookie: headerOf(sessionPairs(await service.signedIn())) };
    for (const url of ['/api/auth/me', '/api/tasks']) {
      const answer = await other.inject({ url, headers });
      if (opens) assert.equal(answer.statusCode, 200);
      else assertNoSession(answer, what);
    }
    assert.equal((await service.app.inject({ url: '/api/auth/me', headers })).statusCode, 200);
  });

/** Another process of the service, whose profile declares the provider differently. */
const declaredOtherwise = ({ config, anotherProcess }: TestApp, changed: Partial<ProviderConfig>) =>
  anotherProcess({
    auth: { providers: config.auth.providers.map((each) => ({ ...each, ...changed })) },
  });
