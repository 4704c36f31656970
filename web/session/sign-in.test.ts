import assert from 'node:assert/strict';
import { test } from 'node:test';

import { readArrival, usableProviders } from './sign-in.ts';

test('what the callback tells is read once and taken out of the address', () => {
  assert.deepEqual(readArrival('https://dueline.example/?signin=cancelled&view=board#x'), {
    arrival: 'cancelled',
    cleaned: 'https://dueline.example/?view=board#x',
  });
  assert.equal(readArrival('https://dueline.example/?signin=later').arrival, 'later');
  assert.equal(readArrival('https://dueline.example/?signin=<script>').arrival, null);
});

const local = {
  id: 'local',
  label: 'Local',
  available: true,
  loginUrl: '/api/auth/login',
  issuer: 'http://localhost:9080',
};
const origin = 'https://dueline.example';

test('only available providers whose login address is of this origin are offered', () => {
  const elsewhere = [
    'https://evil.example/login',
    '//evil.example/login',
    'javascript:alert(1)',
    'data:text/html,x',
  ];
  const foreign = elsewhere.map((loginUrl) => ({ ...local, id: loginUrl, loginUrl }));
  const unavailable = { ...local, id: 'google', available: false, loginUrl: null };
  assert.deepEqual(
    usableProviders({ enabled: true, providers: [unavailable, ...foreign, local] }, origin),
    [{ id: 'local', label: 'Local', loginUrl: '/api/auth/login', host: null }],
  );
  assert.deepEqual(usableProviders({ enabled: false, providers: [local] }, origin), []);
});

test('the host of a provider is shown, unless it is this machine', () => {
  const hostOf = (issuer: string) =>
    usableProviders({ enabled: true, providers: [{ ...local, issuer }] }, origin).map(
      ({ host }) => host,
    );
  assert.deepEqual(hostOf('https://accounts.google.com'), ['accounts.google.com']);
  assert.deepEqual(hostOf('https://sso.example.org:8443/realms/all'), ['sso.example.org:8443']);
  assert.deepEqual(hostOf('https://localhost.example.org'), ['localhost.example.org']);
  for (const issuer of ['http://127.0.0.1:9080', 'http://[::1]:9080', 'http://id.localhost'])
    assert.deepEqual(hostOf(issuer), [null]);
});
