import assert from 'node:assert/strict';
import { test } from 'node:test';

import { assertProblem, fields } from '../flows/task-fields.ts';
import type { SignedIn } from './signed-in.ts';
import { good, signedIn } from './signed-in.ts';
import { listen, requestText } from './wire.ts';

const limit = 16 * 1024;

const withMember = (member: string) => `${good.slice(0, -1)},${member}}`;

const withDescription = (json: string) => good.replace('"Feed the cat"', json);

test('a body that is not JSON in UTF-8 is refused with 400', async (t) => {
  const { post, list } = await signedIn(t);
  const inQuotes = ['NaN', 'Infinity', '0x1', '01', 'undefined', '"a\nb"', '"\\x41"', '"\\u12"'];
  // Overlong, surrogate, beyond Unicode, cut off, and Latin-1.
  const notUtf8 = [[0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82], [0x80], [0xe9]];
  const bodies: readonly (string | Buffer)[] = [
    ['', ' ', '{', '[', '"', `${good}}`, `${good}${good}`, good.slice(0, -1), good.replaceAll('"', "'")],
    [`${good.slice(0, -1)},}`, `// a comment\n${good}`, `)]}'\n${good}`],
    ['['.repeat(limit), '{"a":'.repeat(3_000)],
    inQuotes.map(withDescription),
    [good, `\ufeff${good}`].map((text) => Buffer.from(text, 'utf16le')),
    [Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(good)])],
    notUtf8.map((bytes) => Buffer.from(withDescription(`"a${String.fromCharCode(...bytes)}"`), 'latin1')),
  ].flat();
  for (const body of bodies) {
    const answer = await post(body);
    assert.equal(answer.statusCode, 400, body.toString().slice(0, 60));
    assertProblem(answer, 400, 'body_not_json');
    assert.doesNotMatch(answer.body, /position|Unexpected|Feed the cat/, 'the parser is not quoted');
  }
  assert.deepEqual(await list(), []);
});

test('unknown, deep and repeated members, __proto__ and a byte order mark change nothing', async (t) => {
  const { post, list } = await signedIn(t);
  const deep = `${'['.repeat(7_000)}${']'.repeat(7_000)}`;
  const bodies = [
    good,
    `\ufeff${good}`,
    ` \t\r\n${good} \t\r\n`,
    withMember('"id":7'),
    withMember('"owner":"grace@example.com"'),
    withMember('"__proto__":{"description":"","isAdmin":true}'),
    withMember('"constructor":{"prototype":{"isAdmin":true}}'),
    withMember('"hasOwnProperty":1'),
    withMember(`"deep":${deep}`),
    withMember('"":1'),
    `{"description":"the first",${good.slice(1)}`,
    good.replace('"state"', '"\\u0073tate"'),
  ];
  for (const body of bodies) {
    const answer = await post(body);
    assert.equal(answer.statusCode, 201, `${body.slice(0, 40)}: ${answer.body}`);
  }
  assert.deepEqual(
    await list(),
    bodies.map((_, index) => ({ id: index + 1, ...fields })),
  );
  assert.equal('isAdmin' in {}, false);
});

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
  // Extensions that are larger than the data of their chunk.
  const extended = ['transfer-encoding: chunked', `1;${'x'.repeat(20_000)}\r\n{\r\n`] as const;
  // Refused by its announced length, before a byte of it has come.
  const announced = [limit + 1, 2 ** 31, 2 ** 53 - 1].map((length) => [`content-length: ${length}`] as const);
  for (const question of [extended, ...announced]) {
    const answer = await send(...question);
    assert.equal(answer.status, 413);
    assert.equal(JSON.parse(answer.body).code, 'body_too_large');
  }
  for (const length of ['-1', '1e3', '0x10', '9'.repeat(30), '5, 6', '+5', 'x'])
    assert.equal((await send(`content-length: ${length}`, good)).status, 400, length);
  assert.equal((await begun.list()).length, 2);
});

test('a slow body keeps nobody else waiting, and one that never ends writes nothing', async (t) => {
  const begun = await signedIn(t);
  const { open, read } = await onTheWire(begun);
  const head = requestText('POST /api/tasks', [...begun.lines, `content-length: ${good.length}`]);
  const [slow, broken] = [await open(), await open()];
  for (const { socket } of [slow, broken]) socket.write(head + good.slice(0, 20));
  assert.equal((await read()).body, '[]');

  const closed = new Promise((resolve) => begun.app.server.once('connection', resolve));
  broken.socket.destroy();
  const after = read();
  await closed;
  assert.equal((await after).body, '[]');

  slow.socket.write(good.slice(20));
  assert.equal((await slow.answer()).status, 201);
  assert.equal((await begun.list()).length, 1);
  assert.deepEqual(begun.service.takeErrors(), []);
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

/** The service behind a socket, and requests of the person who is signed in with one more header. */
async function onTheWire({ app, lines }: SignedIn) {
  const { open, send } = await listen(app);
  const ask = (line: string) => (header?: string, body?: string) =>
    send(requestText(line, [...lines, ...(header ? [header] : [])], body));
  return { open, send: ask('POST /api/tasks'), read: ask('GET /api/tasks') };
}
