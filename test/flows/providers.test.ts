import assert from 'node:assert/strict';
import { test } from 'node:test';

import { declaredProvider, startTestApp } from '../app.ts';
import { assertProblem } from './task-fields.ts';

const google = {
  ...declaredProvider,
  id: 'google',
  label: 'Google',
  issuer: 'https://accounts.google.com',
  clientId: null,
  clientSecret: null,
};

test('a declared provider without credentials is still listed, with available false and loginUrl null', async (t) => {
  for (const without of [
    {},
    { clientId: 'id' },
    { clientSecret: 'secret' },
    { clientId: '', clientSecret: 'secret' },
  ]) {
    const { openBrowser } = await startTestApp(t, {
      config: { auth: { tenant: 'google', providers: [{ ...google, ...without }] } },
    });
    assert.deepEqual((await openBrowser().get('/api/auth/providers')).json(), {
      enabled: true,
      providers: [
        { id: 'google', label: 'Google', available: false, loginUrl: null, issuer: google.issuer },
      ],
    });
    const answer = await openBrowser().get('/api/auth/login');
    assertProblem(answer, 503, 'sign_in_not_configured');
  }
});

test('with credentials a provider is available only when it is the tenant of the profile', async (t) => {
  const keyed = { ...google, clientId: 'id', clientSecret: 'secret' };
  const other = { ...keyed, id: 'other', label: 'Other', issuer: 'https://id.other.example' };
  for (const [tenant, address] of [
    ['other', '/api/auth/login'],
    ['undeclared', null],
  ] as const) {
    const { openBrowser } = await startTestApp(t, {
      config: { auth: { tenant, providers: [keyed, other] } },
    });
    const { providers } = (await openBrowser().get('/api/auth/providers')).json();
    assert.deepEqual(
      providers.map(({ id, available, loginUrl }: Record<string, unknown>) => [
        id,
        available,
        loginUrl,
      ]),
      [
        ['google', false, null],
        ['other', address !== null, address],
      ],
      tenant,
    );
  }
});

test('with authentication switched off no provider is offered as usable, and sessions under way end', async (t) => {
  const { signedIn, anotherProcess, config, provider } = await startTestApp(t);
  const on = await signedIn();
  const asked = provider.seen.length;
  const browser = on.at(await anotherProcess({ auth: { enabled: false } }));
  const { enabled, providers } = (await browser.get('/api/auth/providers')).json();
  assert.equal(enabled, false);
  assert.equal(providers.length, config.auth.providers.length);
  for (const { available, loginUrl } of providers)
    assert.deepEqual([available, loginUrl], [false, null]);
  for (const path of ['/api/auth/login', '/api/auth/callback?code=a&state=b'])
    assertProblem(await browser.get(path), 503, 'sign_in_not_configured');
  assert.equal(provider.seen.length, asked);
  assertProblem(await browser.get('/api/auth/me'), 401, 'not_authorized');
  assertProblem(await browser.get('/api/tasks'), 401, 'not_authorized');
});
