import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

import { load } from '../../test/profile-file.ts';

const shortest =
  'auth: { tenant: one, providers: [{ id: one, label: One, issuer: https://id.example.com }] }\n';

test('a profile with nothing but its provider has every default', (t) => {
  const config = load(t, shortest, { PROFILE: 'test' });
  const folder = dirname(config.dataFolder);
  const { secrets, ...session } = config.session;
  assert.deepEqual(
    secrets.map(({ length }) => length),
    [43],
  );
  assert.deepEqual(
    { ...config, session },
    {
      profile: 'test',
      isProduction: false,
      dataFolder: join(folder, 'data'),
      http: {
        host: '127.0.0.1',
        port: 8080,
        trustedProxies: [],
        allowedHosts: null,
        publicScheme: null,
        hstsIncludeSubDomains: false,
      },
      auth: {
        enabled: true,
        tenant: 'one',
        postLoginPath: '/',
        clockToleranceSeconds: 30,
        allowedEmails: null,
        requireVerifiedEmail: false,
        providers: [
          {
            id: 'one',
            label: 'One',
            issuer: 'https://id.example.com',
            clientId: null,
            clientSecret: null,
            tokenEndpointAuthMethod: null,
            revokeAtSignOut: false,
            scopes: ['openid', 'email', 'profile'],
            authorizationParameters: {},
          },
        ],
      },
      session: { extensionSeconds: 28_800, outageGraceSeconds: 600, longestSeconds: null },
      store: { url: `sqlite:${join(folder, 'data/dueline.db')}`, poolSize: 10 },
      tasks: {
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        mostPerPerson: 10_000,
        mostBytesPerPerson: 4_194_304,
      },
      rates: { signInsPerMinute: 0, requestsPerSecond: 0 },
      monitoring: { host: '127.0.0.1', port: null },
      avatars: {
        enabled: false,
        urlTemplate: 'https://www.gravatar.com/avatar/{hash}?s=96&d=404',
        timeoutMs: 1000,
      },
      localProvider: { enabled: true, port: 9080, users: [] },
      log: { level: 'info', audit: null },
    },
  );
});

test('what depends on the profile, the machine and the local provider is filled in', (t) => {
  const production = load(
    t,
    `${shortest}http: { allowedHosts: [tasks.example.com] }
session: { secrets: [${'s'.repeat(32)}], longest: 1d }
store: { url: 'sqlite:other.db' }`,
    { PROFILE: 'production' },
  );
  assert.equal(production.avatars.enabled, true);
  assert.equal(production.localProvider.enabled, false);
  assert.deepEqual(production.rates, { signInsPerMinute: 60, requestsPerSecond: 50 });
  assert.equal(production.session.longestSeconds, 86_400);
  assert.equal(production.store.url, `sqlite:${join(production.dataFolder, '../other.db')}`);

  const local = load(t, shortest.replace('https://id.example.com', 'http://localhost:9080'), {
    PROFILE: 'test',
  });
  const [provider] = local.auth.providers;
  assert.equal(provider?.clientId, 'dueline');
  assert.equal(provider.clientSecret?.length, 43);
});
