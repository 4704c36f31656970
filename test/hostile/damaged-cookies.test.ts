import assert from 'node:assert/strict';
import { test } from 'node:test';

import { startTestApp } from '../app.ts';
import { navigation } from '../browser.ts';
import type { Pair } from '../cookies.ts';
import { headerOf } from '../cookies.ts';
import { assertNoSession, chunkedSession, sessionPairs, signedInWith } from './session-cookies.ts';

test('a missing, a duplicated and a foreign chunk are no session', async (t) => {
  const { service, browser, pairs } = await chunkedSession(t);
  const others = sessionPairs(await signedInWith(service, 9_000));
  const other = (character: string) => (character === 'A' ? 'B' : 'A');
  const damaged = pairs.flatMap((pair, index): Readonly<Record<string, readonly Pair[]>>[] => [
    { missing: pairs.toSpliced(index, 1) },
    { 'twice the same': [...pairs, pair] },
    { 'twice, the wrong one last': [...pairs, [pair[0], 'x']] },
    { 'twice, the wrong one first': [[pair[0], 'x'], ...pairs] },
    { 'of another sign-in': pairs.with(index, others[index] ?? pair) },
    { 'one character changed': pairs.with(index, [pair[0], pair[1].replace(/.(?=.{9}$)/, other)]) },
    { 'cut short': pairs.with(index, [pair[0], pair[1].slice(0, -1)]) },
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
    [
      'changed',
      ([name, value]) => [[name, value.replace(/.(?=.{9}$)/, (each) => (each === 'A' ? 'B' : 'A'))]],
    ],
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
  assert.equal(service.provider.count('token'), 0, 'no code was even tried');
});
