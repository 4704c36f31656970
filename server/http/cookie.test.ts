import assert from 'node:assert/strict';
import { test } from 'node:test';

import Fastify from 'fastify';
import fc from 'fast-check';

import { readCookies, setCookies } from './cookie.ts';

test('cookies are read in the order sent, names that are tokens and values as they are written', () => {
  for (const [header, cookies] of [
    ['q_b=2; a=3; q_a=4; q_b=5', ['q_b|2', 'a|3', 'q_a|4', 'q_b|5']],
    ['q_a==; q_b="x%20y" ;q_c=\t z=1\t;q_d=', ['q_a|=', 'q_b|"x%20y"', 'q_c|z=1', 'q_d|']],
    ['Q_A=2; q_a; =q_a; ;;=; q"a=3; q a=4; \u00a0q_a=5; q_a\u00a0=6; q_a=\u00a07', ['Q_A|2', 'q_a|\u00a07']],
    [undefined, []],
  ] as const) {
    const read = readCookies(header).map(({ name, value }) => `${name}|${value}`);
    assert.deepEqual(read, cookies, header);
  }
});

test('a cookie that was set is read back among any other cookies', () => {
  const noise = fc.stringMatching(/^[\t\x20-\x7e\x80-\xff]*$/);
  const name = fc.stringMatching(/^q_[A-Za-z0-9_-]{0,20}$/);
  const value = fc.stringMatching(/^[A-Za-z0-9._-]{0,200}$/);
  fc.assert(
    fc.property(noise, name, value, noise, (before, some, text, after) => {
      const cookies = readCookies(`${before}; ${some}=${text}; ${after}`);
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
