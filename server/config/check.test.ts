import assert from 'node:assert/strict';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';

import { emptyFolder } from '../../test/folder.ts';
import { faultsOf, load, messageOf, profileWith } from '../../test/profile-file.ts';

const secret = 'a session secret of thirty-two bytes or more';
const secrets = (...items: string[]) =>
  profileWith(`session:\n  secrets:\n${items.map((item) => `    - ${item}`).join('\n')}`);
const provider = (more: string) => profileWith(`      ${more}`);

/** Writes a file into a folder of its own and returns its path. */
function file(t: TestContext, content: string | Uint8Array): string {
  const path = join(emptyFolder(t), 'secret');
  writeFileSync(path, content);
  return path;
}

test('all faults are reported at once, each with its key, what was expected and what was found', (t) => {
  const message = messageOf(
    t,
    `http: { prot: 8080, port: 99999, trustedProxies: [10.0.0.0/99], allowedHosts: [a.example, b.example/path] }
auth:
  tenant: a
  postLoginPath: //evil.example
  clockTolerance: 30
  providers:
    - x
    - { id: a, label: A, issuer: 'http://id.example.com' }
    - { id: a, label: B, issuer: 'https://id.example.com?x', scopes: [email] }
tasks: { timeZone: '+02:00' }
`,
  );
  assert.deepEqual(message.replace(/in .*:\n/, 'in FILE:\n').split('\n  '), [
    'Invalid configuration in FILE:',
    'http.prot: there is no such key (one of host, port, trustedProxies, allowedHosts, securityContact, publicScheme)',
    'http.port: expected a port from 0 to 65535, found 99999',
    'http.trustedProxies[0]: expected an address, a CIDR range from /1 on, or loopback, found "10.0.0.0/99"',
    'http.allowedHosts[1]: expected a host such as tasks.example.com, found "b.example/path"',
    'auth.postLoginPath: expected a path of this service such as /, found "//evil.example"',
    'auth.clockTolerance: expected a duration such as 500ms, 30s, 10m or 8h, found 30',
    'auth.providers[0]: expected keys with values, found a text of 1 bytes (not shown)',
    'auth.providers[1].issuer: expected an https address, or an http address on this machine, found "http://id.example.com"',
    'auth.providers[2].issuer: expected an https address, or an http address on this machine, found "https://id.example.com?x"',
    'tasks.timeZone: expected an IANA time zone such as Europe/Berlin, found "+02:00"',
    'auth.providers[2].id: expected an id of its own, found that of auth.providers[1]',
    'auth.providers[2].scopes: expected openid, profile among them',
  ]);
});

