import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';

import Fastify from 'fastify';
import fc from 'fast-check';

import { readCookies, setCookies } from './cookie.ts';

test('cookies are read in the order sent', () => {
  assert.deepEqual(read('q_b=2; a=3; q_a=4; q_b=5'), [
    { name: 'q_b', value: '2' },
    { name: 'a', value: '3' },
    { name: 'q_a', value: '4' },
    { name: 'q_b', value: '5' },
  ]);
});

test('a value is read unchanged, and may hold an equals sign', () => {
  assert.deepEqual(read('q_a==; q_b="x%20y" ;q_c=\t z=1\t;q_d='), [
    { name: 'q_a', value: '=' },
    { name: 'q_b', value: '"x%20y"' },
    { name: 'q_c', value: 'z=1' },
    { name: 'q_d', value: '' },
  ]);
});

test('a part without an equals sign is no cookie, and a name is taken as it is written', () => {
  assert.deepEqual(
    read('Q_A=2; q_a; =q_a; ;;=;').map(({ name }) => name),
    ['Q_A', '', ''],
  );
});

test('a request without a Cookie header has no cookies', () => {
  assert.deepEqual(read(undefined), []);
});

test('a cookie that was set is read back among any other cookies', () => {
  const noise = fc.stringMatching(/^[\t\x20-\x7e\x80-\xff]*$/);
  const name = fc.stringMatching(/^q_[A-Za-z0-9_-]{0,20}$/);
  const value = fc.stringMatching(/^[A-Za-z0-9._-]{0,200}$/);
  fc.assert(
    fc.property(noise, name, value, noise, (before, some, text, after) => {
      const cookies = read(`${before}; ${some}=${text}; ${after}`);
      assert.ok(cookies.some((cookie) => cookie.name === some && cookie.value === text));
    }),
  );
});

test('a cookie is HttpOnly, SameSite=Lax and without Domain, and Secure when requested', async () => {
  const app = Fastify();
  app.get('/', async (_request, reply) => {
    setCookies(reply, [{ name: 'a', value: 'b', path: '/', maxAgeSeconds: 5, secure: false }]);
    setCookies(reply, [{ name: 'c', value: '', path: '/api', maxAgeSeconds: 0, secure: true }]);
    return {};
  });
  const { headers } = await app.inject('/');
  assert.deepEqual(headers['set-cookie'], [
    'a=b; Max-Age=5; Path=/; HttpOnly; SameSite=Lax',
    'c=; Max-Age=0; Path=/api; HttpOnly; SameSite=Lax; Secure',
  ]);
});

test('several Cookie lines with any byte that a connection accepts are read and answered', async (t) => {
  const app = Fastify();
  app.get('/', async (request, reply) => {
    const gone = { value: '', path: '/', maxAgeSeconds: 0, secure: false };
    setCookies(
      reply,
      readCookies(request.headers.cookie)
        .filter(({ name }) => name.startsWith('q_'))
        .map(({ name }) => ({ name, ...gone })),
    );
    return {};
  });
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  t.after(() => app.close());
  const bytes = Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => byte === 9 || byte >= 32);
  const text = Buffer.from(bytes.filter((byte) => byte !== 127))
    .toString('latin1')
    .replaceAll(/[;=]/g, '');
  const answer = await exchange(
    Number(port),
    `GET / HTTP/1.1\r\nHost: a\r\nCookie: q_1=x\r\nCookie: q_${text}=1; q_2=2\r\nConnection: close\r\n\r\n`,
  );
  assert.match(answer, /^HTTP\/1\.1 200 /);
  assert.deepEqual(answer.match(/q_[12]=; Max-Age=0;/g), ['q_1=; Max-Age=0;', 'q_2=; Max-Age=0;']);
});

const read = readCookies;

async function exchange(port: number, request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  let answer = '';
  socket.on('data', (text: string) => (answer += text));
  socket.write(request, 'latin1');
  await once(socket, 'close');
  return answer;
}
