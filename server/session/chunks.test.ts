import assert from 'node:assert/strict';
import { test } from 'node:test';

import fc from 'fast-check';

import { fitsIntoCookies, isOwnName, joinCookies, splitIntoCookies } from './chunks.ts';

const oneCookie = 4056;

test('a value of up to 4056 characters is one cookie named q_session', () => {
  for (const length of [1, oneCookie - 1, oneCookie]) {
    assert.deepEqual(splitIntoCookies('x'.repeat(length)), [
      { name: 'q_session', value: 'x'.repeat(length) },
    ]);
  }
});

test('a larger value is only chunks of 4056, numbered from 1', () => {
  const written = splitIntoCookies(`${'a'.repeat(oneCookie)}${'b'.repeat(oneCookie)}c`);
  assert.deepEqual(written, [
    { name: 'q_session_chunk_1', value: 'a'.repeat(oneCookie) },
    { name: 'q_session_chunk_2', value: 'b'.repeat(oneCookie) },
    { name: 'q_session_chunk_3', value: 'c' },
  ]);
  assert.equal(splitIntoCookies('x'.repeat(oneCookie + 1)).length, 2);
});

test('no cookie exceeds the 4096 characters that browsers take for name and value', () => {
  for (const { name, value } of splitIntoCookies('x'.repeat(oneCookie * 7))) {
    assert.ok(name.length + value.length <= 4096);
  }
});

test('a session that no request could send back is not written', () => {
  assert.equal(splitIntoCookies('x'.repeat(oneCookie * 7)).length, 7);
  assert.throws(() => splitIntoCookies('x'.repeat(oneCookie * 7 + 1)), /does not fit into its cookies/);
  const header = splitIntoCookies('x'.repeat(oneCookie * 7)).map(({ name, value }) => `${name}=${value}`);
  assert.ok(header.join('; ').length <= 32_768 - 4096);
});

test('a session of up to seven cookies may be written, and no larger one', () => {
  assert.equal(fitsIntoCookies('x'.repeat(oneCookie * 7)), true);
  assert.equal(fitsIntoCookies('x'.repeat(oneCookie * 7 + 1)), false);
});

test('chunks are joined in the order of their numbers, in any order and among any other cookies', () => {
  const sealed = fc.integer({ min: 1, max: oneCookie * 7 }).map(lettersOf);
  const foreignName = fc.oneof(fc.string(), fc.constantFrom(...notOurs));
  const foreign = fc.array(fc.record({ name: foreignName, value: fc.string() }));
  fc.assert(
    fc.property(sealed, foreign, fc.infiniteStream(fc.nat()), (text, others, order) => {
      const company = others.filter(({ name }) => !/^q_session(_chunk_([1-9]|1[0-6]))?$/.test(name));
      const arrival = Array.from(order.take(splitIntoCookies(text).length));
      const ours = splitIntoCookies(text).map((cookie, i) => ({ cookie, at: arrival[i] ?? 0 }));
      const shuffled = ours.toSorted((one, other) => one.at - other.at).map(({ cookie }) => cookie);
      const half = Math.floor(company.length / 2);
      assert.equal(joinCookies([...company.slice(0, half), ...shuffled, ...company.slice(half)]), text);
    }),
  );
});

test('ten chunks and more are ordered as numbers and not as text', () => {
  const chunks = Array.from({ length: 16 }, (_, i) =>
    chunk(i + 1, 'abcdefghijklmnop'.charAt(i).repeat(oneCookie)),
  );
  assert.equal(joinCookies(chunks.toReversed()), chunks.map(({ value }) => value).join(''));
});

test('at most 16 chunks are read', () => {
  const chunks = Array.from({ length: 17 }, (_, i) => chunk(i + 1, 'x'.repeat(oneCookie)));
  assert.equal(joinCookies(chunks)?.length, 16 * oneCookie);
});

test('q_session together with any chunk is no session, in any order', () => {
  const whole = { name: 'q_session', value: 'whole' };
  for (let number = 1; number <= 16; number += 1) {
    assert.equal(joinCookies([chunk(number, 'a'), whole]), undefined);
    assert.equal(joinCookies([whole, chunk(number, '')]), undefined);
  }
});

test('beside q_session other names that begin with q_session change nothing', () => {
  const whole = { name: 'q_session', value: 'whole' };
  assert.equal(joinCookies([...notOurs.map(named), whole]), 'whole');
});

test('chunks left over by a longer session are ignored', () => {
  const left = [
    chunk(1, 'a'.repeat(oneCookie)),
    chunk(2, 'b'),
    chunk(3, 'old'),
    chunk(4, 'old'),
    chunk(4, 'older'),
  ];
  assert.equal(joinCookies(left), `${'a'.repeat(oneCookie)}b`);
});

test('chunks without the first are no session', () => {
  assert.equal(joinCookies([chunk(2, 'b'), chunk(3, 'c')]), undefined);
});

test('chunks after a gap are not read', () => {
  const full = 'a'.repeat(oneCookie);
  assert.equal(joinCookies([chunk(1, full), chunk(3, full)]), full);
});

test('two cookies of one name are no session, even when they are equal', () => {
  const full = 'a'.repeat(oneCookie);
  const whole = { name: 'q_session', value: 'whole' };
  assert.equal(joinCookies([whole, whole]), undefined);
  assert.equal(joinCookies([whole, { ...whole, value: 'other' }]), undefined);
  assert.equal(joinCookies([chunk(1, full), chunk(2, 'b'), chunk(1, full)]), undefined);
  assert.equal(joinCookies([chunk(1, full), chunk(2, 'b'), chunk(2, 'c')]), undefined);
});

test('no cookie and empty cookies are no session', () => {
  assert.equal(joinCookies([]), undefined);
  assert.equal(joinCookies([chunk(1, '')]), undefined);
});

test('other names that begin with q_session are never read', () => {
  assert.equal(joinCookies(notOurs.map((name) => ({ name, value: 'noise' }))), undefined);
});

test('the names of the service are q_session and its chunks from 1 to 16, written in one way', () => {
  for (const name of ['q_session', 'q_session_chunk_1', 'q_session_chunk_16'])
    assert.ok(isOwnName(name), name);
  for (const name of [...notOurs, 'other', 'xq_session', 'Q_SESSION']) assert.ok(!isOwnName(name), name);
});

const notOurs = [
  'q_session_',
  'q_sessions',
  'q_session_at',
  'q_session_chunk',
  'q_session_chunk_',
  'q_session_chunk_0',
  'q_session_chunk_01',
  'q_session_chunk_17',
  'q_session_chunk_1x',
  'q_session_chunk_-1',
  'q_session_chunk_1.0',
  'q_session_chunk_1_2',
  'q_session_chunk_\u0661',
];

const chunk = (number: number, value: string) => ({ name: `q_session_chunk_${number}`, value });

const named = (name: string) => ({ name, value: '' });

function lettersOf(length: number): string {
  return 'abcdefghijklmnopqrstuvwxyz0123456789_'.repeat(Math.ceil(length / 37)).slice(0, length);
}
