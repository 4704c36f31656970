import assert from 'node:assert/strict';
import { test } from 'node:test';

import { listen, requestText } from './wire.ts';
import { good, signedIn } from './signed-in.ts';

const limit = 16 * 1024;

test('a body of 16 KiB is read, one byte more is 413, however it is sent', async (t) => {
  const { app, post, headers, list } = await signedIn(t);
  for (const [bytes, status] of [
    [limit - 1, 201],
    [limit, 201],
    [limit + 1, 413],
    [limit * 64, 413],
  ] as const) {
    assert.equal((await post(good.padEnd(bytes))).statusCode, status, String(bytes));
  }
  const { send } = await listen(app);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
  for (const [bytes, status] of [
    [limit, 201],
    [limit + 1, 413],
  ] as const) {
    const body = good.padEnd(bytes);
    const chunks = [body.slice(0, 9), body.slice(9, 5_000), body.slice(5_000)].map(chunk).join('');
    const answer = await send(
      requestText('POST /api/tasks', [...lines, 'transfer-encoding: chunked'], `${chunks}0\r\n\r\n`),
    );
    assert.equal(answer.status, status, answer.body);
  }
  for (const length of [limit + 1, 2 ** 31, 2 ** 53 - 1]) {
    // It is refused by its announced length, before a byte of it has come.
    const answer = await send(requestText('POST /api/tasks', [...lines, `content-length: ${length}`]));
    assert.equal(answer.status, 413);
    assert.match(answer.body, /"code":"body_too_large"/);
  }
  for (const length of ['-1', '1e3', '0x10', '9'.repeat(30), '5, 6', '+5', 'x']) {
    const answer = await send(requestText('POST /api/tasks', [...lines, `content-length: ${length}`], good));
    assert.equal(answer.status, 400, length);
  }
  // Extensions that are larger than the data of their chunk.
  const extended = `1;${'x'.repeat(20_000)}\r\n{\r\n`;
  const answer = await send(
    requestText('POST /api/tasks', [...lines, 'transfer-encoding: chunked'], extended),
  );
  assert.equal(answer.status, 413);
  assert.equal(JSON.parse(answer.body).code, 'body_too_large');
  assert.equal((await list()).length, 3);
});

test('a slow body keeps nobody else waiting, and one that never ends writes nothing', async (t) => {
  const { app, headers, list, service } = await signedIn(t);
  const { open, send } = await listen(app);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const head = requestText('POST /api/tasks', [...lines, `content-length: ${good.length}`]);

  const slow = await open();
  slow.socket.write(head + good.slice(0, 20));
  const broken = await open();
  broken.socket.write(head + good.slice(0, 20));

  const other = await send(requestText('GET /api/tasks', lines.slice(0, 2)));
  assert.equal(other.status, 200);
  assert.equal(other.body, '[]');

  const closed = new Promise((resolve) => app.server.once('connection', resolve));
  broken.socket.destroy();
  const after = send(requestText('GET /api/tasks', lines.slice(0, 2)));
  await closed;
  assert.equal((await after).body, '[]');

  slow.socket.write(good.slice(20));
  assert.equal((await slow.answer()).status, 201);
  assert.equal((await list()).length, 1);
  assert.deepEqual(service.takeErrors(), []);
});

test('a body with a Content-Encoding is 415, whatever its content; a body of a GET and an unknown expectation change nothing', async (t) => {
  const { app, headers, list } = await signedIn(t);
  const { send } = await listen(app);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const length = `content-length: ${good.length}`;
  const gzip = await send(requestText('POST /api/tasks', [...lines, length, 'content-encoding: gzip'], '\x1f\x8b'.padEnd(good.length, '\0'))); // prettier-ignore
  assert.equal(gzip.status, 415);
  assert.equal(JSON.parse(gzip.body).code, 'body_not_json_type');
  for (const [coding, status] of [
    ['br', 415],
    ['identity, gzip', 415],
    ['nonsense', 415],
    ['Identity', 201],
  ] as const) {
    const named = [...lines, length, `content-encoding: ${coding}`];
    assert.equal((await send(requestText('POST /api/tasks', named, good))).status, status, coding);
  }
  const expecting = await send(requestText('POST /api/tasks', [...lines, length, 'expect: a-miracle'], good));
  assert.equal(expecting.status, 201);
  const get = await send(requestText('GET /api/tasks', [...lines, length], good));
  assert.equal(get.status, 200);
  assert.equal((await list()).length, 2);
});
