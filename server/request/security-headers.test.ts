import assert from 'node:assert/strict';
import { test } from 'node:test';

import { startTestApp } from '../../test/app.ts';

test('every answer, errors included, carries the security headers and none opens us to other sites', async (t) => {
  const { app } = await startTestApp(t);
  for (const url of [
    '/api/auth/providers',
    '/api/tasks',
    '/nowhere',
    '/health/live',
    '/api/auth/login',
    '/api/docs',
  ]) {
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

test('over https, and only there, browsers are told to stay with it', async (t) => {
  const { app } = await startTestApp(t, { config: { http: { publicScheme: 'https' } } });
  const { headers } = await app.inject({ url: '/api/auth/providers' });
  assert.match(String(headers['strict-transport-security']), /^max-age=63072000/);
});
