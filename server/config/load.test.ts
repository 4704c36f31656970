import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import fc from 'fast-check';

import { emptyFolder } from '../../test/folder.ts';
import { faultsOf, load, messageOf, profileWith } from '../../test/profile-file.ts';
import { ConfigError } from './faults.ts';
import { loadConfig } from './load.ts';

const packageFolder = join(import.meta.dirname, '..', '..');
const secret = 'a session secret of thirty-two bytes or more';

test('the three profiles start with what their places give them', (t) => {
  const env = { DATA: emptyFolder(t), SESSION_SECRET: secret, ALLOWED_HOSTS: 'tasks.example.com' };
  for (const PROFILE of ['local', 'test', 'production']) {
    assert.equal(loadConfig({ env: { ...env, PROFILE }, packageFolder }).profile, PROFILE);
  }
});

test('the local profile is the default, and declares the production provider plus a local one', (t) => {
  const { profile, auth, session, http, localProvider } = loadConfig({
    env: { DATA: emptyFolder(t) },
    packageFolder,
  });
  assert.equal(profile, 'local');
  assert.deepEqual(
    auth.providers.map(({ id }) => id),
    ['google', 'local'],
  );
  assert.equal(auth.tenant, 'local');
  assert.equal(http.host, '127.0.0.1');
  assert.equal(http.allowedHosts, null);
  assert.equal(session.extensionSeconds, 8 * 60 * 60);
  assert.equal(session.outageGraceSeconds, 600);
  assert.equal(auth.clockToleranceSeconds, 30);
  assert.equal(localProvider.enabled, true);
});

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
    [google?.clientId, google?.clientSecret, google?.authorizationParameters],
    ['id-of-the-environment', 'secret-of-the-environment', { access_type: 'offline' }],
  );
  assert.equal(google?.revokeAtSignOut, false);
  for (const profile of ['local', 'test']) {
    const { providers } = profileOf(profile);
    assert.deepEqual(providers.slice(0, -1), [google], profile);
    assert.match(providers.at(-1)?.issuer ?? '', /^http:\/\/localhost:\d+$/, profile);
  }
  const issuers = ['local', 'test', 'production'].map((profile) => {
    const { providers, tenant } = profileOf(profile);
    return providers.find(({ id }) => id === tenant)?.issuer;
  });
  assert.equal(new Set(issuers).size, 3, issuers.join(', '));
});

test('a local profile keeps its made secrets from one start to the next', (t) => {
  const env = { DATA: emptyFolder(t) };
  const first = loadConfig({ env, packageFolder });
  const second = loadConfig({ env, packageFolder });
  assert.ok((first.session.secrets[0] ?? '').length >= 32);
  assert.deepEqual(second.session.secrets, first.session.secrets);
  assert.deepEqual(second.auth.providers, first.auth.providers);
});

test('every scope list holds email and profile, in every profile', (t) => {
  const env = { DATA: emptyFolder(t), SESSION_SECRET: secret, ALLOWED_HOSTS: 'tasks.example.com' };
  for (const PROFILE of ['local', 'test', 'production']) {
    for (const { scopes } of loadConfig({ env: { ...env, PROFILE }, packageFolder }).auth.providers) {
      assert.deepEqual(scopes, ['openid', 'email', 'profile']);
    }
  }
});

test('all faults are reported at once, each with its key, what was expected and what was found', (t) => {
  const faults = faultsOf(
    t,
    `
http:
  prot: 8080
  port: 99999
  trustedProxies: [10.0.0.0/99]
  allowedHosts: [tasks.example.com/path]
auth:
  tenant: other
  postLoginPath: //evil.example
  clockTolerance: 30
  providers:
    - { id: a, label: A, issuer: 'http://id.example.com' }
    - { id: a, label: B, issuer: 'https://id.example.com?x', scopes: [email] }
tasks:
  timeZone: '+02:00'
avatars:
  urlTemplate: http://avatars.example.com/{hash}
  timeout: soon
log: { level: loud }
`,
  );
  const expected: Record<string, RegExp> = {
    'http.prot': /there is no such key \(one of host, port, /,
    'http.port': /expected a port from 0 to 65535, found 99999/,
    'http.trustedProxies[0]': /expected an address, a CIDR range/,
    'http.allowedHosts[0]': /expected a host such as/,
    'auth.tenant': /expected one of a, a, found another id/,
    'auth.postLoginPath': /expected a path of this service/,
    'auth.clockTolerance': /expected a duration such as .*, found 30/,
    'auth.providers[0].issuer': /expected an https address/,
    'auth.providers[1].issuer': /expected an https address/,
    'auth.providers[1].id': /another provider's id/,
    'auth.providers[1].scopes': /openid/,
    'tasks.timeZone': /expected an IANA time zone/,
    'avatars.urlTemplate': /expected an https address with \{hash\}/,
    'avatars.timeout': /expected a duration/,
    'log.level': /expected one of trace/,
  };
  assert.deepEqual(new Set(faults.keys()), new Set(Object.keys(expected)));
  for (const [key, message] of Object.entries(expected)) assert.match(faults.get(key) ?? '', message, key);
});

test('a provider has an id of at most 64 characters, a label of at most 100 and an issuer of at most 2048', (t) => {
  const issuerOf = (length: number) => 'https://id.example.com/'.padEnd(length, 'x');
  const profile = (id: string, label: string, issuer: string) => `
auth:
  tenant: ${id}
  providers:
    - { id: ${id}, label: ${label}, issuer: ${issuer}, clientId: c, clientSecret: s }
`;
  const { auth } = load(t, profile('i'.repeat(64), 'l'.repeat(100), issuerOf(2048)));
  assert.equal(auth.providers[0]?.issuer.length, 2048);
  const faults = faultsOf(t, profile('i'.repeat(65), 'l'.repeat(101), issuerOf(2049)));
  const keys = [...faults.keys()].filter((key) => key.startsWith('auth.providers[0].')).toSorted();
  assert.deepEqual(keys, ['auth.providers[0].id', 'auth.providers[0].issuer', 'auth.providers[0].label']);
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

test('a file that is no YAML or not there is said to be so', (t) => {
  assert.match(messageOf(t, 'auth: [\n  a: b: c'), /line \d+: is not YAML/);
  assert.throws(() => loadConfig({ env: { CONFIG: '/nonexistent/dueline.yaml' }, packageFolder }), {
    name: 'ConfigError',
    message: /cannot be read/,
  });
  assert.throws(() => loadConfig({ env: { PROFILE: '../other' }, packageFolder }), {
    name: 'ConfigError',
    message: /expected the name of a profile/,
  });
});

test('the configuration cannot be changed', (t) => {
  const config = load(t, profileWith(''));
  assert.ok(Object.isFrozen(config));
  assert.ok(Object.isFrozen(config.auth.providers[0]?.scopes));
});

test('any file at all is read or refused with its faults', (t) => {
  const folder = emptyFolder(t);
  const path = join(folder, 'any.yaml');
  fc.assert(
    fc.property(fc.json(), (text) => {
      writeFileSync(path, text);
      assert.throws(() => loadConfig({ env: { CONFIG: path }, packageFolder: folder }), ConfigError);
    }),
  );
});
