import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

import { emptyFolder } from '../../test/folder.ts';
import { faultsOf, load, profileWith } from '../../test/profile-file.ts';
import { loadConfig } from './load.ts';

const packageFolder = join(import.meta.dirname, '..', '..');
const secret = 'a session secret of thirty-two bytes or more';
const shortest =
  'auth: { tenant: one, providers: [{ id: one, label: One, issuer: https://id.example.com }] }\n';

test('production declares one provider, local and test that one plus a local one, and no two profiles share an issuer', (t) => {
  const env = {
    DATA: emptyFolder(t),
    SESSION_SECRET: secret,
    ALLOWED_HOSTS: 'tasks.example.com',
    CLIENT_ID: 'id-of-the-environment',
    CLIENT_SECRET: 'secret-of-the-environment',
  };
  const profileOf = (PROFILE: string) => loadConfig({ env: { ...env, PROFILE }, packageFolder }).auth;
  const [google, ...others] = profileOf('production').providers;
  assert.deepEqual(others, []);
  assert.deepEqual(
    [google?.clientId, google?.clientSecret, google?.authorizationParameters, google?.revokeAtSignOut],
    ['id-of-the-environment', 'secret-of-the-environment', { access_type: 'offline' }, false],
  );
  for (const profile of ['local', 'test']) {
    const { providers, tenant } = profileOf(profile);
    assert.deepEqual(providers.slice(0, -1), [google], profile);
    assert.match(providers.at(-1)?.issuer ?? '', /^http:\/\/localhost:\d+$/, profile);
    assert.equal(tenant, 'local');
  }
  const tenants = ['local', 'test', 'production'].map((profile) => {
    const { providers, tenant } = profileOf(profile);
    for (const { scopes } of providers) assert.deepEqual(scopes, ['openid', 'email', 'profile']);
    return providers.find(({ id }) => id === tenant)?.issuer;
  });
  assert.equal(new Set(tenants).size, 3, tenants.join(', '));
});

test('a local profile is the default, and keeps its made secrets from one start to the next', (t) => {
  const env = { DATA: emptyFolder(t) };
  const first = loadConfig({ env, packageFolder });
  const second = loadConfig({ env, packageFolder });
  assert.equal(first.profile, 'local');
  assert.ok((first.session.secrets[0] ?? '').length >= 32);
  assert.deepEqual(second.session.secrets, first.session.secrets);
  assert.deepEqual(second.auth.providers, first.auth.providers);
});

test('production refuses to start without the hosts that browsers use, and listens on loopback unless told', (t) => {
  const profile = profileWith(`session: { secrets: ['${secret}'] }`);
  const expected = 'expected the hosts that browsers use, such as tasks.example.com, found nothing';
  for (const http of ['', 'http: { allowedHosts: [] }', 'http: { allowedHosts: "${HOSTS:-}" }']) {
    const faults = faultsOf(t, `${profile}\n${http}`, { PROFILE: 'production' });
    assert.deepEqual([...faults], [['http.allowedHosts', expected]], http);
  }
  const env = { PROFILE: 'production', SESSION_SECRET: secret, DATA: emptyFolder(t) };
  for (const ALLOWED_HOSTS of ['', ' ', ','])
    assert.throws(() => loadConfig({ env: { ...env, ALLOWED_HOSTS }, packageFolder }), {
      name: 'ConfigError',
      message: /http\.allowedHosts/,
    });
  const given = { ...env, ALLOWED_HOSTS: 'tasks.example.com' };
  assert.equal(loadConfig({ env: given, packageFolder }).http.host, '127.0.0.1');
  assert.equal(loadConfig({ env: { ...given, HOST: '0.0.0.0' }, packageFolder }).http.host, '0.0.0.0');
});

test('every profile but local and test has the rules of production, and CONFIG names one unless PROFILE does', (t) => {
  const own = profileWith('');
  for (const PROFILE of ['', 'production', 'staging'])
    assert.ok(faultsOf(t, own, { PROFILE }).has('session.secrets'), PROFILE);
  for (const PROFILE of ['local', 'test']) {
    const { profile, isProduction } = load(t, own, { PROFILE });
    assert.deepEqual([profile, isProduction], [PROFILE, false]);
  }
  const whole = `${own}session: { secrets: ['${secret}'] }\nhttp: { allowedHosts: [tasks.example.com] }`;
  const { profile, isProduction } = load(t, whole, { PROFILE: '' });
  assert.deepEqual([profile, isProduction], ['production', true]);
});

test('a file that is not there, and a name that is none, are said to be so', () => {
  const messageOf = (env: Record<string, string>) => {
    try {
      loadConfig({ env, packageFolder });
    } catch (error) {
      return error instanceof Error ? error.message : '';
    }
    return 'loaded';
  };
  assert.match(
    messageOf({ CONFIG: '/none/dueline.yaml' }),
    /^Invalid configuration in \/none\/dueline\.yaml:\n {2}\(the file\): cannot be read: ENOENT/,
  );
  assert.equal(
    messageOf({ PROFILE: '../other' }),
    'Invalid configuration in the environment:\n  PROFILE: expected the name of a profile, found "../other"',
  );
});

test('a profile with nothing but its provider has every default, and cannot be changed', (t) => {
  const config = load(t, shortest, { PROFILE: 'test' });
  const folder = dirname(config.dataFolder);
  const { secrets, ...session } = config.session;
  assert.deepEqual(
    secrets.map(({ length }) => length),
    [43],
  );
  assert.ok(Object.isFrozen(config) && Object.isFrozen(config.auth.providers[0]?.scopes));
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
