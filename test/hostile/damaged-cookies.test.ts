import assert from 'node:assert/strict';
import { test } from 'node:test';

import { startTestApp } from '../app.ts';
import { navigation } from '../browser.ts';
import type { Pair } from '../cookies.ts';
import { headerOf } from '../cookies.ts';
import { assertNoSession, chunkedSession, range, sessionPairs, signedInWith } from './session-cookies.ts';

test('a session damaged or cut off at any place is no session, and never an error', async (t) => {
  const { browser, pairs } = await chunkedSession(t);
  const assertNone = async (index: number, what: string, how: (value: string) => string) => {
    const cookie = headerOf(
      pairs.map(([name, value], at): Pair => [name, at === index ? how(value) : value]),
    );
    if (cookie === headerOf(pairs)) return;
    assertNoSession(await browser.get('/api/auth/me', { cookie }), `chunk ${index + 1}, ${what}`);
  };
  for (const [index, [, { length }]] of pairs.entries()) {
    for (const place of [0, 1, length - 2, length - 1, ...range(2, length - 2, 41)])
      for (const wrong of place % 2 === 0 ? ['A', '.'] : ['-', '%'])
        await assertNone(index, `place ${place}, ${wrong}`, (value) => {
          const other = value[place] === wrong ? 'B' : wrong;
          return value.slice(0, place) + other + value.slice(place + 1);
        });
    for (const kept of [0, 1, 21, 22, 23, length - 1, ...range(100, length, 397)]) {
      await assertNone(index, `the first ${kept} characters`, (value) => value.slice(0, kept));
      await assertNone(index, `the last ${kept} characters`, (value) => value.slice(value.length - kept));
    }
  }
  const undamaged = await browser.get('/api/auth/me', { cookie: headerOf(pairs) });
  assert.equal(undamaged.statusCode, 200, 'the whole one is still good');
});

test('the order of the cookies does not matter, the order of their content does', async (t) => {
  const { browser, pairs } = await chunkedSession(t);
  const foreign: Pair[] = [
    ['theme', 'dark'],
    ['q_sess', 'no prefix of ours'],
  ];
  for (const order of permutations(pairs)) {
    const cookie = headerOf([...order.slice(0, 1), ...foreign, ...order.slice(1)]);
    assert.equal((await browser.get('/api/auth/me', { cookie })).statusCode, 200, cookie.slice(0, 40));
  }
  const values = pairs.map(([, value]) => value);
  for (const order of permutations(values)) {
    const sent = pairs.map(([name], index): Pair => [name, order[index] ?? '']);
    if (headerOf(sent) === headerOf(pairs)) continue;
    assertNoSession(await browser.get('/api/auth/me', { cookie: headerOf(sent) }), 'content exchanged');
  }
});

test('a missing, a duplicated and a foreign chunk are no session', async (t) => {
  const { service, browser, pairs } = await chunkedSession(t);
  const others = sessionPairs(await signedInWith(service, 9_000));
  const damaged = pairs.flatMap((pair, index): Readonly<Record<string, readonly Pair[]>>[] => [
    { missing: pairs.toSpliced(index, 1) },
    { 'twice the same': [...pairs, pair] },
    { 'twice, the wrong one last': [...pairs, [pair[0], 'x']] },
    { 'twice, the wrong one first': [[pair[0], 'x'], ...pairs] },
    { 'of another sign-in': pairs.with(index, others[index] ?? pair) },
    { empty: pairs.with(index, [pair[0], '']) },
    { 'in quotes': pairs.with(index, [pair[0], `"${pair[1]}"`]) },
    { 'under another number': pairs.with(index, [`${pair[0]}0`, pair[1]]) },
    { 'with a leading zero': pairs.with(index, [pair[0].replace(/\d+$/, '0$&'), pair[1]]) },
    { 'in capitals': pairs.with(index, [pair[0].toUpperCase(), pair[1]]) },
  ]);
  for (const [what, sent] of damaged.flatMap((each) => Object.entries(each)))
    assertNoSession(await browser.get('/api/auth/me', { cookie: headerOf(sent) }), what);
});

test('a state cookie that is damaged, renamed or of another attempt begins no session', async (t) => {
  const service = await startTestApp(t);
  const begin = async () => {
    const browser = service.openBrowser();
    const address = await browser.begin();
    const [[name, cookie] = ['', undefined]] = [...browser.cookies];
    return { browser, address, name, value: cookie?.value ?? '' };
  };
  const { value: foreign } = await begin();
  const damages: ReadonlyArray<readonly [string, (pair: Pair) => readonly Pair[]]> = [
    ['missing', () => []],
    ['empty', ([name]) => [[name, '']]],
    ['of another attempt', ([name]) => [[name, foreign]]],
    [
      'twice and both wrong',
      ([name]) => [
        [name, 'x'],
        [name, foreign],
      ],
    ],
    ['renamed', ([name, value]) => [[`${name}x`, value]]],
    ['in capitals', ([name, value]) => [[name.toUpperCase(), value]]],
    ['without its state', ([, value]) => [['q_auth_', value]]],
    ['cut short', ([name, value]) => [[name, value.slice(0, -1)]]],
    ['longer', ([name, value]) => [[name, `${value}A`]]],
    ['two joined', ([name, value]) => [[name, `${value}.${foreign}`]]],
  ];
  for (const [what, damage] of damages) {
    const { browser, address, name, value } = await begin();
    const cookie = headerOf(damage([name, value]));
    const answer = await browser.get(address, { ...navigation, cookie });
    assert.equal(answer.statusCode, 303, what);
    assert.equal(answer.headers.location, '/?signin=failed', what);
    assert.deepEqual(sessionPairs(browser), [], what);
  }
  const { browser, address, name, value } = await begin();
  for (const place of range(0, value.length, 7)) {
    const wrong = value.slice(0, place) + (value[place] === 'A' ? 'B' : 'A') + value.slice(place + 1);
    const answer = await browser.get(address, { ...navigation, cookie: headerOf([[name, wrong]]) });
    assert.equal(answer.headers.location, '/?signin=failed', `place ${place}`);
  }
  assert.equal(service.provider.count('token'), 0, 'no code was even tried');
});

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, index) =>
    permutations(items.toSpliced(index, 1)).map((others) => [item, ...others]),
  );
}
