import assert from 'node:assert/strict';
import { test } from 'node:test';

import { hourMs, startTestApp } from '../app.ts';
import type { Pair } from '../cookies.ts';
import { headerOf, setBy } from '../cookies.ts';
import { assertNoSession, sessionPairs, signedInWith } from './session-cookies.ts';

test('leftovers beside a session do no harm, and those with a name of the service are expired when it is written again', async (t) => {
  for (const [size, ours, leftovers] of [
    [
      0,
      [],
      ['q_session_chunk_17', 'q_session_chunk_99', 'q_session_chunk_01', 'q_session_chunk_1a'],
    ],
    [
      0,
      [],
      ['q_session_at', 'q_session_rt', 'q_session_', 'q_session_chunk_', 'q_session_chunk_0'],
    ],
    [
      9_000,
      ['q_session_chunk_15'],
      ['q_session_chunk_15', 'q_session_chunk_99', 'q_session_chunk_1a'],
    ],
  ] as const) {
    const service = await startTestApp(t);
    const browser = await signedInWith(service, size);
    const own = sessionPairs(browser).map(([name]) => name);
    const next = size === 0 ? [] : [`q_session_chunk_${own.length + 1}`];
    for (const name of [...leftovers, ...next])
      browser.cookies.set(name, { value: 'left-over', path: '/', expiresAtMs: Infinity });
    assert.equal((await browser.get('/api/auth/me')).statusCode, 200, 'they do no harm');

    service.clock.advance(hourMs);
    const answer = await browser.get('/api/auth/me');
    assert.equal(answer.statusCode, 200);
    const expired = setBy(answer).filter(([, value]) => value === '');
    assert.deepEqual(
      expired.map(([name]) => name),
      [...ours, ...next],
    );
    for (const name of own) assert.ok(browser.cookies.has(name), name);
  }
});

test('a session that another host sets beside the one that is there is no session, in either form', async (t) => {
  const service = await startTestApp(t);
  const small = sessionPairs(await signedInWith(service, 0));
  const large = sessionPairs(await signedInWith(service, 9_000));
  const ask = (sent: readonly Pair[]) =>
    service.openBrowser().get('/api/auth/me', { cookie: headerOf(sent) });
  for (const own of [small, large]) assert.equal((await ask(own)).statusCode, 200);
  const pairs: ReadonlyArray<readonly [own: readonly Pair[], tossed: readonly Pair[]]> = [
    [small, large],
    [small, large.slice(0, 1)],
    [small, [['q_session_chunk_16', '']]],
    [large, small],
  ];
  for (const [own, tossed] of pairs) {
    const before = [...tossed, ...own];
    const after = [...own, ...tossed];
    for (const sent of [before, after]) assertNoSession(await ask(sent), headerOf(tossed));
  }
});

test('a missing, a duplicated and a foreign chunk are no session', async (t) => {
  const service = await startTestApp(t);
  const browser = await signedInWith(service, 7_000);
  const pairs = sessionPairs(browser);
  assert.equal(pairs.length, 4);
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
