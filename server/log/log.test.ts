import assert from 'node:assert/strict';
import { test } from 'node:test';

import { startTestApp } from '../../test/app.ts';
import { listen, requestText } from '../../test/hostile/wire.ts';

test('each request is one line with a request id, method, route, at most 200 characters of the path without query, status and time', async (t) => {
  const { app, logged } = await startTestApp(t);
  await app.inject({ method: 'DELETE', url: '/api/tasks/7?why=because' });
  await app.inject({ url: `/${'a'.repeat(300)}` });
  const [line, long, ...others] = logged.filter(({ msg }) => msg === 'answered');
  assert.equal(others.length, 0);
  assert.equal(long?.['path'], `/${'a'.repeat(199)}`);
  assert.ok(line);
  const { requestId, method, route, path, status, ms } = line;
  assert.match(String(requestId), /^[\w-]{36}$/);
  assert.deepEqual(
    { method, route, path, status },
    { method: 'DELETE', route: '/api/tasks/:id', path: '/api/tasks/7', status: 401 },
  );
  assert.equal(ms, Math.round(Number(ms) * 10) / 10);
});

test('a request refused before any hook has its log line too, with the id in its response', async (t) => {
  const { app, logged } = await startTestApp(t);
  const { send } = await listen(app);
  for (const [request, status, path] of [
    [requestText('GET /%zz', ['host: a']), 400, '/%zz'],
    ['nonsense\r\n\r\n', 400, null],
    [requestText('GET /', ['host: a', `cookie: junk=${'x'.repeat(33_000)}`]), 431, null],
  ] as const) {
    const answer = await send(request);
    assert.equal(answer.status, status);
    const { requestId } = JSON.parse(answer.body);
    const lines = logged.filter(
      (line) => line.msg === 'answered' && line['requestId'] === requestId,
    );
    assert.deepEqual(
      lines.map((line) => [line.level, line['status'], line['path']]),
      [['info', status, path]],
    );
  }
});

test('the id that a trusted proxy has given a request is in its line; no other is', async (t) => {
  const config = { http: { trustedProxies: ['127.0.0.1'] } };
  const { app, logged } = await startTestApp(t, { config });
  const send = (id: string, remoteAddress: string) =>
    app.inject({
      url: '/api/tasks',
      remoteAddress,
      headers: { 'x-request-id': id, 'x-forwarded-for': '203.0.113.9' },
    });
  for (const [id, from, expected] of [
    ['37c5df8d-7d20@1.a:b', '127.0.0.1', '37c5df8d-7d20@1.a:b'],
    ['forged', '192.0.2.1', undefined],
    ['two words', '127.0.0.1', undefined],
    ['a'.repeat(65), '127.0.0.1', undefined],
    ['', '127.0.0.1', undefined],
  ] as const) {
    await send(id, from);
    const line = logged.findLast(({ msg }) => msg === 'answered');
    assert.equal(line?.['proxyRequestId'], expected, id);
    assert.notEqual(line?.['requestId'], id);
  }
});

test('probes are not logged at the default level', async (t) => {
  const { app, logged } = await startTestApp(t, { config: { log: { level: 'info' } } });
  for (const url of ['/health/live', '/health/ready', '/metrics']) await app.inject({ url });
  assert.deepEqual(logged, []);
});
