import assert from 'node:assert/strict';
import { test } from 'node:test';

import { makeCookieReader, readCookies } from './cookie.ts';

test('cookies are read in the order sent, names that are tokens and values as they are written', () => {
  for (const [header, cookies] of [
    ['q_b=2; a=3; q_a=4; q_b=5', ['q_b|2', 'a|3', 'q_a|4', 'q_b|5']],
    ['q_a==; q_b="x%20y" ;q_c=\t z=1\t;q_d=', ['q_a|=', 'q_b|"x%20y"', 'q_c|z=1', 'q_d|']],
    [
      'Q_A=2; q_a; =q_a; ;;=; q"a=3; q a=4; \u00a0q_a=5; q_a\u00a0=6; q_a=\u00a07',
      ['Q_A|2', 'q_a|\u00a07'],
    ],
    [undefined, []],
  ] as const) {
    const read = readCookies(header).map(({ name, value }) => `${name}|${value}`);
    assert.deepEqual(read, cookies, header);
  }
});

/** A header with a session of this many characters, in a string of its own as each request has one. */
const headerOf = (length: number) =>
  Buffer.from(`a=1; q_session=${'x'.repeat(length)}; b=2`).toString('latin1');

test('the cookies of a long header are read once, and a header that differs in one character is another one', () => {
  const read = makeCookieReader();
  const header = headerOf(2000);
  const cookies = read(header);
  assert.deepEqual(cookies, readCookies(header));
  for (let at = 0; at < header.length; at += 1) {
    const changed = `${header.slice(0, at)}y${header.slice(at + 1)}`;
    assert.deepEqual(read(changed), readCookies(changed));
    assert.deepEqual(read(headerOf(2000)), cookies);
  }
  const again = read(headerOf(2000));
  assert.equal(read(headerOf(2000)), again, 'it is in the cache');
});

test('a header is cached when it comes again, if it is not very long, and the last 1000 are', () => {
  const read = makeCookieReader();
  const isCached = (header: string) => {
    const before = read(header);
    return read(header) === before;
  };
  assert.equal(isCached(headerOf(2000)), false);
  assert.equal(isCached(headerOf(2000)), true);
  assert.equal(isCached(headerOf(8192)) || isCached(headerOf(8192)), false);
  const ofPerson = (person: number) => headerOf(2000).replaceAll('xxxx', `${1000 + person}`);
  for (let person = 0; person < 1000; person += 1)
    assert.equal(isCached(ofPerson(person)) || isCached(ofPerson(person)), true);
  assert.equal(isCached(ofPerson(0)), true);
  assert.equal(isCached(headerOf(2000)), false, 'the oldest has left');
});
