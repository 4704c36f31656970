import assert from 'node:assert/strict';
import { test } from 'node:test';

import { makeClock } from '../test/provider/clock.ts';
import { openSqliteStore } from './store/sqlite/sqlite-store.ts';
import { StoreError } from './store/store.ts';
import { sweepOn } from './sweep.ts';

const minuteMs = 60_000;

test('a store that fails is swept a minute later, and the failure is logged unless the store is unavailable', async (t) => {
  const failures = [new StoreError('unavailable', 'away'), new StoreError('overloaded', 'busy')];
  const { nowMs, wait, waiting, advance, untilWaiting } = makeClock();
  const store = openSqliteStore(':memory:');
  t.after(() => store.close());
  await store.publishRenewal('old', 'a sealed session', nowMs());
  // A claim at a time before the row expires finds the row, if it still exists.
  const isLeft = async () => (await store.claimRenewal('old', 0, 0)).kind === 'published';
  const logged: string[] = [];
  const audited: string[] = [];
  const lines = ['the line of a command'];
  const stopping = new AbortController();
  const swept = sweepOn(
    {
      store: {
        sweep: async (atMs) => {
          const failure = failures.shift();
          if (failure !== undefined) throw failure;
          return store.sweep(atMs);
        },
        takeAuditLines: async () => lines.splice(0),
      },
      audited: (line) => void audited.push(line),
      wait,
      nowMs,
      log: { warn: (_details, message) => void logged.push(message) },
    },
    stopping.signal,
  );
  for (const expected of [0, 1]) {
    await untilWaiting(minuteMs);
    assert.equal(logged.length, expected);
    assert.deepEqual(audited, ['the line of a command']);
    assert.ok(await isLeft());
    advance(minuteMs);
  }
  await untilWaiting(minuteMs);
  assert.ok(!(await isLeft()));
  lines.push('a line before the end');
  stopping.abort();
  await swept;
  assert.deepEqual(audited, ['the line of a command', 'a line before the end']);
  assert.equal(waiting(), 0);
});
