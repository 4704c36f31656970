import assert from 'node:assert/strict';
import { test } from 'node:test';

import { assertProblem, fields } from '../flows/task-fields.ts';
import { good, signedIn, withOneTask } from './signed-in.ts';
import { listen, requestText } from './wire.ts';

test('unknown methods are refused on the wire, and TRACE echoes nothing', async (t) => {
  const { app, headers, list } = await withOneTask(t);
  const { send } = await listen(app);
  const lines = ['host: tasks.example.com', `cookie: ${headers.cookie}`];
  for (const method of [
    'TRACE',
    'PROPFIND',
    'MKCOL',
    'QUERY',
    'PATCH',
    'LOCK',
    'REPORT',
    'LINK',
    'SEARCH',
  ]) {
    for (const path of ['/api/tasks', '/api/tasks/1', '/api/auth/me', '/api/auth/logout']) {
      const answer = await send(requestText(`${method} ${path}`, lines));
      assert.ok([404, 405].includes(answer.status), `${method} ${path}: ${answer.status}`);
      assert.equal(answer.headers['set-cookie'], undefined);
      assert.ok(!answer.body.includes(headers.cookie.slice(20, 60)));
    }
  }
  const nonsense = [
    'get /api/tasks',
    'Get /api/tasks',
    'DELETE\t/api/tasks/1',
    'NONSENSE /',
    ' GET /',
  ];
  for (const line of nonsense)
    assert.equal((await send(requestText(line, lines))).status, 400, line);
  const tunnel = await send('CONNECT evil.example:443 HTTP/1.1\r\nhost: evil.example:443\r\n\r\n');
  assert.equal(tunnel.status, 0, 'no tunnel, the connection is closed');
  assert.equal((await list()).length, 1);
});

test('ids in every notation: the task of that number, 404 for a number without one, else 400', async (t) => {
  const { app, headers, list } = await withOneTask(t);
  const noneHas = '0 -0 -1 9007199254740991 9007199254740992 9007199254740993 007';
  const int64 = ['9223372036854775807', '-9223372036854775808'];
  const beyond = '-9223372036854775809 9223372036854775808 18446744073709551617';
  const notations = '1e3 1e0 1.0 0x1 1n 1_0 +1 --1 1;2 1,1 NaN Infinity null';
  const encoded =
    "%2D%2D1 %201 1%20 1%0A 1%00 1%2F1 %EF%BC%91 %D9%A1 %5B1%5D 1'-- 1%20OR%201=1 % %zz %ff";
  const integers = ['1', '%31', ...noneHas.split(' '), ...int64];
  const others = [
    ...[beyond, notations, encoded].flatMap((row) => row.split(' ')),
    '1'.repeat(4_000),
  ];
  const payload = JSON.stringify(fields);
  const { 'content-type': _, ...own } = headers;
  for (const id of [...integers, ...others]) {
    const url = `/api/tasks/${id}`;
    const put = await app.inject({ method: 'PUT', url, headers, payload });
    if (id === '1' || id === '%31') {
      assert.equal(put.statusCode, 200, id);
      continue;
    }
    const deleted = await app.inject({ method: 'DELETE', url, headers: own });
    // An id that cannot be decoded is refused before the id is read.
    const code = integers.includes(id) ? /"task_not_found"/ : /"(id_not_integer|bad_request)"/;
    for (const answer of [put, deleted]) {
      assert.equal(answer.statusCode, integers.includes(id) ? 404 : 400, id.slice(0, 30));
      assert.match(answer.body, code, id.slice(0, 30));
    }
  }
  assert.deepEqual(await list(), [{ id: 1, ...fields }]);
});

test('an Idempotency-Key made of anything is taken or refused with 400, and with another body it is 422', async (t) => {
  const { post, list } = await signedIn(t);
  const taken = ['a', 'x'.repeat(255), "';_DROP_TABLE_tasks;_--", '__proto__', '!', '"quoted"'];
  for (const key of taken)
    assert.equal((await post(good, { 'idempotency-key': key })).statusCode, 201, key);
  for (const key of ['x'.repeat(256), '', 'a b', 'caf\xe9'])
    assertProblem(await post(good, { 'idempotency-key': key }), 400, 'bad_request');
  const other = await post(good.replace(fields.description, 'Other'), { 'idempotency-key': 'a' });
  assertProblem(other, 422, 'idempotency_key_reused');
  assert.equal((await list()).length, taken.length);
});
