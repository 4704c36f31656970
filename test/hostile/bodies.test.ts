import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';

import { startTestApp } from '../app.ts';
import { assertProblem, fields } from '../flows/task-fields.ts';
import { listen, requestText } from './wire.ts';

const good = JSON.stringify(fields);
const withMember = (member: string) => `${good.slice(0, -1)},${member}}`;
const withDescription = (json: string) => good.replace('"Feed the cat"', json);
const limit = 16 * 1024;

test('a body that is no JSON in UTF-8 is refused with 400, whatever is wrong with it', async (t) => {
  const { post, list } = await signedIn(t);
  const bodies: readonly (string | Buffer)[] = [
    '',
    ' ',
    '{',
    '[',
    '"',
    `${good}}`,
    `${good}${good}`,
    good.slice(0, -1),
    good.replaceAll('"', "'"),
    `${good.slice(0, -1)},}`,
    `// a comment\n${good}`,
    `)]}'\n${good}`,
    withDescription('NaN'),
    withDescription('Infinity'),
    withDescription('0x1'),
    withDescription('01'),
    withDescription('undefined'),
    withDescription('"a\nb"'),
    withDescription('"\\x41"'),
    withDescription('"\\u12"'),
    Buffer.from(good, 'utf16le'),
    Buffer.from(`\ufeff${good}`, 'utf16le'),
    Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(good)]),
    Buffer.from(withDescription('"caf\xe9"'), 'latin1'),
    // Overlong, surrogate, beyond Unicode, cut off.
    ...[[0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82], [0x80]].map((bytes) =>
      Buffer.from(withDescription(`"a${String.fromCharCode(...bytes)}"`), 'latin1'),
    ),
    '['.repeat(limit),
    '{"a":'.repeat(3_000),
  ];
  for (const body of bodies) {
    const answer = await post(body);
    assert.equal(answer.statusCode, 400, body.toString().slice(0, 60));
    assertProblem(answer, 400, 'body_not_json');
    assert.doesNotMatch(answer.body, /position|Unexpected|Feed the cat/, 'the parser is not quoted');
  }
  assert.deepEqual(await list(), []);
});

test('JSON that is no task is refused with 400 and its faults', async (t) => {
  const { post, list } = await signedIn(t);
  for (const body of [
    'null',
    'true',
    '0',
    '"text"',
    '[]',
    '{}',
    `[${good}]`,
    `${'['.repeat(8_000)}${']'.repeat(8_000)}`,
    `{"__proto__":${good}}`,
    `{"constructor":{"prototype":${good}}}`,
    '{"__proto__":null,"toString":1,"length":4}',
    withDescription('null'),
    withDescription('1e999'),
    withDescription('["Feed the cat"]'),
    withDescription('{"toString":"x"}'),
    withDescription(`${'['.repeat(7_000)}${']'.repeat(7_000)}`),
    withDescription('"\\ud800"'),
    withDescription('"a\\udc00b"'),
    withDescription('"a\\u0000b"'),
    withDescription('"\\u2003\\u00a0\\ufeff"'),
    withDescription(`"${'\u{1f431}'.repeat(256)}"`),
    good.replace('"HIGH"', '"high"'),
    good.replace('"HIGH"', '"__proto__"'),
    good.replace('"TODO"', '"toString"'),
    good.replace('2026-10-02', '2026-02-30'),
    good.replace('2026-10-02', '2026-10-02T00:00:00Z'),
    good.replace('2026-10-02', '+002026-10-02'),
    good.replace('2026-10-02', '2026-10-02\\n'),
    good.replace('2026-10-02', '２０２６-10-02'),
  ]) {
    const answer = await post(body);
    assert.equal(answer.statusCode, 400, body.slice(0, 60));
    assertProblem(answer, 400, 'validation_failed');
    assert.ok(answer.json<{ errors: unknown[] }>().errors.length > 0);
  }
  assert.deepEqual(await list(), []);
  assert.equal(Object.getOwnPropertyNames(Object.prototype).includes('description'), false);
});