test('a fault says what a common mistake is', (t) => {
  const noLabel = (label: string) => profileWith('').replace('label: One', `label: ${label}`);
  const rows: readonly [text: string, fault: string, env?: Record<string, string>][] = [
    ['', 'auth: expected keys with values, found nothing'],
    ['[]', '(the file): expected keys with values, found an empty list'],
    ['auth:\n\ttenant: one', 'line 2: is not YAML (tab as indent)'],
    [profileWith('http: *nobody\n'), '(the file): has aliases that cannot be resolved'],
    [profileWith('htpp: {}'), 'htpp: there is no such key (one of data, http, '],
    [profileWith('http: { port: "8080" }'), 'http.port: expected a port from 0 to 65535, found "8080" (write it without quotes)'],
    [profileWith('http: { port: "${PORT}" }'), 'http.port: expected a port from 0 to 65535, found "80.5"', { PORT: '80.5' }],
    [profileWith('http: { port: "${PORT}" }'), 'http.port: expected a port from 0 to 65535, found "true"', { PORT: 'true' }],
    [profileWith('session: { longest: "${LONGEST}" }'), 'session.longest: expected a duration such as 500ms, 30s, 10m or 8h, found "0"', { LONGEST: '0' }],
    [profileWith('avatars: { enabled: "${ENABLED}" }'), 'avatars.enabled: expected true or false, found "1"', { ENABLED: '1' }],
    [profileWith('http: { allowedHosts: a.example }'), 'http.allowedHosts: expected a list, found a text of 9 bytes (not shown) (a list is written [a, b])'],
    ['auth: { tenant: a, providers: [~] }', 'auth.providers[0]: expected keys with values, found nothing'],
    ['auth: { tenant: a, providers: [] }', 'auth.providers: expected a list with at least 1 entry, found an empty list'],
    [profileWith('').replace('one', 'two'), 'auth.tenant: expected the id of one of auth.providers ("one"), found "two"'],
    [noLabel('""'), 'auth.providers[0].label: expected a text of at most 100 characters, found nothing'],
    [noLabel('${LABEL}'), 'auth.providers[0].label: the environment variable LABEL is not set', { LABEL: '' }],
    [provider('authorizationParameters: { max_age: 5 }'), 'auth.providers[0].authorizationParameters.max_age: expected a text, found 5'],
    [provider('authorizationParameters: { max_age: 1h }'), 'auth.providers[0].authorizationParameters.max_age: expected seconds such as "3600", found "1h"'],
    [provider('authorizationParameters: { response_mode: form_post }'), 'auth.providers[0].authorizationParameters.response_mode: expected query, which is all that the callback reads, found "form_post"'],
    [secrets('"${NONE:-}"', 'short'), 'session.secrets[1]: expected a text of 32 bytes or more, found a text of 5 bytes (not shown)'],
    [secrets("'${toString}'"), 'session.secrets[0]: the environment variable toString is not set'],
    [profileWith('http: { port: 8080 }\nmonitoring: { port: 8080 }'), 'monitoring.port: expected another port than http.port, found 8080'],
    [profileWith('http: { host: "::", port: 1 }\nlocalProvider: { port: 1 }'), 'localProvider.port: expected another port than http.port, found 1'],
    [secrets("'${SECRET'"), 'session.secrets[0]: expected ${NAME}, ${NAME:-default} or ${file:PATH} where ${ stands'],
  ]; // prettier-ignore
  for (const [text, fault, env] of rows) {
    const [[key, message] = ['', ''], ...others] = faultsOf(t, text, env);
    assert.ok(`${key}: ${message}`.startsWith(fault), `${key}: ${message}`);
    assert.deepEqual(others, [], text);
  }
});

test('one port may be that of two addresses, of a socket, of a provider that does not run, and any that is free', (t) => {
  for (const sections of [
    'http: { host: 192.0.2.1, port: 1 }\nmonitoring: { port: 1 }',
    'http: { host: unix:/run/a.sock, port: 1 }\nmonitoring: { host: 0.0.0.0, port: 1 }',
    'http: { port: 1 }\nlocalProvider: { enabled: false, port: 1 }',
    'http: { port: 0 }\nmonitoring: { port: 0 }',
  ])
    load(t, profileWith(sections));
});

test('a text from a variable becomes the type that its key wants, and one that is empty counts as absent', (t) => {
  const HOSTS = 'a.example, b.example:8443';
  const { http, tasks, session, avatars } = load(
    t,
    `${secrets('${SECRET}')}\nhttp: { port: "\${PORT}", host: "\${HOST:-10.0.0.1}", allowedHosts: "\${HOSTS}" }
tasks: { mostPerPerson: "\${MOST:-}" }
avatars: { enabled: "\${AVATARS}" }`,
    { PORT: '0471', HOST: '', HOSTS, AVATARS: 'true', SECRET: '1'.repeat(40) },
  );
  assert.deepEqual([http.port, http.host, avatars.enabled], [471, '10.0.0.1', true]);
  assert.deepEqual(http.allowedHosts, HOSTS.split(', '));
  assert.equal(tasks.mostPerPerson, 10_000);
  assert.deepEqual(session.secrets, ['1'.repeat(40)], 'a secret made of digits stays a text');
});

test('what comes from a variable or a file is not looked through for variables', (t) => {
  const faults = faultsOf(t, profileWith('http: { allowedHosts: "${HOSTS}" }'), {
    HOSTS: 'a.example,${OTHER}',
    OTHER: 'b.example',
  });
  assert.match(faults.get('http.allowedHosts[1]') ?? '', /expected a host .*, found "\$\{OTHER\}"/);
});

test('a file gives its content without the newline at its end, as a part of a text and through a link, too', (t) => {
  for (const [end, kept] of [
    ['', ''],
    ['\n', ''],
    ['\r\n', ''],
    ['\n\n', '\n'],
  ])
    // prettier-ignore
    assert.deepEqual(load(t, secrets(`\${file:${file(t, secret + end)}}`)).session.secrets, [secret + kept]);
  const link = join(emptyFolder(t), 'link');
  symlinkSync(file(t, 'hunter2\n'), link);
  const { store } = load(
    t,
    profileWith(`store:\n  url: postgres://me:\${file:${link}}@db/dueline`),
  );
  assert.equal(store.url, 'postgres://me:hunter2@db/dueline');
});

