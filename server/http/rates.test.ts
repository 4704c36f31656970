import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';

import type { Overrides } from '../../test/app.ts';
import { startTestApp } from '../../test/app.ts';
import { navigation } from '../../test/browser.ts';
import { emptyFolder } from '../../test/folder.ts';
import { listen, requestText } from '../../test/hostile/wire.ts';

const rates = { signInsPerMinute: 6, requestsPerSecond: 2 };

async function start(t: TestContext, http: NonNullable<Overrides['config']>['http'] = {}) {
  const webFolder = emptyFolder(t);
  writeFileSync(join(webFolder, 'index.html'), '<!doctype html><head></head>');
  const started = await startTestApp(t, {
    webFolder,
    config: { rates, http: { trustedProxies: ['127.0.0.1'], ...http } },
  });
  /** The statuses of so many requests in turn, sent to these paths for a client of this address. */
  async function send(count: number, paths: readonly string[], from = '192.0.2.1') {
    const statuses: number[] = [];
    for (let index = 0; index < count; index += 1) {
      const url = paths[index % paths.length] ?? '/';
      const { statusCode } = await started.app.inject({ url, headers: { 'x-forwarded-for': from } });
      statuses.push(statusCode);
    }
    return statuses.filter((status) => status !== 429).length;
  }
  return { ...started, send };
}

test('login and callback share the allowance of sign-ins, all else of the interface that of requests, and the page is free', async (t) => {
  const { app, send } = await start(t);
  assert.equal(await send(10, ['/api/auth/login', '/api/auth/callback', '/api/auth/%6cogin']), 6);
  assert.equal(
    await send(30, ['/api/tasks', '/api/auth/me', '/%61pi/tasks', '/api/nothing', '/nothing']),
    20,
  );
  assert.equal(await send(9, ['/', '/health/live', '/metrics']), 9);
  assert.match(
    (await app.inject('/metrics')).body,
    /dueline_problems_total\{code="too_many_requests"\} 14\n/,
  );
});

test('the 429 is a problem document with Retry-After and the headers of every response, and a page for a person', async (t) => {
  const { app, send, clock } = await start(t);
  await send(6, ['/api/auth/login']);
  const refused = await app.inject({ url: '/api/auth/login', headers: { 'x-forwarded-for': '192.0.2.1' } });
  assert.equal(refused.statusCode, 429);
  assert.equal(refused.json<{ code: string }>().code, 'too_many_requests');
  assert.equal(refused.headers['retry-after'], '10');
  assert.equal(refused.headers['x-content-type-options'], 'nosniff');
  const page = await app.inject({
    url: '/api/auth/login',
    headers: { ...navigation, 'x-forwarded-for': '192.0.2.1' },
  });
  assert.equal(page.statusCode, 429);
  assert.match(page.body, /Wait a minute/);
  clock.advance(10_000);
  assert.equal(await send(2, ['/api/auth/login']), 1);
});

test('each client of a trusted proxy has an allowance of its own', async (t) => {
  const { send } = await start(t);
  assert.equal(await send(30, ['/api/tasks'], '192.0.2.1'), 20);
  assert.equal(await send(30, ['/api/tasks'], '192.0.2.2'), 20);
  assert.equal(await send(30, ['/api/tasks'], '2001:db8::1'), 20);
  assert.equal(await send(30, ['/api/tasks'], '2001:db8::2'), 0, 'of the same network');
});

test('an address that no trusted proxy gives is not limited: it may stand for many people', async (t) => {
  const untrusting = await start(t, { trustedProxies: [] });
  assert.equal(await untrusting.send(30, ['/api/tasks']), 30);
  const { app } = await start(t);
  for (let count = 0; count < 30; count += 1) assert.equal((await app.inject('/api/tasks')).statusCode, 401);
});

test('a kept response counts like any other, and beyond the limit it is refused', async (t) => {
  const { app, signedIn } = await startTestApp(t, {
    config: { rates, http: { trustedProxies: ['loopback'] } },
  });
  const cookie = (await signedIn()).cookieHeader('/');
  const { send } = await listen(app);
  const full = t.mock.method(app, 'routing');
  const request = requestText('GET /api/tasks', [
    'host: tasks.example.com',
    'x-forwarded-for: 192.0.2.1',
    `cookie: ${cookie}`,
  ]);
  const statuses: number[] = [];
  for (let count = 0; count < 30; count += 1) statuses.push((await send(request)).status);
  assert.deepEqual(statuses, [...Array<number>(20).fill(200), ...Array<number>(10).fill(429)]);
  assert.equal(full.mock.callCount(), 11, 'the first one, and the refused ones');
});
