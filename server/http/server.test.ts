import assert from 'node:assert/strict';
import { test } from 'node:test';

import { startTestApp } from '../../test/app.ts';
import { assertProblem, fields } from '../../test/flows/task-fields.ts';
import { listen, requestText } from '../../test/hostile/wire.ts';

test('an unknown address is 404, a known one with another method 405 with Allow', async (t) => {
  const { app } = await startTestApp(t);
  for (const url of '/api/tasks/ /api/tasks/1/2 /api /API/tasks //api/tasks /api/tasks%2f1'.split(
    ' ',
  )) {
    assertProblem(await app.inject({ url }), 404, 'not_found');
  }
  const rows = [
    ['PATCH', '/api/tasks', 'GET, HEAD, POST'],
    ['OPTIONS', '/api/tasks/1', 'DELETE, PUT'],
    ['POST', '/api/auth/logout', 'GET, HEAD'],
    ['PUT', '/api/auth/login', 'GET, HEAD'],
  ] as const;
  for (const [method, url, allow] of rows) {
    const answer = await app.inject({
      method,
      url,
      headers: { 'content-type': 'text/plain' },
      payload: 'x',
    });
    assertProblem(answer, 405, 'method_not_allowed');
    assert.equal(answer.headers.allow, allow, `${method} ${url}`);
  }
});

test('an address with a fragment is 400, whatever it leads to', async (t) => {
  const { app } = await startTestApp(t);
  const { send } = await listen(app);
  for (const address of [
    '/metrics#x',
    '/api/tasks#',
    '/#a',
    '/health/live?a#b',
    'http://a/metrics#x',
  ]) {
    const { status, body } = await send(requestText(`GET ${address}`, ['host: a']));
    assert.equal(status, 400, address);
    assert.equal(JSON.parse(body).code, 'bad_request', address);
  }
});

for (const publicScheme of ['http', 'https'] as const)
  test(`every response over ${publicScheme} has the security headers, and nothing under /api may be stored`, async (t) => {
    const { app, signedIn } = await startTestApp(t, { config: { http: { publicScheme } } });
    const browser = await signedIn();
    const get = (url: string, headers = {}) => app.inject({ url, headers });
    const answers = [
      await get('/api/auth/providers'),
      await get('/health/live'),
      await browser.post('/api/tasks', fields),
      await browser.delete('/api/tasks/1'),
      await get('/api/auth/login', { purpose: 'prefetch' }),
      await get('/api/auth/login'),
      await get('/api/auth/logout'),
      await browser.get('/api/tasks', { 'if-none-match': '*' }),
      await get('/%zz'),
      await get('/api/auth/callback'),
      await get('/api/nowhere'),
      await app.inject({ method: 'PATCH', url: '/api/tasks' }),
      await get('/api/tasks', { 'x-requested-with': 'JavaScript' }),
    ];
    const statuses = answers.map(({ statusCode }) => statusCode);
    assert.deepEqual(statuses, [200, 200, 201, 204, 204, 302, 303, 304, 400, 401, 404, 405, 499]);
    const { status: raw, headers: rawHeaders } = await (await listen(app)).send('nonsense\r\n\r\n');
    for (const { statusCode: status, headers } of [
      ...answers,
      { statusCode: raw, headers: rawHeaders },
    ]) {
      const name = String(status);
      assert.match(
        String(headers['content-security-policy']),
        /^default-src 'none';.*frame-ancestors 'none'/,
        name,
      );
      assert.equal(headers['x-content-type-options'], 'nosniff', name);
      assert.equal(headers['referrer-policy'], 'no-referrer', name);
      assert.equal(headers['cross-origin-opener-policy'], 'same-origin', name);
      assert.match(String(headers['permissions-policy']), /camera=\(\)/, name);
      assert.equal(headers['access-control-allow-origin'], undefined, name);
      const transport = publicScheme === 'https' ? 'max-age=63072000' : undefined;
      assert.equal(headers['strict-transport-security'], transport, name);
      assert.equal(headers['cache-control'], 'no-store', name);
    }
  });

test('only declared members are sent', async (t) => {
  const more = { owner: 'ada@example.com', secret: 1 };
  const { signedIn } = await startTestApp(t, {
    store: { replaceTask: async () => Object.assign({ id: 1, ...fields }, more) },
  });
  const answer = await (await signedIn()).put('/api/tasks/1', fields);
  assert.deepEqual(answer.json(), { id: 1, ...fields });
});
