import assert from 'node:assert/strict';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

import { emptyFolder } from '../test/folder.ts';
import { faultsOf, load, profileWith } from '../test/profile-file.ts';
import { keptSecret, loadConfig } from './config.ts';

const packageFolder = join(import.meta.dirname, '..');
const secret = 'a session secret of thirty-two bytes or more';
const givenSecrets = `session: { secrets: ['${secret}'] }`;
const givenHosts = 'http: { allowedHosts: [tasks.example.com] }';
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
  const profiles = ['production', 'local', 'test'].map(
    (PROFILE) => loadConfig({ env: { ...env, PROFILE }, packageFolder }).auth,
  );
  const google = profiles[0]?.providers[0];
  const { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret } = env;
  const authorizationParameters = { access_type: 'offline' };
  const expected = { clientId, clientSecret, authorizationParameters, revokeAtSignOut: false };
  assert.partialDeepStrictEqual(google, expected);
  const issuers = profiles.map(({ providers: [first, local, ...others], tenant }, index) => {
    assert.deepEqual([first, others, tenant], [google, [], index === 0 ? 'google' : 'local']);
    for (const provider of [first, local ?? first])
      assert.deepEqual(provider?.scopes, ['openid', 'email', 'profile']);
    assert.match(local?.issuer ?? 'none', index === 0 ? /^none$/ : /^http:\/\/localhost:\d+$/);
    return (index === 0 ? first : local)?.issuer;
  });
  assert.equal(new Set(issuers).size, 3, issuers.join(', '));
});

test('a local profile is the default, and keeps its made secrets from one start to the next', (t) => {
  const env = { DATA: emptyFolder(t) };
  const first = loadConfig({ env, packageFolder });
  const second = loadConfig({ env, packageFolder });
  assert.equal(first.profile, 'local');
  assert.ok((first.session.secrets[0] ?? '').length >= 32);
  const made = readdirSync(env.DATA).map((name) => [
    name,
    statSync(join(env.DATA, name)).mode & 0o777,
  ]);
  assert.deepEqual(Object.fromEntries(made), {
    'local-provider-secret': 0o600,
    'session-secret': 0o600,
  });
  assert.deepEqual(second.session.secrets, first.session.secrets);
  assert.deepEqual(second.auth.providers, first.auth.providers);
});

test('production refuses to start without secrets and hosts, or with a local provider, and listens on loopback unless told', (t) => {
  const noHosts = 'expected the hosts that browsers use, such as tasks.example.com, found nothing';
  const noSecret = 'expected at least one secret of 32 bytes or more, found nothing';
  const withLocal = `${givenSecrets}\n${givenHosts}\nlocalProvider: { enabled: true }`;
  for (const [sections, key, expected] of [
    [givenSecrets, 'http.allowedHosts', noHosts],
    [`${givenSecrets}\nhttp: { allowedHosts: [] }`, 'http.allowedHosts', noHosts],
    [`${givenSecrets}\nhttp: { allowedHosts: "\${HOSTS:-}" }`, 'http.allowedHosts', noHosts],
    [givenHosts, 'session.secrets', noSecret],
    [withLocal, 'localProvider.enabled', 'expected false outside local and test, found true'],
  ] as const) {
    const faults = faultsOf(t, profileWith(sections), { PROFILE: 'production' });
    assert.deepEqual([...faults], [[key, expected]], sections);
  }
  const env = { PROFILE: 'production', SESSION_SECRET: secret, DATA: emptyFolder(t) };
  const given = { ...env, ALLOWED_HOSTS: 'tasks.example.com' };
  assert.equal(loadConfig({ env: given, packageFolder }).http.host, '127.0.0.1');
  assert.equal(
    loadConfig({ env: { ...given, HOST: '0.0.0.0' }, packageFolder }).http.host,
    '0.0.0.0',
  );
});

test('every profile but local and test has the rules of production, and CONFIG names one unless PROFILE does', (t) => {
  const own = profileWith('');
  for (const PROFILE of ['', 'production', 'staging'])
    assert.ok(faultsOf(t, own, { PROFILE }).has('session.secrets'), PROFILE);
  for (const PROFILE of ['local', 'test']) {
    const { profile, isProduction } = load(t, own, { PROFILE });
    assert.deepEqual([profile, isProduction], [PROFILE, false]);
  }
  const { profile, isProduction } = load(t, `${own}${givenSecrets}\n${givenHosts}`, {
    PROFILE: '',
  });
  assert.deepEqual([profile, isProduction], ['production', true]);
});

test('a file that is not there, and a name that is none, are said to be so', () => {
  for (const [env, message] of [
    [
      { CONFIG: '/none/a.yaml' },
      /^Invalid configuration in \/none\/a\.yaml:\n {2}\(the file\): cannot be read: ENOENT/,
    ],
    [
      { PROFILE: '../other' },
      / in the environment:\n {2}PROFILE: expected the name of a profile, found "/,
    ],
  ] as const)
    assert.throws(() => loadConfig({ env, packageFolder }), { name: 'ConfigError', message });
});

test('what depends on the profile, the machine and the local provider is filled in', (t) => {
  const local = load(t, shortest.replace('https://id.example.com', 'http://localhost:9080'), {
    PROFILE: 'test',
  });
  const { auth, session, tasks, rates, avatars } = local;
  assert.deepEqual(
    auth.providers.map(({ clientId, clientSecret }) => [clientId, clientSecret?.length]),
    [['dueline', 43]],
  );
  assert.equal(session.longestSeconds, null);
  assert.equal(tasks.timeZone, Intl.DateTimeFormat().resolvedOptions().timeZone);
  assert.deepEqual(rates, { signInsPerMinute: 0, requestsPerSecond: 0 });
  assert.deepEqual(
    [avatars.enabled, avatars.timeoutMs, local.localProvider.enabled],
    [false, 1000, true],
  );

  const production = load(
    t,
    `${shortest}http: { allowedHosts: [tasks.example.com] }
session: { secrets: [${'s'.repeat(32)}], longest: 1d, extension: 1500ms }
store: { url: 'sqlite:other.db' }
log: { audit: audit.log }`,
    { PROFILE: 'production' },
  );
  assert.deepEqual([production.avatars.enabled, production.localProvider.enabled], [true, false]);
  assert.deepEqual(production.rates, { signInsPerMinute: 60, requestsPerSecond: 50 });
  assert.deepEqual(
    [production.session.longestSeconds, production.session.extensionSeconds],
    [86_400, 2],
  );
  const folder = dirname(production.dataFolder);
  assert.equal(production.store.url, `sqlite:${join(folder, 'other.db')}`);
  assert.equal(production.log.audit, join(folder, 'audit.log'));
});

test('a secret of 32 characters that someone put there is whole, and a file without one is refused', (t) => {
  const folder = emptyFolder(t);
  writeFileSync(join(folder, 'mine'), 'x'.repeat(32));
  assert.equal(keptSecret(folder, 'mine'), 'x'.repeat(32));
  writeFileSync(join(folder, 'empty'), '');
  assert.throws(() => keptSecret(folder, 'empty'), /holds no whole secret/);
});
