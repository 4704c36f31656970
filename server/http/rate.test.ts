import assert from 'node:assert/strict';
import { test } from 'node:test';

import { makeRate } from './rate.ts';

/** Two at once, and one each second. */
function start(mostKeys?: number) {
  const clock = { nowMs: 1_000_000 };
  const rate = makeRate({
    intervalMs: 1000,
    burst: 2,
    nowMs: () => clock.nowMs,
    ...(mostKeys === undefined ? {} : { mostKeys }),
  });
  const take = (key: string, count: number) => Array.from({ length: count }, () => rate(key));
  return { clock, take };
}

test('a key passes its burst at once and then one each interval, and hears how long to wait', () => {
  const { clock, take } = start();
  assert.deepEqual(take('a', 4), [0, 0, 1000, 1000]);
  clock.nowMs += 400;
  assert.deepEqual(take('a', 1), [600]);
  clock.nowMs += 600;
  assert.deepEqual(take('a', 2), [0, 1000]);
  clock.nowMs += 60_000;
  assert.deepEqual(take('a', 3), [0, 0, 1000], 'the allowance grows no larger than the burst');
});

test('each key has an allowance of its own', () => {
  const { take } = start();
  take('a', 3);
  assert.deepEqual(take('b', 3), [0, 0, 1000]);
});

test('a clock that is set back refuses nobody for longer than the allowance takes', () => {
  const { clock, take } = start();
  take('a', 2);
  clock.nowMs -= 3_600_000;
  assert.deepEqual(take('a', 1), [1000]);
  clock.nowMs += 1000;
  assert.deepEqual(take('a', 2), [0, 1000]);
});

test('many keys are remembered, and a flood of others does not grow the memory without end', () => {
  const { take } = start(3);
  take('a', 2);
  take('b', 1);
  assert.deepEqual(take('a', 1), [1000]);
  for (const key of ['c', 'd']) take(key, 1);
  assert.deepEqual(take('a', 1), [1000], 'it is among the older ones now');
  for (const key of ['e', 'f', 'g', 'h']) take(key, 1);
  assert.deepEqual(take('a', 1), [0], 'forgotten');
});
