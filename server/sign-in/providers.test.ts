import assert from 'node:assert/strict';
import { test } from 'node:test';

import { declaredProvider } from '../../test/provider/auth-section.ts';
import type { Config } from '../config.ts';
import { listProviders } from './providers.ts';

const google = { ...declaredProvider, id: 'google', label: 'Google', issuer: 'https://accounts.google.com' };
const local = {
  ...google,
  id: 'local',
  label: 'local account',
  issuer: 'http://localhost:9080',
};

function auth(changed: Partial<Config['auth']> = {}): Config['auth'] {
  return {
    enabled: true,
    tenant: 'google',
    postLoginPath: '/',
    clockToleranceSeconds: 30,
    allowedEmails: null,
    requireVerifiedEmail: false,
    providers: [google, local],
    ...changed,
  };
}

const listed = { id: 'google', label: 'Google', issuer: 'https://accounts.google.com' };

test('every declared provider is listed, and the tenant alone is available', () => {
  assert.deepEqual(listProviders(auth()), {
    enabled: true,
    providers: [
      { ...listed, available: true, loginUrl: '/api/auth/login' },
      {
        id: 'local',
        label: 'local account',
        issuer: 'http://localhost:9080',
        available: false,
        loginUrl: null,
      },
    ],
  });
});

for (const [what, missing] of [
  ['no client id', { clientId: null }],
  ['an empty client id', { clientId: '' }],
  ['no client secret', { clientSecret: null }],
  ['an empty client secret', { clientSecret: '' }],
] as const) {
  test(`a provider with ${what} is still listed, not available and without loginUrl`, () => {
    assert.deepEqual(listProviders(auth({ providers: [{ ...google, ...missing }] })), {
      enabled: true,
      providers: [{ ...listed, available: false, loginUrl: null }],
    });
  });
}

test('with authentication switched off no provider is offered as usable', () => {
  assert.deepEqual(listProviders(auth({ enabled: false, providers: [google] })), {
    enabled: false,
    providers: [{ ...listed, available: false, loginUrl: null }],
  });
});

test('a tenant that is not declared makes no provider available', () => {
  const { providers } = listProviders(auth({ tenant: 'keycloak' }));
  assert.deepEqual(
    providers.map(({ available }) => available),
    [false, false],
  );
});