test('a variable with _FILE behind its name names the file of the variable, and both together are at fault', (t) => {
  const env = {
    SECRET_FILE: file(t, `${secret}\n`),
    HOSTS_FILE: file(t, 'a.example\nb.example\n'),
  };
  const profile = `${secrets('${SECRET}', '${PREVIOUS:-}')}\nhttp: { allowedHosts: "\${HOSTS:-}" }`;
  const { session, http } = load(t, profile, env);
  assert.deepEqual(session.secrets, [secret]);
  assert.deepEqual(http.allowedHosts, ['a.example', 'b.example']);
  const both = faultsOf(t, secrets('${SECRET}'), { ...env, SECRET: secret });
  assert.deepEqual([...both], [['session.secrets[0]', 'SECRET and SECRET_FILE are both set']]);
});

test('a file that is missing or empty gives way to the default, and is at fault without one', (t) => {
  for (const path of [file(t, ''), file(t, '\n'), join(emptyFolder(t), 'none')]) {
    assert.deepEqual(load(t, secrets(`\${file:${path}:-${secret}}`)).session.secrets, [secret]);
    assert.deepEqual(load(t, secrets(secret, `\${file:${path}:-}`)).session.secrets, [secret]);
    const found = faultsOf(t, secrets(`\${file:${path}}`));
    assert.deepEqual([...found], [['session.secrets[0]', `the file ${path} is missing or empty`]]);
    const named = faultsOf(t, secrets(`\${SECRET:-${secret}}`), { SECRET_FILE: path });
    assert.equal(
      named.get('session.secrets[0]'),
      `the file ${path} of SECRET_FILE is missing or empty`,
    );
  }
});

test('what cannot be read as a text is at fault, with a default as well', (t) => {
  for (const [path, message] of [
    [emptyFolder(t), 'is not a file'],
    ['/dev/zero', 'is not a file'],
    ['secret', 'needs an absolute path'],
    [file(t, Uint8Array.of(0xff)), 'cannot be read (ERR_ENCODING_INVALID_ENCODED_DATA)'],
    [`/${'x'.repeat(300)}`, 'cannot be read (ENAMETOOLONG)'],
  ] as const) {
    const faults = faultsOf(t, secrets(`\${file:${path}:-${secret}}`));
    assert.equal(faults.get('session.secrets[0]'), `the file ${path} ${message}`);
  }
});

test('no fault ever shows a secret, or the content of a file, whichever key it stands at', (t) => {
  const from = `\${file:${file(t, 'hunter2')}}`;
  for (const [text, key] of [
    [profileWith(`http: { port: "${from}" }`), 'http.port'],
    [profileWith(`http: { allowedHosts: ["${from}/x"] }`), 'http.allowedHosts[0]'],
    [profileWith(`http: { allowedHosts: "a.example ${from}/x" }`), 'http.allowedHosts[1]'],
    [secrets(from), 'session.secrets[0]'],
    [profileWith(`session: { extension: "${from}" }`), 'session.extension'],
    [profileWith(`log: { level: "x${from}" }`), 'log.level'],
    [profileWith('').replace('tenant: one', `tenant: ${from}`), 'auth.tenant'],
    [profileWith('').replace('id: one', `id: ${from}`), 'auth.tenant'],
    [secrets('hunter2'), 'session.secrets[0]'],
    [profileWith('session: { secrets: hunter2 }'), 'session.secrets'],
    [profileWith("store: { url: 'mysql://me:hunter2@db' }"), 'store.url'],
    [
      profileWith('').replace('clientSecret: s', 'clientSecret: [ hunter2 ]'),
      'auth.providers[0].clientSecret',
    ],
    [profileWith('').replace('https://', 'https://me:hunter2@'), 'auth.providers[0].issuer'],
    [`session: { secrets: [ 'hunter2 ] }`, 'line 1'],
  ] as const) {
    const message = messageOf(t, text);
    assert.ok(message.includes(`${key}: `), message);
    assert.doesNotMatch(message, /hunter2/);
    if (text.includes(from)) assert.match(message, /a text of \d bytes \(not shown\)/);
  }
});
