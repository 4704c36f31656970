import assert from 'node:assert/strict';
import { test } from 'node:test';

import fc from 'fast-check';

import { fitsIntoCookies, isOwnName, joinCookies, splitIntoCookies } from './cookies.ts';

const oneCookie = 4056;

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

test('a session of up to seven cookies may be written, no larger one: no request could send it back', () => {
  const longest = 'x'.repeat(oneCookie * 7);
  const cookies = splitIntoCookies(longest);
  assert.equal(cookies.length, 7);
  assert.ok(cookies.map((each) => `${each.name}=${each.value}`).join('; ').length <= 32_768 - 4096);
  for (const { name, value } of cookies) assert.ok(name.length + value.length <= 4096, 'what browsers take');
  assert.equal(fitsIntoCookies(longest), true);
  assert.equal(fitsIntoCookies(`${longest}x`), false);
  assert.throws(() => splitIntoCookies(`${longest}x`), /does not fit into its cookies/);
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

test('what was sent is a session or none', () => {
  const full = 'a'.repeat(oneCookie);
  const whole = { name: 'q_session', value: 'whole' };
  const others = notOurs.map((name) => ({ name, value: 'noise' }));
  for (const [what, cookies, sealed] of [
    ['no cookie', [], undefined],
    ['an empty chunk', [chunk(1, '')], undefined],
    ['q_session before a chunk', [whole, chunk(16, '')], undefined],
    ['q_session after a chunk', [chunk(1, 'a'), whole], undefined],
    ['q_session twice', [whole, whole], undefined],
    ['q_session twice, with other content', [whole, { ...whole, value: 'other' }], undefined],
    ['a full chunk twice', [chunk(1, full), chunk(2, 'b'), chunk(1, full)], undefined],
    ['the last chunk twice', [chunk(1, full), chunk(2, 'b'), chunk(2, 'c')], undefined],
    ['chunks without the first', [chunk(2, 'b'), chunk(3, 'c')], undefined],
    ['chunks after a gap', [chunk(1, full), chunk(3, full)], full],
    [
      'chunks left over by a longer session',
      [chunk(1, full), chunk(2, 'b'), chunk(3, 'c'), chunk(3, 'd')],
      `${full}b`,
    ],
    ['other names alone', others, undefined],
    ['other names beside q_session', [...others, whole], 'whole'],
  ] as const)
    assert.equal(joinCookies(cookies), sealed, what);
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
  ...['', '0', '01', '17', '1x', '-1', '1.0', '1_2', '\u0661'].map((number) => `q_session_chunk_${number}`),
];

const chunk = (number: number, value: string) => ({ name: `q_session_chunk_${number}`, value });

function lettersOf(length: number): string {
  return 'abcdefghijklmnopqrstuvwxyz0123456789_'.repeat(Math.ceil(length / 37)).slice(0, length);
}
