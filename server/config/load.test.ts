import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';

import fc from 'fast-check';

import { ConfigError } from './faults.ts';
import { loadConfig } from './load.ts';

const packageFolder = join(import.meta.dirname, '..', '..');
const secret = 'a session secret of thirty-two bytes or more';

test('the three profiles start with what their places give them', (t) => {
  const env = { DATA: emptyFolder(t), SESSION_SECRET: secret, ALLOWED_HOSTS: 'tasks.example.com' };
  for (const PROFILE of ['local', 'test', 'production']) {
    assert.equal(loadConfig({ env: { ...env, PROFILE }, packageFolder }).environment, PROFILE);
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

test('a text from the environment becomes the type that its key wants', (t) => {
  const config = load(t, profileWith('http:\n  port: ${PORT}\n  workers: ${WORKERS}'), {
    PORT: '4711',
    WORKERS: '3',
  });
  assert.equal(config.http.port, 4711);
  assert.equal(config.http.workers, 3);
});

test('a secret made of digits stays a text', (t) => {
  const digits = '1'.repeat(40);
  const config = load(t, profileWith('session:\n  secrets: [ "${SECRET}" ]'), { SECRET: digits });
  assert.deepEqual(config.session.secrets, [digits]);
});

test('a list may come from one variable, with commas between its items', (t) => {
  const config = load(t, profileWith('http:\n  allowedHosts: ${HOSTS}'), {
    HOSTS: 'a.example, b.example:8443',
  });
  assert.deepEqual(config.http.allowedHosts, ['a.example', 'b.example:8443']);
});

test('a variable that is set to nothing gives way to the default', (t) => {
  const config = load(t, profileWith('http:\n  host: ${HOST:-10.0.0.1}'), { HOST: '' });
  assert.equal(config.http.host, '10.0.0.1');
});

test('a value that comes out empty counts as absent', (t) => {
  const config = load(t, profileWith('http:\n  host: ${HOST:-}\n  allowedHosts: ${HOSTS:-}'), { HOST: '' });
  assert.equal(config.http.host, '127.0.0.1');
  assert.equal(config.http.allowedHosts, null);
});

test('a key that must be given is at fault when its variable comes out empty', (t) => {
  const empty = profileWith('').replace('label: One', 'label: ${LABEL:-}');
  assert.deepEqual(
    [...faultsOf(t, empty)],
    [['auth.providers[0].label', 'expected a text of at most 100 characters, found nothing']],
  );
});

test('all faults are reported at once, each with its key, what was expected and what was found', (t) => {
  const faults = faultsOf(
    t,
    `
environment: local
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
    'http.prot': /did you mean port\?/,
    'http.port': /expected a port from 0 to 65535, found 99999/,
    'http.trustedProxies[0]': /expected an address, a CIDR range/,
    'http.allowedHosts[0]': /expected a host such as/,
    'auth.tenant': /expected one of a, a, found "other"/,
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
environment: local
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

test('an issuer is an https address, or an http address of this machine itself', (t) => {
  const profile = (issuer: string) => profileWith('').replace('https://id.example.com', issuer);
  for (const issuer of [
    'https://id.example.com/realm',
    'http://localhost:9080',
    'http://127.8.8.8',
    'http://[::1]:9080',
  ])
    assert.equal(load(t, profile(issuer)).auth.providers[0]?.issuer, issuer);
  for (const issuer of [
    'http://id.example.com',
    'http://localhost.example.com',
    'http://127.0.0.1.example.com',
    'http://id.localhost:9080',
    'ftp://localhost',
    'https://id.example.com#part',
    'https://someone@id.example.com',
  ])
    assert.deepEqual([...faultsOf(t, profile(issuer)).keys()], ['auth.providers[0].issuer'], issuer);
});

test('a variable that is not set and has no default is named', (t) => {
  const faults = faultsOf(t, profileWith('session:\n  secrets: [ "${SESSION_SECRET}" ]'));
  assert.match(faults.get('session.secrets[0]') ?? '', /SESSION_SECRET is not set/);
});

test('production refuses to start without a session secret of 32 bytes', (t) => {
  const production = profileWith('', 'production');
  assert.match(faultsOf(t, production).get('session.secrets') ?? '', /at least one secret of 32 bytes/);
  const hosts = 'http: { allowedHosts: [tasks.example.com] }';
  const short = faultsOf(t, `${production}\nsession: { secrets: ['${'x'.repeat(31)}'] }`);
  assert.match(short.get('session.secrets[0]') ?? '', /32 bytes or more/);
  load(t, `${production}\n${hosts}\nsession: { secrets: ['${'x'.repeat(32)}'] }`);
});

test('production refuses to start without the hosts that browsers use, and listens on loopback unless told', (t) => {
  const production = profileWith(`session: { secrets: ['${secret}'] }`, 'production');
  for (const http of ['', 'http: { allowedHosts: [] }', 'http: { allowedHosts: "${HOSTS:-}" }']) {
    const faults = faultsOf(t, `${production}\n${http}`);
    assert.deepEqual([...faults.keys()], ['http.allowedHosts'], http);
    assert.match(faults.get('http.allowedHosts') ?? '', /such as tasks\.example\.com, found nothing/);
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
  const own = load(t, `${production}\nhttp: { allowedHosts: [tasks.example.com] }`);
  assert.equal(own.http.host, '127.0.0.1');
});

test('a local provider is refused in production', (t) => {
  const faults = faultsOf(
    t,
    profileWith(`session: { secrets: ['${secret}'] }\nlocalProvider: { enabled: true }`, 'production'),
  );
  assert.match(faults.get('localProvider.enabled') ?? '', /expected false/);
});

test('a file that CONFIG names is a production profile unless it says otherwise', (t) => {
  const silent = profileWith('').replace('environment: local\n', '');
  assert.ok(faultsOf(t, silent).has('session.secrets'));
  assert.equal(load(t, silent, { PROFILE: 'test' }).environment, 'test');
  assert.equal(load(t, profileWith('')).environment, 'local');
});

test('no fault ever shows a secret', (t) => {
  const hidden = 'hunter2-hunter2';
  const message = messageOf(
    t,
    profileWith(`session: { secrets: ['${hidden}'] }\nstore: { url: 'mysql://me:${hidden}@db' }`).replace(
      'clientSecret: s',
      `clientSecret: [ ${hidden} ]`,
    ),
  );
  assert.match(message, /session\.secrets\[0\]/);
  assert.match(message, /store\.url/);
  assert.match(message, /clientSecret/);
  assert.doesNotMatch(message, /hunter2/);
  assert.doesNotMatch(messageOf(t, `session: { secrets: [ '${hidden} ] }`), /hunter2/);
});

test('a file that is no YAML or not there is said to be so', (t) => {
  assert.match(messageOf(t, 'auth: [\n  a: b: c'), /line \d+: is not YAML/);
  assert.throws(() => loadConfig({ env: { CONFIG: '/nonexistent/dueline.yaml' }, packageFolder }), {
    name: 'ConfigError',
    message: /cannot be read/,
  });
  assert.throws(() => loadConfig({ env: { PROFILE: '../other' }, packageFolder }), {
    name: 'ConfigError',
    message: /the name of a file in config/,
  });
});

test('a database in memory cannot serve several workers', (t) => {
  const faults = faultsOf(t, profileWith("http: { workers: 2 }\nstore: { url: 'sqlite::memory:' }"));
  assert.match(faults.get('store.url') ?? '', /several workers/);
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

function profileWith(sections: string, environment = 'local'): string {
  return `environment: ${environment}
auth:
  tenant: one
  providers:
    - id: one
      label: One
      issuer: https://id.example.com
      clientId: c
      clientSecret: s
${sections}`;
}

function load(t: TestContext, text: string, env: Record<string, string> = {}) {
  const folder = emptyFolder(t);
  const path = join(folder, 'profile.yaml');
  writeFileSync(path, text);
  return loadConfig({ env: { ...env, CONFIG: path }, packageFolder: folder });
}

function refusalOf(t: TestContext, text: string): ConfigError {
  try {
    load(t, text);
  } catch (error) {
    assert.ok(error instanceof ConfigError, String(error));
    return error;
  }
  assert.fail('the profile was accepted');
}

const messageOf = (t: TestContext, text: string) => refusalOf(t, text).message;

const faultsOf = (t: TestContext, text: string) =>
  new Map(refusalOf(t, text).faults.map(({ key, message }) => [key, message]));

function emptyFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'dueline-config-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}
