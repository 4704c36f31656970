import assert from 'node:assert/strict';
import { test } from 'node:test';

import fc from 'fast-check';

import { contextWith, cookiesAt, linesSet, sealer, sessionOf, signedInSeconds } from '../../test/session.ts';
import { joinCookies, splitIntoCookies } from './cookies.ts';

const oneCookie = 4056;
const chunk = (number: number, value: string) => ({ name: `q_session_chunk_${number}`, value });

test('a value of up to 4056 characters is one cookie named q_session, a larger one only chunks, numbered from 1', () => {
  for (const length of [1, oneCookie - 1, oneCookie])
    assert.deepEqual(splitIntoCookies('x'.repeat(length)), [
      { name: 'q_session', value: 'x'.repeat(length) },
    ]);
  assert.equal(splitIntoCookies('x'.repeat(oneCookie + 1)).length, 2);
  assert.deepEqual(splitIntoCookies(`${'a'.repeat(oneCookie)}${'b'.repeat(oneCookie)}c`), [
    chunk(1, 'a'.repeat(oneCookie)),
    chunk(2, 'b'.repeat(oneCookie)),
    chunk(3, 'c'),
  ]);
});

test('each cookie of a session has the attributes of the decisions, and lives until the session ends', () => {
  const attributes = String.raw`; Max-Age=31400; Path=\/; HttpOnly; SameSite=Lax`;
  const line = new RegExp(String.raw`^q_session(_chunk_[123])?=[\w.-]{1,4056}${attributes}$`);
  for (const [idToken, count] of [
    ['i', 1],
    ['i'.repeat(6000), 3],
  ] as const) {
    const cookies = cookiesAt(() => signedInSeconds + 1000);
    const lines = linesSet((reply) => cookies.write(contextWith(''), reply, sessionOf(idToken)));
    assert.equal(lines.length, count);
    for (const each of lines) assert.match(each, line);
  }
});

test('chunks are joined in the order of their numbers, in any order and among any other cookies', () => {
  const letters = (length: number) =>
    'abcdefghijklmnopqrstuvwxyz0123456789_'.repeat(Math.ceil(length / 37)).slice(0, length);
  const sealed = fc.integer({ min: 1, max: oneCookie * 7 }).map(letters);
  const foreign = fc.array(fc.record({ name: fc.string(), value: fc.string() }));
  fc.assert(
    fc.property(sealed, foreign, fc.infiniteStream(fc.nat()), (text, others, order) => {
      const arrival = Array.from(order.take(splitIntoCookies(text).length));
      const ours = splitIntoCookies(text).map((cookie, i) => ({ cookie, at: arrival[i] ?? 0 }));
      const shuffled = ours.toSorted((one, other) => one.at - other.at).map(({ cookie }) => cookie);
      const half = Math.floor(others.length / 2);
      assert.equal(joinCookies([...others.slice(0, half), ...shuffled, ...others.slice(half)]), text);
    }),
  );
});

test('at most 16 chunks are read, ordered as numbers and not as text', () => {
  const chunks = Array.from({ length: 17 }, (_, i) =>
    chunk(i + 1, 'abcdefghijklmnopq'.charAt(i).repeat(oneCookie)),
  );
  const read = chunks.slice(0, 16).map(({ value }) => value);
  assert.equal(joinCookies(chunks.toReversed()), read.join(''));
});

/** A sealer that counts how often it opens a text. */
function countingCookies() {
  const opened: string[] = [];
  const open = (sealed: string) => {
    opened.push(sealed);
    return sealer.open(sealed);
  };
  const cookies = cookiesAt(() => signedInSeconds, { ...sealer, open });
  return { opened, read: (sealed: string) => cookies.read(contextWith(`q_session=${sealed}`)) };
}

test('a session is decrypted once, and a text with its tag and anything else changed does not open', () => {
  const { opened, read } = countingCookies();
  const { sealed } = sessionOf('i');
  assert.ok(read(sealed));
  assert.equal(read(sealed), read(sealed));
  assert.deepEqual(opened, [sealed]);
  for (let at = 0; at < sealed.length - 22; at += 1) {
    const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
    assert.equal(read(changed), undefined);
  }
  for (let i = 0; i < 2000; i += 1) assert.equal(read(`noise ${i}`), undefined);
  assert.ok(read(sealed));
  assert.equal(opened.filter((text) => text === sealed).length, 1);
});

test('at most 1000 sessions are kept, and the oldest leaves first', () => {
  const { opened, read } = countingCookies();
  const sessions = Array.from({ length: 1001 }, (_, i) => sessionOf(`${i}`).sealed);
  const [first = '', second = '', last = ''] = [sessions[0], sessions[1], sessions[1000]];
  for (const sealed of [...sessions.slice(0, 1000), ...sessions.slice(0, 1000), last, second]) read(sealed);
  assert.equal(opened.length, 1001);
  read(first);
  assert.equal(opened.length, 1002);
});
