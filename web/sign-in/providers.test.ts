import assert from 'node:assert/strict';
import { test } from 'node:test';

import { usableProviders } from './providers.ts';

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
  assert.deepEqual(usableProviders({ enabled: true, providers: [unavailable, ...foreign, local] }, origin), [
    { id: 'local', label: 'Local', loginUrl: '/api/auth/login', host: 'localhost:9080' },
  ]);
  assert.deepEqual(usableProviders({ enabled: false, providers: [local] }, origin), []);
});
