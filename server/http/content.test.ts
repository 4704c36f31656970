import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { fastify } from 'fastify';

import { startTestApp } from '../../test/app.ts';
import type { Content } from './content.ts';
import {
  acceptedCoding,
  accepts,
  holdsAlready,
  isNavigation,
  makeContent,
  sendContent,
  weightOf,
} from './content.ts';

const text = JSON.stringify(Array.from({ length: 6000 }, (_, id) => ({ id, description: 'Feed the cat' })));
const json = (bytes: Buffer | string, more = {}) =>
  makeContent({ bytes: Buffer.from(bytes), type: 'application/json', tag: 'W/"1"', ...more });

function serve(t: TestContext, content: Content) {
  const app = fastify();
  app.get('/', (request, reply) => sendContent(request, reply, content, { 'x-more': 'yes' }));
  t.after(() => app.close());
  return app;
}

test('a long text is sent in the encoding that the client accepts, of one length and one ETag', async (t) => {
  for (const more of [{}, { isFile: true }]) {
    const app = serve(t, json(text, more));
    for (const [accepted, coding, decode] of [
      [undefined, undefined, (bytes: Buffer) => bytes],
      ['gzip, br', 'br', brotliDecompressSync],
      ['gzip, br;q=0', 'gzip', gunzipSync],
    ] as const) {
      for (const time of ['first', 'second']) {
        const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
        const answer = await app.inject({ url: '/', headers });
        const name = `${time} ${coding}`;
        assert.equal(answer.headers['content-encoding'], coding, name);
        assert.equal(decode(answer.rawPayload).toString(), text, name);
        assert.equal(Number(answer.headers['content-length']), answer.rawPayload.length, name);
        assert.equal(answer.headers.etag, 'W/"1"', name);
        assert.equal(answer.headers.vary, 'Accept-Encoding', name);
        assert.equal(answer.headers['x-more'], 'yes', name);
        const head = await app.inject({ method: 'HEAD', url: '/', headers });
        assert.equal(head.body, '', name);
        assert.equal(head.headers['content-length'], answer.headers['content-length'], name);
      }
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

test('a client that has the content gets 304, for which no byte of it is touched', async (t) => {
  const content: Content = {
    ...json(''),
    get bytes(): Buffer {
      throw new Error('touched');
    },
  };
  const app = serve(t, content);
  for (const held of ['W/"1"', '"1"', '"other", W/"1"', '*']) {
    const answer = await app.inject({ url: '/', headers: { 'if-none-match': held } });
    assert.equal(answer.statusCode, 304, held);
    assert.equal(answer.body, '');
    assert.equal(answer.headers.etag, 'W/"1"');
    assert.equal(answer.headers.vary, 'Accept-Encoding');
    assert.equal(answer.headers['x-more'], 'yes');
  }
  assert.equal((await app.inject({ url: '/', headers: { 'if-none-match': '"W/"1""' } })).statusCode, 500);
});

test('each encoding is made once, however many requests wait for it, and is weighed with the content', async (t) => {
  const content = json(text);
  const app = serve(t, content);
  const [first, second] = await Promise.all(
    ['br', 'br', 'gzip'].map((coding) => app.inject({ url: '/', headers: { 'accept-encoding': coding } })),
  );
  assert.deepEqual(first?.rawPayload, second?.rawPayload);
  const kept = content.encodings.get('br');
  assert.ok(Buffer.isBuffer(kept));
  await app.inject({ url: '/', headers: { 'accept-encoding': 'br' } });
  assert.equal(content.encodings.get('br'), kept);
  const encoded = [...content.encodings.values()].map((each) => (Buffer.isBuffer(each) ? each.length : -1));
  assert.equal(weightOf(content), text.length + encoded.reduce((sum, length) => sum + length));

  const waiting = json(text);
  waiting.encodings.set('br', new Promise(() => undefined));
  assert.equal(weightOf(waiting), 2 * text.length, 'one that is being made counts as the whole');
});

test('the list has an ETag, and 304 for it until it changes; a write and an error have none', async (t) => {
  const { openBrowser, signedIn } = await startTestApp(t);
  const browser = await signedIn();
  const fields = { description: 'Feed the cat', dueDate: '2026-10-02', importance: 'HIGH', state: 'TODO' };
  const { headers: before } = await browser.get('/api/tasks');
  assert.match(String(before.etag), /^W\/"[\w.-]+"$/);
  const again = await browser.get('/api/tasks', { 'if-none-match': String(before.etag) });
  assert.deepEqual([again.statusCode, again.body, again.headers['content-type']], [304, '', undefined]);
  assert.equal(again.headers.etag, before.etag);
  assert.equal((await browser.get('/api/tasks', { 'if-none-match': '"other"' })).statusCode, 200);
  for (const [write, status] of [
    [browser.post('/api/tasks', fields, { 'if-none-match': '*' }), 201],
    [browser.put('/api/tasks/1', fields, { 'if-none-match': '*' }), 200],
    [openBrowser().get('/api/tasks', { 'if-none-match': '*' }), 401],
  ] as const) {
    const { statusCode, headers } = await write;
    assert.deepEqual([statusCode, headers.etag], [status, undefined]);
  }
  const changed = await browser.get('/api/tasks', { 'if-none-match': String(before.etag) });
  assert.equal(changed.statusCode, 200);
  assert.notEqual(changed.headers.etag, before.etag);
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
  const refused = ['text/html', 'application/json;q=0, */*', 'application/*;q=0, */*', '*/*;q=0', 'image/*'];
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
    assert.equal(holdsAlready(`"other",${around('"1"')}`, '"1"'), isNothing);
  }
});

test('only a GET that names text/html is a navigation', () => {
  assert.equal(isNavigation('GET', 'text/html,application/xhtml+xml,*/*;q=0.8'), true);
  assert.equal(isNavigation('GET', '*/*'), false);
  assert.equal(isNavigation('GET', 'text/html;q=0'), false);
  assert.equal(isNavigation('GET', undefined), false);
  assert.equal(isNavigation('POST', 'text/html'), false);
});

test('the first allowed content coding is used', () => {
  assert.equal(acceptedCoding('gzip, deflate, br'), 'br');
  assert.equal(acceptedCoding('gzip;q=1.0, br;q=0'), 'gzip');
  assert.equal(acceptedCoding('*'), 'br');
  assert.equal(acceptedCoding('identity'), undefined);
  assert.equal(acceptedCoding(undefined), undefined);
});
