import assert from 'node:assert/strict';
import { test } from 'node:test';

import fc from 'fast-check';

import {
  begunSession,
  contextWith,
  cookieHeader,
  cookiesAt,
  hour,
  linesSet,
  nameOf,
  sealer,
  secret,
  sessionOf,
  signedInSeconds,
} from '../../test/session.ts';
import { makeSealer, sealSession } from './seal.ts';
import type { SealedSession } from './session.ts';

const small = sessionOf('i'.repeat(100));
const large = sessionOf('i'.repeat(6000));

function write(
  written: SealedSession,
  sent = '',
  { scheme, atSeconds = signedInSeconds }: { scheme?: 'https'; atSeconds?: number } = {},
) {
  const cookies = cookiesAt(() => atSeconds);
  return linesSet((reply) => cookies.write(contextWith(sent, scheme), reply, written));
}

const headerOf = (written: SealedSession) => cookieHeader(write(written));

const read = (cookie: string, atSeconds = signedInSeconds, openWith = sealer) =>
  cookiesAt(() => atSeconds, openWith).read(contextWith(cookie))?.session.tokens.idToken;

test('a session is one cookie, or only chunks, each with the attributes of the decisions', () => {
  const attributes = String.raw`; Max-Age=32400; Path=\/; HttpOnly; SameSite=Lax`;
  const [line = '', ...others] = write(small);
  assert.match(line, new RegExp(String.raw`^q_session=[\w-]+\.\.[\w.-]+${attributes}$`));
  assert.deepEqual(others, []);
  const chunks = write(large);
  assert.deepEqual(chunks.map(nameOf), ['q_session_chunk_1', 'q_session_chunk_2', 'q_session_chunk_3']);
  for (const chunk of chunks) assert.match(chunk, new RegExp(String.raw`^\w+=[\w.-]{1,4056}${attributes}$`));
});

test('the cookies are Secure when the public scheme is https', () => {
  const lines = write(small, 'q_session_chunk_1=old', { scheme: 'https' });
  assert.equal(lines.length, 2);
  for (const line of lines) assert.match(line, /; HttpOnly; SameSite=Lax; Secure$/);
});

test('the cookie lives as long as the session: the ID token and eight hours, or the ID token alone', () => {
  const short = begunSession({ idToken: 'i', accessToken: 'a' }, signedInSeconds, hour, 8 * hour);
  assert.match(write(sealSession(sealer, short))[0] ?? '', /; Max-Age=3600;/);
  assert.match(write(small, '', { atSeconds: signedInSeconds + 1000 })[0] ?? '', /; Max-Age=31400;/);
});

for (const [from, to] of [
  [100, 6000],
  [6000, 100],
  [9000, 4000],
  [4000, 9000],
] as const) {
  test(`a session that goes from ${from} to ${to} characters leaves no old cookie behind`, () => {
    const before = headerOf(sessionOf('i'.repeat(from)));
    const after = write(sessionOf('i'.repeat(to)), `theme=dark; ${before}; q_session_at=x`);
    const jar = new Map(before.split('; ').map((pair) => [pair.slice(0, pair.indexOf('=')), pair]));
    for (const line of after) {
      if (line.includes('; Max-Age=0;')) jar.delete(nameOf(line));
      else jar.set(nameOf(line), line.slice(0, line.indexOf(';')));
    }
    assert.equal(read([...jar.values()].join('; ')), 'i'.repeat(to));
    const names = after.map(nameOf);
    assert.deepEqual(
      names.filter((name) => !/^q_session(_chunk_\d)?$/.test(name)),
      [],
      'only our own cookies are set',
    );
  });
}

test('signing out expires every cookie whose name starts with q_session, any other end only those of the service', () => {
  const header =
    'q_session=a; q_session_chunk_1=b; q_session_chunk_99=c; q_sessions=d; q_auth_1=e; f=g; q_session=h';
  const expired = (names: readonly string[]) =>
    names.map((name) => `${name}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax`);
  const own = ['q_session', 'q_session_chunk_1'];
  const cookies = cookiesAt();
  assert.deepEqual(
    linesSet((reply) => cookies.expireAll(contextWith(header), reply)),
    expired([...own, 'q_session_chunk_99', 'q_sessions']),
  );
  assert.deepEqual(
    linesSet((reply) => cookies.expire(contextWith(header), reply)),
    expired(own),
  );
  assert.deepEqual(
    linesSet((reply) => cookies.expireAll(contextWith('a=b'), reply)),
    [],
  );
});

test('a session that no browser could send back is not written', () => {
  assert.throws(() => write(sessionOf('i'.repeat(25_000))), /does not fit/);
});

test('a written session is read again until its end and not a second longer', () => {
  const clock = { nowSeconds: signedInSeconds };
  const cookies = cookiesAt(() => clock.nowSeconds);
  for (const session of [small, large]) {
    const context = contextWith(headerOf(session));
    for (const [seconds, idToken] of [
      [0, session.session.tokens.idToken],
      [9 * hour - 1, session.session.tokens.idToken],
      [9 * hour, undefined],
    ] as const) {
      clock.nowSeconds = signedInSeconds + seconds;
      assert.equal(cookies.read(context)?.session.tokens.idToken, idToken, `after ${seconds} s`);
    }
  }
});

