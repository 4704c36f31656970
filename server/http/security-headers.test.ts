import assert from 'node:assert/strict';
import { test } from 'node:test';

import { startTestApp } from '../../test/app.ts';
import { listen } from '../../test/hostile/wire.ts';

test('every response, errors included, has the security headers, and none allows other sites', async (t) => {
  const { app } = await startTestApp(t);
  for (const url of ['/api/auth/providers', '/api/tasks', '/nowhere', '/health/live', '/api/auth/login']) {
    const { headers } = await app.inject({ url });
    assert.match(
      String(headers['content-security-policy']),
      /^default-src 'none';.*frame-ancestors 'none'/,
      url,
    );
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.equal(headers['cross-origin-opener-policy'], 'same-origin');
    assert.match(String(headers['permissions-policy']), /camera=\(\)/);
    assert.equal(headers['access-control-allow-origin'], undefined);
    assert.equal(headers['strict-transport-security'], undefined);
  }
});

test('nothing under /api may be stored', async (t) => {
  const { app } = await startTestApp(t);
  for (const url of [
    '/api/auth/providers',
    '/api/tasks',
    '/api/nowhere',
    '/api/auth/logout',
    '/api/auth/callback',
  ]) {
    assert.equal((await app.inject({ url })).headers['cache-control'], 'no-store', url);
  }
});

test('every response over https, and none over http, has Strict-Transport-Security', async (t) => {
  const { app, signedIn } = await startTestApp(t, { config: { http: { publicScheme: 'https' } } });
  const browser = await signedIn();
  const get = (url: string, headers = {}) => app.inject({ url, headers });
  const { send } = await listen(app);
  const answers = [
    [200, await get('/api/auth/providers')],
    [200, await get('/health/live')],
    [201, await browser.post('/api/tasks', task)],
    [204, await browser.delete('/api/tasks/1')],
    [204, await get('/api/auth/login', { purpose: 'prefetch' })],
    [302, await get('/api/auth/login')],
    [303, await get('/api/auth/logout')],
    [304, await browser.get('/api/tasks', { 'if-none-match': '*' })],
    [400, await get('/%zz')],
    [401, await get('/api/tasks')],
    [405, await app.inject({ method: 'PATCH', url: '/api/tasks' })],
    [499, await get('/api/tasks', { 'x-requested-with': 'JavaScript' })],
  ] as const;
  for (const [status, { statusCode, headers }] of answers) {
    assert.equal(statusCode, status);
    assert.equal(headers['strict-transport-security'], 'max-age=63072000', `${status}`);
    assert.match(String(headers['content-security-policy']), /^default-src 'none'/, `${status}`);
  }
  const { headers } = await send('nonsense\r\n\r\n');
  assert.equal(headers['strict-transport-security'], 'max-age=63072000');
  assert.equal(headers['x-content-type-options'], 'nosniff');
});

test('Strict-Transport-Security includes subdomains only where the profile says so', async (t) => {
  const http = { publicScheme: 'https', hstsIncludeSubDomains: true } as const;
  const { app } = await startTestApp(t, { config: { http } });
  const { send } = await listen(app);
  for (const { headers } of [
    await app.inject({ url: '/api/auth/providers' }),
    await send('nonsense\r\n\r\n'),
  ])
    assert.equal(headers['strict-transport-security'], 'max-age=63072000; includeSubDomains');
});

const task = { description: 'Feed the cat', dueDate: '2026-10-02', importance: 'HIGH', state: 'TODO' };