test('what else a body holds changes nothing: unknown, deep and repeated members, __proto__, a byte order mark', async (t) => {
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

test('a body that is compressed or sent with a GET is no way around, an expectation that nobody knows is none', async (t) => {
  const { app, headers, list } = await signedIn(t);
  const { send } = await listen(app);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const length = `content-length: ${good.length}`;
  const gzip = await send(requestText('POST /api/tasks', [...lines, length, 'content-encoding: gzip'], '\x1f\x8b'.padEnd(good.length, '\0'))); // prettier-ignore
  assert.equal(gzip.status, 415);
  const misnamed = await send(
    requestText('POST /api/tasks', [...lines, length, 'content-encoding: br'], good),
  );
  assert.equal(misnamed.status, 415);
  const expecting = await send(requestText('POST /api/tasks', [...lines, length, 'expect: a-miracle'], good));
  assert.equal(expecting.status, 201);
  const get = await send(requestText('GET /api/tasks', [...lines, length], good));
  assert.equal(get.status, 200);
  assert.equal((await list()).length, 1);
});

test('an Idempotency-Key or a Time-Zone made of anything is taken, ignored or refused with 400', async (t) => {
  const { post, list } = await signedIn(t);
  for (const [key, status] of [
    ['a', 201],
    ['x'.repeat(255), 201],
    ["'; DROP TABLE tasks; --".replaceAll(' ', '_'), 201],
    ['__proto__', 201],
    ['x'.repeat(256), 400],
    ['', 400],
    ['a b', 400],
    ['caf\xe9', 400],
  ] as const) {
    const answer = await post(good, { 'idempotency-key': key });
    assert.equal(answer.statusCode, status, key);
  }
  for (const zone of [
    '',
    'Europe/Nowhere',
    '+99:99',
    '../../etc/localtime',
    '__proto__',
    'x'.repeat(8_000),
    'caf\xe9',
  ])
    assert.equal((await post(good, { 'time-zone': zone })).statusCode, 201, zone.slice(0, 20));
  assert.equal((await list()).length, 11);
});

test('conditional requests: who may not see the list learns nothing, and no noise is an error', async (t) => {
  const { app, headers, service } = await signedIn(t);
  const { host, cookie } = headers;
  const get = (more: Record<string, string>) =>
    app.inject({ url: '/api/tasks', headers: { host, cookie, ...more } });
  const etag = String((await get({})).headers.etag);
  for (const held of [etag, `"x", ${etag}`, etag.replace('W/', ''), '*']) {
    const answer = await get({ 'if-none-match': held });
    assert.equal(answer.statusCode, 304, held);
    assert.equal(answer.body, '');
    const stranger = await app.inject({ url: '/api/tasks', headers: { host, 'if-none-match': held } });
    assertProblem(stranger, 401, 'not_authorized');
    assert.equal(stranger.headers.etag, undefined);
  }
  for (const held of [
    '',
    ',',
    'W/',
    '"',
    etag.slice(0, -2),
    etag.toUpperCase(),
    'x'.repeat(20_000),
    ','.repeat(20_000),
  ])
    assert.equal((await get({ 'if-none-match': held })).statusCode, 200, held.slice(0, 30));
  for (const more of [
    { range: 'bytes=0-0' },
    { range: 'bytes=-1,0-,99999999999999999999-' },
    { 'if-range': etag, range: 'bytes=0-0' },
    { 'if-modified-since': 'Thu, 01 Jan 2099 00:00:00 GMT' },
    { 'if-modified-since': 'noise' },
    { 'if-match': '"x"' },
  ]) {
    const answer = await get(more);
    assert.equal(answer.statusCode, 200, JSON.stringify(more));
    assert.equal(answer.body, '[]');
  }
  assert.deepEqual(service.takeErrors(), []);
});

async function signedIn(t: TestContext) {
  const service = await startTestApp(t);
  const browser = await service.signedIn();
  const headers = {
    host: 'tasks.example.com',
    cookie: browser.cookieHeader('/api/tasks'),
    'content-type': 'application/json',
  };
  const post = (payload: string | Buffer, more: Record<string, string> = {}) =>
    service.app.inject({ method: 'POST', url: '/api/tasks', headers: { ...headers, ...more }, payload });
  return {
    service,
    app: service.app,
    headers,
    post,
    list: () => service.store.listOwnedBy('ada@example.com'),
  };
}