test('chunks in any order among foreign cookies, and 30 KB of those, are read', () => {
  const chunks = headerOf(sessionOf('i'.repeat(9000))).split('; ');
  assert.equal(read(['a=1', ...chunks.toReversed(), 'q_auth_x=2', 'b'].join('; '))?.length, 9000);
  const foreign = Array.from({ length: 100 }, (_, i) => `foreign_${i}=${'x'.repeat(180)}`).join('; ');
  assert.equal(read(`${foreign}; ${headerOf(large)}`)?.length, 6000);
});

test('a damaged session is no session and no failure', () => {
  const [one = '', two = '', three = ''] = headerOf(large).split('; ');
  const whole = headerOf(small);
  const damaged = {
    'a missing first chunk': [two, three],
    'a missing middle chunk': [one, three],
    'a missing last chunk': [one, two],
    'chunks exchanged': [one.replace('chunk_1', 'chunk_2'), two.replace('chunk_2', 'chunk_1'), three],
    'a chunk twice': [one, two, two, three],
    'a chunk twice with other content': [one, two, three, 'q_session_chunk_2=x'],
    'a chunk cut short': [one, two.slice(0, -1), three],
    'a chunk changed': [one, two.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')), three],
    'a chunk of another sign-in': [one, headerOf(sessionOf('i'.repeat(6000))).split('; ')[1], three],
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
  for (const [what, cookies] of Object.entries(damaged))
    assert.equal(read(cookies.join('; ')), undefined, what);
});

test('a session is read after its secret was moved down the list, and is gone after its secret', () => {
  const newSecret = 'a new secret of more than thirty-two bytes';
  assert.ok(read(headerOf(small), signedInSeconds, makeSealer([newSecret, secret], 'session')));
  assert.equal(read(headerOf(small), signedInSeconds, makeSealer([newSecret], 'session')), undefined);
});

test('a random Cookie header is neither a session nor a failure', () => {
  const bytes = fc.stringMatching(/^[\t\x20-\x7e\x80-\xff]{0,60}$/);
  const name = fc.oneof(
    bytes,
    fc.constantFrom('q_session', 'q_session_chunk_1', 'q_session_chunk_2', 'q_session_'),
  );
  const pieces = headerOf(large)
    .split('; ')
    .map((piece) => piece.slice(piece.indexOf('=') + 1));
  const pair = fc.tuple(name, fc.oneof(bytes, fc.constantFrom(...pieces))).map((both) => both.join('='));
  const cookies = cookiesAt();
  fc.assert(
    fc.property(fc.array(fc.oneof(bytes, pair), { maxLength: 12 }), (noise) => {
      const context = contextWith(noise.join(';'));
      assert.equal(cookies.read(context), undefined);
      linesSet((reply) => cookies.expireAll(context, reply));
      linesSet((reply) => cookies.write(context, reply, small));
    }),
    { numRuns: 300 },
  );
});

/** A sealer that counts how often it opens a text. */
function countingCookies() {
  const clock = { nowSeconds: signedInSeconds };
  const opened: string[] = [];
  const open = (sealed: string) => {
    opened.push(sealed);
    return sealer.open(sealed);
  };
  const cookies = cookiesAt(() => clock.nowSeconds, { ...sealer, open });
  return { opened, clock, read: (sealed: string) => cookies.read(contextWith(`q_session=${sealed}`)) };
}

test('a session is decrypted once, and a text with its tag and anything else changed does not open', () => {
  const { opened, read: readSealed } = countingCookies();
  const { sealed } = small;
  assert.ok(readSealed(sealed));
  assert.equal(readSealed(sealed), readSealed(sealed));
  assert.deepEqual(opened, [sealed]);
  for (let at = 0; at < sealed.length - 22; at += 1) {
    const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
    assert.equal(readSealed(changed), undefined);
  }
  for (let i = 0; i < 2000; i += 1) assert.equal(readSealed(`noise ${i}`), undefined);
  assert.ok(readSealed(sealed));
  assert.equal(opened.filter((text) => text === sealed).length, 1);
});

test('at most 1000 sessions are kept, the oldest leaves first, and an expired one leaves for the next', () => {
  const { opened, clock, read: readSealed } = countingCookies();
  const sessions = Array.from({ length: 1001 }, (_, i) => sessionOf(`${i}`).sealed);
  const [first = '', second = '', last = ''] = [sessions[0], sessions[1], sessions[1000]];
  for (const sealed of [...sessions.slice(0, 1000), ...sessions.slice(0, 1000), last, second])
    readSealed(sealed);
  assert.equal(opened.length, 1001);
  readSealed(first);
  assert.equal(opened.length, 1002);
  clock.nowSeconds += hour;
  // Until another one is opened, requests that still have the cookie of an expired session find it.
  readSealed(last);
  assert.equal(opened.length, 1002);
  readSealed(sessionOf('next', clock.nowSeconds).sealed);
  readSealed(last);
  assert.equal(opened.length, 1004);
});
