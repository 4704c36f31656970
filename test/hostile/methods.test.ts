import assert from 'node:assert/strict';
import { test } from 'node:test';

import { fields } from '../flows/task-fields.ts';
import { listen, requestText } from './wire.ts';
import { withOneTask } from './signed-in.ts';

test('no header and no parameter replaces the method', async (t) => {
  const { app, headers, list } = await withOneTask(t);
  const overrides = ['x-http-method-override', 'x-http-method', 'x-method-override'];
  const tricks: ReadonlyArray<readonly [method: Method, url: string, override: string]> = [
    ['GET', '/api/tasks', 'POST'],
    ['GET', '/api/tasks/1', 'DELETE'],
    ['HEAD', '/api/tasks/1', 'PUT'],
    ['POST', '/api/tasks/1', 'DELETE'],
    ['GET', '/api/tasks?_method=POST', 'POST'],
    ['POST', '/api/tasks/1?_method=DELETE', 'DELETE'],
    ['OPTIONS', '/api/tasks/1', 'DELETE'],
    ['PATCH', '/api/tasks/1', 'PUT'],
  ];
  for (const [method, url, override] of tricks) {
    const said = { ...headers, ...Object.fromEntries(overrides.map((name) => [name, override])) };
    const answer = await app.inject({ method, url, headers: said });
    const isList = method === 'GET' && url.startsWith('/api/tasks') && !url.includes('/1');
    assert.equal(answer.statusCode, isList ? 200 : 405, `${method} ${url}`);
  }
  assert.deepEqual(await list(), [{ id: 1, ...fields }]);
});

test('unknown methods are refused on the wire, and TRACE echoes nothing', async (t) => {
  const { app, headers, list } = await withOneTask(t);
  const { send } = await listen(app);
  const lines = ['host: tasks.example.com', `cookie: ${headers.cookie}`];
  for (const method of ['TRACE', 'PROPFIND', 'MKCOL', 'QUERY', 'PATCH', 'LOCK', 'REPORT', 'LINK', 'SEARCH']) {
    for (const path of ['/api/tasks', '/api/tasks/1', '/api/auth/me', '/api/auth/logout']) {
      const answer = await send(requestText(`${method} ${path}`, lines));
      assert.ok([404, 405].includes(answer.status), `${method} ${path}: ${answer.status}`);
      assert.equal(answer.headers['set-cookie'], undefined);
      assert.ok(!answer.body.includes(headers.cookie.slice(20, 60)));
    }
  }
  for (const line of [
    'get /api/tasks',
    'Get /api/tasks',
    'DELETE\t/api/tasks/1',
    'NONSENSE /api/tasks',
    ' GET /',
  ])
    assert.equal((await send(requestText(line, lines))).status, 400, line);
  const tunnel = await send('CONNECT evil.example:443 HTTP/1.1\r\nhost: evil.example:443\r\n\r\n');
  assert.equal(tunnel.status, 0, 'no tunnel, the connection is closed');
  assert.equal((await list()).length, 1);
});

test('ids in every notation: the task of that number, 404 for a number without one, else 400', async (t) => {
  const { app, headers, list } = await withOneTask(t);
  const ids = {
    '1': 200,
    '%31': 200,
    '0': 404,
    '-0': 404,
    '-1': 404,
    '9007199254740991': 404,
    '9007199254740992': 404,
    '9007199254740993': 404,
    '9223372036854775807': 404,
    '-9223372036854775808': 404,
    '007': 404,
    '-9223372036854775809': 400,
    '9223372036854775808': 400,
    '18446744073709551617': 400,
    '1e3': 400,
    '1e0': 400,
    '1.0': 400,
    '0x1': 400,
    '1n': 400,
    '1_0': 400,
    '+1': 400,
    '--1': 400,
    '%2D%2D1': 400,
    '%201': 400,
    '1%20': 400,
    '1%0A': 400,
    '1%00': 400,
    '1%2F1': 400,
    '1;2': 400,
    '1,1': 400,
    '%EF%BC%91': 400,
    '%D9%A1': 400,
    NaN: 400,
    Infinity: 400,
    null: 400,
    '%5B1%5D': 400,
    "1'--": 400,
    '1%20OR%201=1': 400,
    '%': 400,
    '%zz': 400,
    '%ff': 400,
    ['1'.repeat(4_000)]: 400,
  };
  for (const [id, status] of Object.entries(ids)) {
    const put = await app.inject({
      method: 'PUT',
      url: `/api/tasks/${id}`,
      headers,
      payload: JSON.stringify(fields),
    });
    assert.equal(put.statusCode, status, `PUT ${id.slice(0, 30)}: ${put.body}`);
    if (status === 200) continue;
    const deleted = await app.inject({
      method: 'DELETE',
      url: `/api/tasks/${id}`,
      headers: { host: headers.host, cookie: headers.cookie },
    });
    assert.equal(deleted.statusCode, status, `DELETE ${id.slice(0, 30)}: ${deleted.body}`);
    // What cannot be decoded is refused before there is an id.
    const codes = status === 404 ? ['task_not_found'] : ['id_not_integer', 'bad_request'];
    for (const answer of [put, deleted])
      assert.ok(codes.includes(answer.json<{ code: string }>().code), `${id.slice(0, 30)}: ${answer.body}`);
  }
  assert.deepEqual(await list(), [{ id: 1, ...fields }]);
});

type Method = 'GET' | 'HEAD' | 'POST' | 'OPTIONS' | 'PATCH';
