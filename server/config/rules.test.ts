import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';

import { emptyFolder } from '../../test/folder.ts';
import { faultsOf, load, profileWith } from '../../test/profile-file.ts';
import { loadConfig } from './load.ts';

const packageFolder = join(import.meta.dirname, '..', '..');
const production = { PROFILE: 'production' };
const secret = 'a session secret of thirty-two bytes or more';

test('production refuses to start without a session secret of 32 bytes', (t) => {
  const none = faultsOf(t, profileWith(''), production);
  assert.match(none.get('session.secrets') ?? '', /at least one secret of 32 bytes/);
  const hosts = 'http: { allowedHosts: [tasks.example.com] }';
  const short = faultsOf(t, profileWith(`session: { secrets: ['${'x'.repeat(31)}'] }`), production);
  assert.match(short.get('session.secrets[0]') ?? '', /32 bytes or more/);
  load(t, profileWith(`${hosts}\nsession: { secrets: ['${'x'.repeat(32)}'] }`), production);
});

test('production refuses to start without the hosts that browsers use, and listens on loopback unless told', (t) => {
  const profile = profileWith(`session: { secrets: ['${secret}'] }`);
  for (const http of ['', 'http: { allowedHosts: [] }', 'http: { allowedHosts: "${HOSTS:-}" }']) {
    const faults = faultsOf(t, `${profile}\n${http}`, production);
    assert.deepEqual([...faults.keys()], ['http.allowedHosts'], http);
    assert.match(faults.get('http.allowedHosts') ?? '', /such as tasks\.example\.com, found nothing/);
  }
  const env = { ...production, SESSION_SECRET: secret, DATA: emptyFolder(t) };
  for (const ALLOWED_HOSTS of ['', ' ', ','])
    assert.throws(() => loadConfig({ env: { ...env, ALLOWED_HOSTS }, packageFolder }), {
      name: 'ConfigError',
      message: /http\.allowedHosts/,
    });
  const given = { ...env, ALLOWED_HOSTS: 'tasks.example.com' };
  assert.equal(loadConfig({ env: given, packageFolder }).http.host, '127.0.0.1');
  assert.equal(loadConfig({ env: { ...given, HOST: '0.0.0.0' }, packageFolder }).http.host, '0.0.0.0');
  const own = load(t, `${profile}\nhttp: { allowedHosts: [tasks.example.com] }`, production);
  assert.equal(own.http.host, '127.0.0.1');
});

test('a local provider is refused in production', (t) => {
  const faults = faultsOf(
    t,
    profileWith(`session: { secrets: ['${secret}'] }\nlocalProvider: { enabled: true }`),
    production,
  );
  assert.match(faults.get('localProvider.enabled') ?? '', /expected false/);
});
