import assert from 'node:assert/strict';
import { test } from 'node:test';

import { startTestApp } from '../../test/app.ts';
import { listen, requestText } from '../../test/hostile/wire.ts';

test('an unknown address is 404, a known one with another method 405 with Allow', async (t) => {
  const { app } = await startTestApp(t);
  for (const url of [
    '/api/tasks/',
    '/api/tasks/1/2',
    '/api/task',
    '/api',
    '/API/tasks',
    '//api/tasks',
    '/api/tasks%2f1',
  ]) {
    const answer = await app.inject({ url });
    assert.equal(answer.statusCode, 404, url);
    assert.equal(answer.json<{ code: string }>().code, 'not_found');
  }
  const rows = [
    ['PATCH', '/api/tasks', 'GET, HEAD, POST'],
    ['DELETE', '/api/tasks?id=1', 'GET, HEAD, POST'],
    ['OPTIONS', '/api/tasks/1', 'DELETE, PUT'],
    ['GET', '/api/tasks/1', 'DELETE, PUT'],
    ['POST', '/api/auth/logout', 'GET, HEAD'],
    ['PUT', '/api/auth/login', 'GET, HEAD'],
  ] as const;
  for (const [method, url, allow] of rows) {
    const answer = await app.inject({ method, url, headers: { 'content-type': 'text/plain' }, payload: 'x' });
    assert.equal(answer.statusCode, 405, `${method} ${url}`);
    assert.equal(answer.headers.allow, allow);
    assert.equal(answer.json<{ code: string }>().code, 'method_not_allowed');
  }
});

test('an address over 8 KiB is 414, one that cannot be decoded 400', async (t) => {
  const { app } = await startTestApp(t);
  const long = await app.inject({ url: `/api/auth/callback?code=${'x'.repeat(8192)}` });
  assert.equal(long.statusCode, 414);
  assert.equal(long.json<{ code: string }>().code, 'uri_too_long');
  const broken = await app.inject({ url: '/api/tasks/%E0%A4%A' });
  assert.equal(broken.statusCode, 400);
  assert.equal(broken.json<{ code: string }>().code, 'bad_request');
  assert.equal(broken.headers['x-content-type-options'], 'nosniff');
});

test('an address with a fragment is 400, whatever it leads to', async (t) => {
  const { app } = await startTestApp(t);
  const { send } = await listen(app);
  for (const address of ['/metrics#x', '/api/tasks#', '/#a', '/health/live?a#b', 'http://a/metrics#x']) {
    const { status, body } = await send(requestText(`GET ${address}`, ['host: a']));
    assert.equal(status, 400, address);
    assert.equal(JSON.parse(body).code, 'bad_request', address);
  }
});
