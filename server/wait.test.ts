import assert from 'node:assert/strict';
import { test } from 'node:test';

import { makeClock } from '../test/provider/clock.ts';
import { within } from './wait.ts';

test('work that ends in time ends the waiting, and both are told by the signal', async () => {
  const { wait, waiting } = makeClock();
  const signals: AbortSignal[] = [];
  const work = async (over: AbortSignal) => {
    signals.push(over);
    assert.equal(waiting(), 1);
    return 'done';
  };
  assert.equal(await within(wait, 1000, work), 'done');
  assert.equal(waiting(), 0);
  assert.equal(signals[0]?.aborted, true);
});

test('work that takes longer gives nothing, and its signal aborts', async () => {
  const clock = makeClock();
  const { promise, resolve } = Promise.withResolvers<AbortSignal>();
  const result = within(clock.wait, 1000, (over) => {
    resolve(over);
    return new Promise(() => {});
  });
  const signal = await promise;
  assert.equal(signal.aborted, false);
  clock.advance(1000);
  assert.equal(await result, undefined);
  assert.equal(signal.aborted, true);
});
