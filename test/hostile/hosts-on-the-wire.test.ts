import assert from 'node:assert/strict';
import { test } from 'node:test';

import { startTestApp } from '../app.ts';
import { listen, requestText } from './wire.ts';

test('Host lines that are missing, doubled or smuggled are refused before anything happens', async (t) => {
  const http = { allowedHosts: ['tasks.example.com'] };
  const { app } = await startTestApp(t, { config: { http } });
  const { send } = await listen(app);
  const own = 'host: tasks.example.com';
  for (const [what, request] of Object.entries({
    'none in HTTP/1.0': 'GET /api/auth/login HTTP/1.0\r\n\r\n',
    'two, ours first': requestText('GET /api/auth/login', [own, 'Host: evil.example']),
    'two, ours last': requestText('GET /api/auth/login', ['HOST: evil.example', own]),
    'two alike': requestText('GET /api/auth/login', [own, own]),
    'folded line': requestText('GET /api/auth/login', [own, ' evil.example']),
    'space before the colon': requestText('GET /api/auth/login', ['host : tasks.example.com']),
    'a NUL in it': requestText('GET /api/auth/login', ['host: tasks.example.com\0evil.example']),
    'a bare line feed in it': requestText('GET /api/auth/login', [own, 'x: a\rhost: evil.example']),
    'length and chunks': requestText('POST /api/tasks', [own, 'content-length: 5', 'transfer-encoding: chunked'], '0\r\n\r\nGET /api/auth/login HTTP/1.1\r\nhost: evil.example\r\n\r\n'), // prettier-ignore
    'two lengths': requestText('POST /api/tasks', [own, 'content-length: 5', 'content-length: 6'], 'abcdef'),
    'HTTP/2 in clear': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'an authority as target': requestText('GET tasks.example.com:80', [own]),
    'a star as target': requestText('GET *', [own]),
  })) {
    const { status, headers, body } = await send(request);
    assert.ok(status === 400 || status === 404, `${what}: ${status} ${body}`);
    assert.match(headers['content-type'] ?? '', /^application\/problem\+json/, what);
    assert.equal(headers.location, undefined, what);
    assert.equal(headers['set-cookie'], undefined, what);
  }
});

test('a request of HTTP/1.1 without a Host line is refused, even a probe', async (t) => {
  const { app } = await startTestApp(t);
  const { send } = await listen(app);
  for (const path of ['/api/auth/login', '/health/live']) {
    const { status, body } = await send(requestText(`GET ${path}`, []));
    assert.equal(status, 400, path);
    assert.equal(JSON.parse(body).code, 'host_not_allowed', path);
  }
  assert.equal((await send('GET /health/live HTTP/1.0\r\n\r\n')).status, 200);
});

test('an absolute address as target counts as its path, and its host only when it is ours', async (t) => {
  const http = { allowedHosts: ['tasks.example.com'] };
  const { app } = await startTestApp(t, { config: { http } });
  const { send } = await listen(app);
  const ask = (target: string) => send(requestText(`GET ${target}`, ['host: tasks.example.com']));
  const own = await ask('http://tasks.example.com/api/auth/login');
  assert.equal(own.status, 302);
  assert.match(own.headers.location ?? '', /redirect_uri=http%3A%2F%2Ftasks\.example\.com%2F/);
  const providers = await ask('http://TASKS.example.com/api/auth/providers');
  assert.equal(providers.status, 200);
  assert.equal(providers.headers['cache-control'], 'no-store');
  for (const target of [
    'http://evil.example/api/auth/login',
    'https://evil.example/api/auth/login',
    'http://tasks.example.com@evil.example/api/auth/login',
    'http://evil.example/',
    'ftp://tasks.example.com/api/auth/login',
    'javascript:alert(1)',
  ]) {
    const { status, headers } = await ask(target);
    assert.ok(status >= 400 && status < 500, `${target}: ${status}`);
    assert.equal(headers.location, undefined, target);
    assert.equal(headers['set-cookie'], undefined, target);
  }
});
