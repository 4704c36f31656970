import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Document, parse } from 'yaml';

import { profileKeys } from '../../scripts/profile-keys.ts';
import { checkProfile } from './check.ts';

const long = (length: number) => 'https://id.example.com/'.padEnd(length, 'x');

/** The valid and the invalid values of each key of a profile. */
const keys: readonly [key: string, right: readonly string[], wrong: readonly string[]][] = [
  ['data', ['data', '/var/lib/dueline'], ['5', '[data]']],
  ['http.host', ['127.0.0.1', 'localhost', 'unix:/run/a'], ['5', 'true', 'unix:run/a']],
  ['http.port', ['0', '8080', '65535'], ['65536', '-1', '80.5', '"8080"']],
  [
    'http.trustedProxies',
    ['[]', '[loopback, 10.0.0.0/8, "::1"]'],
    ['10.0.0.1', '[here]', '["::/0"]'],
  ],
  [
    'http.allowedHosts',
    ['[]', '[tasks.example.com, "localhost:8080"]'],
    ['a.example', '["https://a.example"]', '["*.a.example"]', '[a.example.]', `['"a.example"']`],
  ],
  [
    'http.securityContact',
    ['mailto:security@example.com', 'https://example.com/report'],
    ['security@example.com', 'http://example.com/report', '"mailto:a@b.example\\nExpires: never"'],
  ],
  ['http.publicScheme', ['http', 'https'], ['ftp', 'HTTPS']],
  ['rates.signInsPerMinute', ['0', '60', '1000000'], ['-1', '1000001', '1.5', 'many']],
  ['rates.requestsPerSecond', ['0', '50', '1000000'], ['-1', '1000001', '1.5', 'many']],
  ['monitoring.host', ['127.0.0.1', '::1'], ['5', 'true']],
  ['monitoring.port', ['9090', '0'], ['65536', '-1', '"9090"']],
  ['auth.enabled', ['true', 'false'], ['"true"', '1']],
  ['auth.tenant', ['a'], ['b', '5']],
  ['auth.postLoginPath', ['/', '/tasks?view=board'], ['tasks', '/\\a.example', '/#tasks', '/ä']],
  ['auth.clockTolerance', ['0s', '30s', '2m'], ['30', '-30s', '1.5m', '30 s']],
  [
    'auth.allowedEmails',
    ['[]', '[ada@example.com, "@example.org"]'],
    ['ada@example.com', '[example.org]', '["@"]', '["*@example.org"]'],
  ],
  ['auth.allowedGroups', ['[]', '[staff, "Domain Users"]'], ['staff', '[5]', '{}']],
  ['auth.groupsClaim', ['roles', 'https://example.com/groups'], ['5', '[a]']],
  ['auth.requireVerifiedEmail', ['true', 'false'], ['yes', '1']],
  ['auth.providers', [], ['[]', '5', '{}']],
  ['auth.providers[0].id', ['a'], ['5', 'i'.repeat(65)]],
  ['auth.providers[0].label', ['A', 'l'.repeat(100)], ['5', 'l'.repeat(101)]],
  [
    'auth.providers[0].issuer',
    [
      'https://a.example/realm',
      long(2048),
      'http://localhost:9080',
      'http://127.8.8.8',
      'http://[::1]:9080',
    ],
    ['a.example', String.raw`"https://a.example\r"`, long(2049), '"https://a.example#part"', 'https://me@a.example', 'http://a.example', 'http://localhost.a.example', 'http://127.0.0.1.a.example', 'http://id.localhost', 'ftp://localhost'], // prettier-ignore
  ],
  ['auth.providers[0].clientId', ['c', 'a c'], ['5', '[c]', String.raw`"c\r"`, '" c"', 'ü']],
  ['auth.providers[0].clientSecret', ['s', 's s'], ['5', '[s]', String.raw`"s\n"`, '"s "', 'ü']],
  [
    'auth.providers[0].tokenEndpointAuthMethod',
    ['client_secret_basic', 'client_secret_post'],
    ['none', 'private_key_jwt'],
  ],
  ['auth.providers[0].revokeAtSignOut', ['true', 'false'], ['yes', '1']],
  ['auth.providers[0].signOutAtProvider', ['true', 'false'], ['yes', '1']],
  ['auth.providers[0].backchannelLogout', ['true', 'false'], ['yes', '1']],
  [
    'auth.providers[0].scopes',
    ['[openid, email, profile]', '[profile, openid, offline_access, email]'],
    [
      'openid email profile',
      '[]',
      '[openid]',
      '[openid, email]',
      '[openid, profile]',
      '[email, profile]',
    ],
  ],
  [
    'auth.providers[0].authorizationParameters',
    ['{}', '{ access_type: offline }'],
    ['offline', '[offline]'],
  ],
  [
    'session.secrets',
    ['[]', `[${'s'.repeat(32)}]`],
    ['s'.repeat(32), `[${'s'.repeat(31)}]`, '[5]'],
  ],
  ['session.extension', ['8h', '1d'], ['8', '8 hours']],
  ['session.outageGrace', ['0s', '10m'], ['10', 'never']],
  ['session.longest', ['12h', '30d'], ['12', 'never']],
  [
    'store.url',
    ['sqlite:data/a.db', 'postgres://a/b', 'postgresql://a/b'],
    ['mysql://a/b', 'sqlite:', '5', 'postgres://a:x'],
  ],
  ['store.poolSize', ['1', '1000'], ['0', '1001', '1.5']],
  ['tasks.timeZone', ['UTC', 'Europe/Berlin'], ['Europe/Nowhere', '"+02:00"', '5']],
  ['tasks.mostPerPerson', ['1', '10000'], ['0', '1000001', 'many']],
  ['tasks.mostWaiting', ['0', '200', '100000'], ['-1', '100001', 'many']],
  ['tasks.mostBytesPerPerson', ['10000', '4194304'], ['0', '9999', 'many']],
  ['avatars.enabled', ['true', 'false'], ['yes', '0']],
  [
    'avatars.urlTemplate',
    ['https://a.example/{hash}'],
    ['https://a.example/', 'http://a.example/{hash}'],
  ],
  ['avatars.timeout', ['500ms', '1s'], ['1', 'soon']],
  ['localProvider.enabled', ['true', 'false'], ['"false"', '1']],
  ['localProvider.port', ['0', '9080'], ['65536', 'auto']],
  [
    'localProvider.users',
    ['[]', '[{ email: ada@example.com, name: Ada }]'],
    ['ada@example.com', '{}'],
  ],
  ['localProvider.users[0].email', ['ada@example.com'], ['ada', '5']],
  ['localProvider.users[0].name', ['Ada'], ['5', '']],
  ['localProvider.users[0].picture', ['https://a.example/ada.png'], ['5']],
  ['log.level', ['trace', 'debug', 'info', 'warn', 'error', 'silent'], ['loud', '5']],
  ['log.audit', ['stdout', '/var/log/dueline/audit.log'], ['5', '[stdout]']],
];

for (const [key, right, wrong] of keys)
  test(`${key} takes what it should, and names itself in the fault of anything else`, () => {
    for (const text of right) assert.deepEqual(faultyKeys(key, text), [], text);
    for (const text of wrong) assert.deepEqual(faultyKeys(key, text), [key], text);
  });

test('every key of a profile has its row', () => {
  const rows = keys.map(([key]) => key.replaceAll('[0]', '[]'));
  const isSection = (key: string) => rows.some((row) => row.startsWith(`${key}.`));
  assert.deepEqual(
    new Set(rows),
    new Set(Object.keys(profileKeys).filter((key) => !isSection(key))),
  );
});

/** The faulty keys of a valid profile in which this key has this text. */
function faultyKeys(key: string, text: string): string[] {
  const document = new Document({
    auth: { tenant: 'a', providers: [{ id: 'a', label: 'A', issuer: 'https://id.example.com' }] },
    localProvider: { users: [{ email: 'ada@example.com', name: 'Ada' }] },
  });
  document.setIn(key.replaceAll(/\[(\d)\]/g, '.$1').split('.'), parse(text));
  const { faults } = checkProfile(document.toJS(), {}, false);
  return faults.map((fault) => fault.key.replace(/\[\d+\]$/, ''));
}
