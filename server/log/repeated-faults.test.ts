import assert from 'node:assert/strict';
import { test } from 'node:test';

import { hourMs, startTestApp } from '../../test/app.ts';
import { fail, failures } from '../../test/provider/failures.ts';
import { StoreError } from '../store/store.ts';
import type { RepeatedFaults } from './repeated-faults.ts';
import { reduceFaults, toldEveryMs } from './repeated-faults.ts';

test('a fault is told at first, then once a minute with its number; another fault is told by itself', () => {
  let faults: RepeatedFaults = new Map();
  const tell = (text: string, nowMs: number) => {
    const counted = reduceFaults(faults, { text, nowMs });
    faults = counted.faults;
    return counted.telling;
  };
  assert.deepEqual(tell('away', 0), { kind: 'first' });
  for (const nowMs of [0, 1, toldEveryMs - 1])
    assert.deepEqual(tell('away', nowMs), { kind: 'silent' });
  assert.deepEqual(tell('full', 1), { kind: 'first' });
  assert.deepEqual(tell('away', toldEveryMs), { kind: 'repeated', times: 3, sinceMs: 0 });
  assert.deepEqual(tell('away', toldEveryMs + 1), { kind: 'silent' });
  assert.deepEqual(tell('full', toldEveryMs + 1), { kind: 'first' });
  assert.deepEqual(tell('away', 0), { kind: 'repeated', times: 1, sinceMs: toldEveryMs });
});

test('however many texts the faults have, the hundred that were told last are counted', () => {
  let faults: RepeatedFaults = new Map();
  for (let number = 0; number < 1000; number += 1)
    faults = reduceFaults(faults, { text: `fault ${number}`, nowMs: number }).faults;
  assert.deepEqual(
    [faults.size, faults.has('fault 999'), faults.has('fault 899')],
    [100, true, false],
  );
});

test('while the store is away the fault is one line a minute with its number, and each request keeps its own line', async (t) => {
  let isAway = false;
  const away = () => Promise.reject(new StoreError('unavailable', 'The store is away'));
  const { signedIn, app, clock, logged, takeErrors } = await startTestApp(t, {
    store: {
      list: away,
      findRevocation: () => (isAway ? away() : Promise.resolve(-Infinity)),
    },
  });
  const browser = await signedIn();
  isAway = true;
  const linesOf = async (requests: number) => {
    const before = logged.length;
    for (let request = 0; request < requests; request += 1) {
      assert.equal((await browser.get('/api/tasks')).statusCode, 503);
      assert.equal((await app.inject('/api/tasks')).statusCode, 401);
      clock.advance(1000);
    }
    takeErrors();
    return logged.slice(before).filter(({ msg }) => msg !== 'answered');
  };
  const first = await linesOf(59);
  assert.deepEqual(
    first.map(({ level, msg, err }) => [level, msg, err !== undefined]),
    [
      ['error', 'The store is away', true],
      ['warn', 'The store failed: new sign-outs of other processes are unknown', true],
    ],
  );
  clock.advance(1000);
  const later = await linesOf(3);
  assert.deepEqual(
    later.map(({ level, err, times }) => [level, err, Number(times) > 20]),
    [
      ['error', undefined, true],
      ['warn', undefined, true],
    ],
  );
  assert.match(later[0]?.msg ?? '', /^The store is away \(and 58 more since \S+Z\)$/);
  assert.ok(logged.filter(({ msg }) => msg === 'answered').length > 2 * 62);
});

test('while the provider is away the renewals that fail are one line a minute with their number', async (t) => {
  const { signedIn, provider, clock, logged } = await startTestApp(t);
  const browsers = [
    await signedIn(),
    await signedIn({ sub: 'bob', email: 'bob@example.com' }),
    await signedIn(),
  ];
  clock.advance(hourMs);
  provider.play(fail('token', failures.status503));
  const linesOf = async (seconds: number) => {
    const before = logged.length;
    for (let second = 0; second < seconds; second += 1) {
      for (const browser of browsers)
        assert.equal((await browser.get('/api/auth/me')).statusCode, 200, 'the session is kept');
      clock.advance(1000);
    }
    return logged.slice(before).filter(({ msg }) => msg !== 'answered');
  };
  const told = [...(await linesOf(60)), ...(await linesOf(5))];
  assert.deepEqual(
    told.map(({ level, reason, times }) => [level, reason, times]),
    [
      ['warn', 'token_endpoint_503', undefined],
      ['warn', 'token_endpoint_503', 179],
    ],
  );
});
