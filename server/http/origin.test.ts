import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';

import fc from 'fast-check';

import type { Http } from '../../test/origins.ts';
import { anyHost, appWith, ask, oneHost, proxy } from '../../test/origins.ts';

for (const [host, href] of [
  ['localhost:8080', 'http://localhost:8080'],
  ['127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['[::1]:8080', 'http://[::1]:8080'],
  ['[fe80::10]', 'http://[fe80::10]'],
  ['tasks:8', 'http://tasks:8'],
  ['tasks.example.com', 'http://tasks.example.com'],
  ['TASKS.example.COM', 'http://tasks.example.com'],
  ['tasks.example.com:80', 'http://tasks.example.com'],
  ['tasks.example.com:443', 'http://tasks.example.com:443'],
  ['my_host', 'http://my_host'],
  ['xn--bcher-kva.example', 'http://xn--bcher-kva.example'],
] as const) {
  test(`the origin is built from the Host header: ${host}`, async () => {
    const answer = await ask(anyHost, { host });
    assert.deepEqual(answer, { status: 200, href });
  });
}

const malformedHosts = [
  ' ',
  '.',
  'a..b:99999',
  'a:',
  'a:b',
  'a:080',
  'a:65536',
  'a b',
  'a/b',
  'a\\b',
  'a?b',
  'a#b',
  'user@a',
  'a,b',
  'a%2eb',
  'a.',
  '-a',
  '::1',
  '[::1',
  '[::1]x',
  '[::g]',
  '[0:0:0:0:0:0:0:1]',
  '0x7f.1',
  '0177.0.0.1',
  '2130706433',
  '127.1',
  'b\u00fccher.example',
  'javascript:alert(1)',
  'http://a',
];
for (const host of malformedHosts) {
  test(`a malformed Host is refused with host_not_allowed: ${JSON.stringify(host)}`, async () => {
    assert.deepEqual(await ask(anyHost, { host }), { status: 400, code: 'host_not_allowed' });
  });
}

test('a configured host with the default port of its scheme equals the host without it', async () => {
  for (const [scheme, port, other] of [
    ['https', 443, 80],
    ['http', 80, 443],
  ] as const) {
    const http: Http = { allowedHosts: [`tasks.example.com:${port}`], publicScheme: scheme };
    for (const host of ['tasks.example.com', `tasks.example.com:${port}`])
      assert.deepEqual(await ask(http, { host }), { status: 200, href: `${scheme}://tasks.example.com` });
    assert.equal((await ask(http, { host: `tasks.example.com:${other}` })).status, 400);
  }
});

test('only a configured host is allowed, compared exactly', async () => {
  assert.deepEqual(await ask(oneHost, { host: 'tasks.example.com' }), {
    status: 200,
    href: 'https://tasks.example.com',
  });
  for (const host of [
    'tasks.example.com:8080',
    'tasks.example.com:80',
    'evil-tasks.example.com',
    'a.tasks.example.com',
    'tasks.example.com.evil.example',
    'example.com',
    'localhost',
    ...malformedHosts,
  ]) {
    assert.deepEqual(await ask(oneHost, { host }), { status: 400, code: 'host_not_allowed' }, host);
  }
});

test('the default port of the scheme is the host without a port', async () => {
  assert.equal((await ask(oneHost, { host: 'tasks.example.com:443' })).href, 'https://tasks.example.com');
});

test('the configured public scheme overrides the connection and what a proxy says', async () => {
  const answer = await ask(oneHost, { host: 'tasks.example.com', 'x-forwarded-proto': 'http' }, proxy);
  assert.equal(answer.href, 'https://tasks.example.com');
});

test('X-Forwarded-Host and X-Forwarded-Proto count from a trusted proxy', async () => {
  const forwarded = { host: 'inner:8080', 'x-forwarded-host': 'a.example', 'x-forwarded-proto': 'https' };
  assert.equal((await ask(anyHost, forwarded, proxy)).href, 'https://a.example');
});

test('X-Forwarded-Host and X-Forwarded-Proto do not count from other addresses', async () => {
  const forwarded = { host: 'inner:8080', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
  assert.equal((await ask(anyHost, forwarded, '10.0.0.2')).href, 'http://inner:8080');
});

test('the host that a trusted proxy forwards is checked like any other', async () => {
  const answer = await ask(oneHost, { host: 'tasks.example.com', 'x-forwarded-host': 'evil.example' }, proxy);
  assert.deepEqual(answer, { status: 400, code: 'host_not_allowed' });
});

test('a forwarded scheme that is neither http nor https is refused', async () => {
  for (const scheme of ['ftp', 'javascript', 'https:', 'HTTPS', '']) {
    const answer = await ask(anyHost, { host: 'a.example', 'x-forwarded-proto': scheme || ' ' }, proxy);
    assert.deepEqual(answer, { status: 400, code: 'host_not_allowed' }, scheme);
  }
});

test('any Host is refused or is the origin as a browser would write it', async () => {
  const app = appWith(anyHost);
  const host = fc.oneof(fc.stringMatching(/^[\x20-\x7e\x80-\xff]{1,40}$/), fc.domain(), fc.ipV4(), fc.ipV6());
  await fc.assert(
    fc.asyncProperty(host, async (text) => {
      const answer = await app.inject({ url: '/', headers: { host: text } });
      assert.ok(answer.statusCode === 400 || answer.body === new URL(`http://${text}`).origin, text);
    }),
    { numRuns: 500 },
  );
});

test('a request with two Host lines is refused', async (t) => {
  const app = appWith(anyHost);
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  t.after(() => app.close());
  const socket = connect(Number(port), '127.0.0.1').setEncoding('latin1');
  let answer = '';
  socket.on('data', (text: string) => (answer += text));
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nhost: evil.example\r\nConnection: close\r\n\r\n');
  await once(socket, 'close');
  assert.match(answer, /^HTTP\/1\.1 400 /);
  assert.match(answer, /host_not_allowed/);
});
