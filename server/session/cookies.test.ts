import assert from 'node:assert/strict';
import { test } from 'node:test';

import { begunSession } from '../../test/begun-session.ts';
import {
  appWith,
  cookieHeader,
  hour,
  linesOf,
  nameOf,
  nowSeconds,
  read,
  sealer,
  sessionOf,
  write,
} from '../../test/session-cookies.ts';
import { sealSession } from './seal.ts';

test('a small session is one q_session cookie with the attributes of the decisions', async () => {
  const { lines } = await write(sessionOf(100));
  assert.equal(lines.length, 1);
  assert.match(
    lines[0] ?? '',
    /^q_session=[\w-]+\.\.[\w.-]+; Max-Age=32400; Path=\/; HttpOnly; SameSite=Lax$/,
  );
});

test('a large session is only chunks, each with the same attributes', async () => {
  const { lines } = await write(sessionOf(6000));
  assert.deepEqual(lines.map(nameOf), ['q_session_chunk_1', 'q_session_chunk_2', 'q_session_chunk_3']);
  for (const line of lines) {
    assert.match(line, /^\w+=[\w.-]{1,4056}; Max-Age=32400; Path=\/; HttpOnly; SameSite=Lax$/);
  }
});

test('the cookies are Secure when the public scheme is https', async () => {
  const { lines } = await write(sessionOf(100), 'q_session_chunk_1=old', { secure: true });
  assert.equal(lines.length, 2);
  for (const line of lines) assert.match(line, /; HttpOnly; SameSite=Lax; Secure$/);
});

test('the cookie lives as long as the session: the ID token and eight hours, or the ID token alone', async () => {
  const tokens = { idToken: 'i', accessToken: 'a' };
  const short = sealSession(sealer, begunSession(tokens, nowSeconds, hour, 8 * hour));
  assert.match((await write(short)).lines[0] ?? '', /; Max-Age=3600;/);
  const later = await write(sessionOf(100), undefined, { atSeconds: nowSeconds + 1000 });
  assert.match(later.lines[0] ?? '', /; Max-Age=31400;/);
});

for (const [from, to] of [
  [100, 6000],
  [6000, 100],
  [9000, 4000],
  [4000, 9000],
] as const) {
  test(`a session that goes from ${from} to ${to} characters leaves no old cookie behind`, async () => {
    const before = cookieHeader((await write(sessionOf(from))).lines);
    const after = await write(sessionOf(to), `theme=dark; ${before}; q_session_at=x`);
    const jar = new Map(before.split('; ').map((pair) => [pair.slice(0, pair.indexOf('=')), pair]));
    jar.set('q_session_at', 'q_session_at=x');
    for (const line of after.lines) {
      if (line.includes('; Max-Age=0;')) jar.delete(nameOf(line));
      else jar.set(nameOf(line), line.slice(0, line.indexOf(';')));
    }
    assert.equal((await read([...jar.values()].join('; ')))?.idToken, 'i'.repeat(to));
    assert.equal(jar.has('q_session_at'), false);
    assert.equal(
      after.lines.some((line) => line.startsWith('theme')),
      false,
    );
  });
}

test('expiring takes every cookie whose name starts with q_session, and no other', async () => {
  const app = appWith({});
  const header =
    'q_session=a; q_session_chunk_1=b; q_session_chunk_99=c; q_sessions=d; q_auth_1=e; f=g; q_session=h';
  const answer = await app.inject({ url: '/expire', headers: { cookie: header } });
  assert.deepEqual(linesOf(answer.headers['set-cookie']), [
    'q_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
    'q_session_chunk_1=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
    'q_session_chunk_99=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
    'q_sessions=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
  ]);
});

test('expiring sets nothing when no session cookie was sent', async () => {
  const answer = await appWith({}).inject({ url: '/expire', headers: { cookie: 'a=b' } });
  assert.equal(answer.headers['set-cookie'], undefined);
});

test('a session that no browser could send back is not written', async () => {
  const answer = await appWith({ written: sessionOf(25_000) }).inject('/write');
  assert.equal(answer.statusCode, 500);
  assert.equal(answer.headers['set-cookie'], undefined);
});
