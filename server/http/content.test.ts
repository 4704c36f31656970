import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { fastify } from 'fastify';

import type { Content } from './content.ts';
import {
  acceptedCoding,
  accepts,
  matchesTag,
  isNavigation,
  makeContent,
  sendContent,
  memoryOf,
} from './content.ts';

const text = JSON.stringify(
  Array.from({ length: 6000 }, (_, id) => ({ id, description: 'Feed the cat' })),
);
const json = (bytes: Buffer | string, more = {}) =>
  makeContent({
    bytes: Buffer.from(bytes),
    type: 'application/json',
    tag: 'W/"1"',
    isFile: false,
    ...more,
  });

function serve(t: TestContext, content: Content) {
  const app = fastify();
  app.get('/', (request, reply) => sendContent(request, reply, content));
  t.after(() => app.close());
  return app;
}

test('a long text is sent in the encoding that the client accepts, of one length and one ETag', async (t) => {
  for (const more of [{}, { isFile: true }]) {
    const app = serve(t, json(text, more));
    for (const [accepted, coding, decode] of [
      ['identity', undefined, (bytes: Buffer) => bytes],
      ['gzip, br', 'br', brotliDecompressSync],
      ['*', 'br', brotliDecompressSync],
      ['gzip, br;q=0', 'gzip', gunzipSync],
    ] as const) {
      const answer = await app.inject({ url: '/', headers: { 'accept-encoding': accepted } });
      assert.equal(answer.headers['content-encoding'], coding, accepted);
      assert.equal(decode(answer.rawPayload).toString(), text, accepted);
      assert.equal(Number(answer.headers['content-length']), answer.rawPayload.length, accepted);
      assert.equal(answer.headers.etag, 'W/"1"', accepted);
      assert.equal(answer.headers.vary, 'Accept-Encoding', accepted);
    }
  }
});

test('a short text, a picture and a font are sent as they are', async (t) => {
  for (const [bytes, type] of [
    ['x'.repeat(4095), 'text/plain'],
    [text, 'font/woff2'],
    [text, 'image/png'],
  ] as const) {
    const app = serve(t, json(bytes, { type }));
    const answer = await app.inject({ url: '/', headers: { 'accept-encoding': 'br' } });
    assert.equal(answer.headers['content-encoding'], undefined, type);
    assert.equal(answer.body, bytes, type);
  }
});

test('each encoding is made once, however many requests wait for it, and is weighed with the content', async (t) => {
  const content = json(text);
  const app = serve(t, content);
  const [first, second] = await Promise.all(
    ['br', 'br', 'gzip'].map((coding) =>
      app.inject({ url: '/', headers: { 'accept-encoding': coding } }),
    ),
  );
  assert.deepEqual(first?.rawPayload, second?.rawPayload);
  const kept = content.encodings.get('br');
  assert.ok(Buffer.isBuffer(kept));
  await app.inject({ url: '/', headers: { 'accept-encoding': 'br' } });
  assert.equal(content.encodings.get('br'), kept);
  const encoded = [...content.encodings.values()].map((each) =>
    Buffer.isBuffer(each) ? each.length : -1,
  );
  assert.equal(memoryOf(content), text.length + encoded.reduce((sum, length) => sum + length));

  const waiting = json(text);
  waiting.encodings.set('br', new Promise(() => undefined));
  assert.equal(memoryOf(waiting), 2 * text.length, 'one that is being made counts as the whole');
});

test('the most specific range of an Accept header decides', () => {
  const allowed = [
    undefined,
    '',
    '*/*',
    'application/*',
    'text/html, application/json;q=0.1',
    'APPLICATION/JSON',
  ];
  const refused = [
    'text/html',
    'application/json;q=0, */*',
    'application/*;q=0, */*',
    '*/*;q=0',
    'image/*',
  ];
  for (const header of allowed) assert.equal(accepts(header, 'application/json'), true, header);
  for (const header of refused) assert.equal(accepts(header, 'application/json'), false, header);
});

test('space and tab around the parts of a header are nothing, and byte A0 is a part of them', () => {
  for (const [space, isNothing] of [
    [' ', true],
    ['\t', true],
    ['\u00a0', false],
  ] as const) {
    const around = (part: string) => space + part + space;
    assert.equal(accepts(around('application/json'), 'application/json'), isNothing);
    assert.equal(acceptedCoding(`br;${around('q=0')}`), isNothing ? undefined : 'br');
    assert.equal(isNavigation('GET', around('text/html')), isNothing);
    assert.equal(matchesTag(`"other",${around('"1"')}`, 'W/"1"'), isNothing);
  }
});
