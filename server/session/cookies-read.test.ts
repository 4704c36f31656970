import assert from 'node:assert/strict';
import { test } from 'node:test';

import fc from 'fast-check';
import Fastify from 'fastify';

import {
  appWith,
  cookieHeader,
  hour,
  nowSeconds,
  read,
  sealer,
  secret,
  sessionOf,
  write,
} from '../../test/session-cookies.ts';
import { makeCompanion } from './companion.ts';
import { makeSessionCookies } from './cookies.ts';
import { makeSealer } from './seal.ts';

test('a written session is read again until its end and not a second longer', async () => {
  for (const length of [100, 6000]) {
    const header = cookieHeader((await write(sessionOf(length))).lines);
    assert.equal((await read(header))?.idToken, 'i'.repeat(length));
    assert.equal((await read(header, nowSeconds + 9 * hour - 1))?.idToken, 'i'.repeat(length));
    assert.equal(await read(header, nowSeconds + 9 * hour), null);
  }
});

test('a session that one request has read still ends by the clock for the next', async () => {
  const clock = { nowMs: nowSeconds * 1000 };
  const cookies = makeSessionCookies({
    sealer,
    companion: makeCompanion(() => false),
    nowMs: () => clock.nowMs,
    secure: () => false,
  });
  const app = Fastify();
  app.get('/', async (request) => ({ signedIn: cookies.read(request) !== undefined }));
  const question = { url: '/', headers: { cookie: `q_session=${sessionOf(100).sealed}` } };
  assert.deepEqual((await app.inject(question)).json(), { signedIn: true });
  clock.nowMs += 9 * hour * 1000;
  assert.deepEqual((await app.inject(question)).json(), { signedIn: false });
});

test('chunks in any order among foreign cookies are read', async () => {
  const chunks = cookieHeader((await write(sessionOf(9000))).lines).split('; ');
  const header = ['a=1', ...chunks.toReversed(), 'q_auth_x=2', 'b'].join('; ');
  assert.equal((await read(header))?.idToken.length, 9000);
});

test('a damaged session is no session and no failure', async () => {
  const [one = '', two = '', three = ''] = cookieHeader((await write(sessionOf(6000))).lines).split('; ');
  const whole = cookieHeader((await write(sessionOf(100))).lines);
  const damaged = {
    'a missing first chunk': [two, three],
    'a missing middle chunk': [one, three],
    'a missing last chunk': [one, two],
    'chunks exchanged': [one.replace('chunk_1', 'chunk_2'), two.replace('chunk_2', 'chunk_1'), three],
    'a chunk twice': [one, two, two, three],
    'a chunk twice with other content': [one, two, three, 'q_session_chunk_2=x'],
    'a chunk cut short': [one, two.slice(0, -1), three],
    'a chunk changed': [one, two.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')), three],
    'a chunk of another sign-in': [
      one,
      cookieHeader((await write(sessionOf(6000))).lines).split('; ')[1],
      three,
    ],
    'numbers written otherwise': [one, two.replace('chunk_2', 'chunk_02'), three],
    'a broken q_session before good chunks': ['q_session=x', one, two, three],
    'q_session twice': [whole, whole],
    'q_session in quotes': [whole.replace(/=(.*)/, '="$1"')],
    'q_session percent-encoded': [whole.replaceAll('.', '%2E')],
    'an empty q_session': ['q_session='],
    'the name in capitals': [whole.toUpperCase()],
    'another separator': [one, two, three].join(',').split(' '),
    'sealed for another purpose': [`q_session=${makeSealer([secret], 'other').seal('["i","a",null,1,2,3]')}`],
    'no session inside': [`q_session=${sealer.seal('hello')}`],
  };
  for (const [what, cookies] of Object.entries(damaged)) {
    assert.equal(await read(cookies.join('; ')), null, what);
  }
});

test('a session is read after its secret was moved down the list, and is gone after its secret', async () => {
  const header = cookieHeader((await write(sessionOf(100))).lines);
  const newSecret = 'a new secret of more than thirty-two bytes';
  assert.notEqual(await read(header, nowSeconds, makeSealer([newSecret, secret], 'session')), null);
  assert.equal(await read(header, nowSeconds, makeSealer([newSecret], 'session')), null);
});

test('a Cookie header of 30 KB around a session is read', async () => {
  const session = cookieHeader((await write(sessionOf(6000))).lines);
  const foreign = Array.from({ length: 100 }, (_, i) => `foreign_${i}=${'x'.repeat(180)}`).join('; ');
  assert.equal((await read(`${foreign}; ${session}`))?.idToken.length, 6000);
});

test('a random Cookie header is neither a session nor a failure', async () => {
  const app = appWith({});
  const pieces = cookieHeader((await write(sessionOf(6000))).lines).split('; ');
  const bytes = fc.stringMatching(/^[\t\x20-\x7e\x80-\xff]{0,60}$/);
  const name = fc.oneof(
    bytes,
    fc.constantFrom('q_session', 'q_session_chunk_1', 'q_session_chunk_2', 'q_session_'),
  );
  const value = fc.oneof(
    bytes,
    fc.constantFrom(...pieces.map((piece) => piece.slice(piece.indexOf('=') + 1))),
  );
  const noise = fc.array(
    fc.oneof(
      bytes,
      fc.tuple(name, value).map((pair) => pair.join('=')),
    ),
    { maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(noise, async (cookies) => {
      for (const url of ['/read', '/expire', '/write']) {
        const answer = await app.inject({ url, headers: { cookie: cookies.join(';') } });
        assert.equal(answer.statusCode, 200);
        if (url === '/read') assert.equal(answer.body, 'null');
      }
    }),
    { numRuns: 300 },
  );
});
