import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { SignedIn } from './signed-in.ts';
import { good, signedIn } from './signed-in.ts';
import { listen, requestText } from './wire.ts';

const limit = 16 * 1024;

test('a body of 16 KiB is read, one byte more is 413, however it is sent', async (t) => {
  const begun = await signedIn(t);
  const { send } = await onTheWire(begun);
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
  for (const [bytes, status] of [
    [limit, 201],
    [limit + 1, 413],
    [limit * 64, 413],
  ] as const) {
    const body = good.padEnd(bytes);
    assert.equal((await begun.post(body)).statusCode, status, String(bytes));
    const chunks = [body.slice(0, 9), body.slice(9, 5_000), body.slice(5_000)].map(chunk).join('');
    const answer = await send('transfer-encoding: chunked', `${chunks}0\r\n\r\n`);
    assert.equal(answer.status, status, answer.body);
  }
  // Chunk extensions that are larger than the data of the chunk.
  const extended = ['transfer-encoding: chunked', `1;${'x'.repeat(20_000)}\r\n{\r\n`] as const;
  // Bodies that are refused by their announced length, before a byte has arrived.
  const announced = [limit + 1, 2 ** 31, 2 ** 53 - 1].map(
    (length) => [`content-length: ${length}`] as const,
  );
  for (const question of [extended, ...announced]) {
    const answer = await send(...question);
    assert.equal(answer.status, 413);
    assert.equal(JSON.parse(answer.body).code, 'body_too_large');
  }
  for (const length of ['-1', '1e3', '0x10', '9'.repeat(30), '5, 6', '+5', 'x'])
    assert.equal((await send(`content-length: ${length}`, good)).status, 400, length);
  assert.equal((await begun.list()).length, 2);
});

test('a body with a Content-Encoding is 415, whatever its content; a body of a GET and an unknown expectation change nothing', async (t) => {
  const begun = await signedIn(t);
  const { send, read } = await onTheWire(begun);
  const length = `content-length: ${good.length}`;
  for (const [header, status, body] of [
    ['content-encoding: gzip', 415, '\x1f\x8b'.padEnd(good.length, '\0')],
    ['content-encoding: br', 415, good],
    ['content-encoding: identity, gzip', 415, good],
    ['content-encoding: nonsense', 415, good],
    ['content-encoding: Identity', 201, good],
    ['expect: a-miracle', 201, good],
  ] as const) {
    const answer = await send(`${length}\r\n${header}`, body);
    assert.equal(answer.status, status, header);
    if (status === 415) assert.equal(JSON.parse(answer.body).code, 'body_not_json_type');
  }
  assert.equal((await read(length, good)).status, 200);
  assert.equal((await begun.list()).length, 2);
});

/** The service behind a socket, and requests of a signed-in person with one more header. */
async function onTheWire({ app, lines }: SignedIn) {
  const { send } = await listen(app);
  const ask = (line: string) => (header?: string, body?: string) =>
    send(requestText(line, [...lines, ...(header ? [header] : [])], body));
  return { send: ask('POST /api/tasks'), read: ask('GET /api/tasks') };
}
