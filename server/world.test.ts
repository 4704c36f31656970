import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';

import { wait, withTimeout } from './world.ts';

const isPending = Symbol('pending');
const now = (promise: Promise<unknown>) => Promise.race([promise, Promise.resolve(isPending)]);

test('a wait ends at its time or with the signal, and leaves the signal alone afterwards', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const ending = new AbortController();
  const passed = wait(10, ending.signal);
  t.mock.timers.tick(9);
  assert.equal(await now(passed), isPending);
  t.mock.timers.tick(1);
  await passed;
  assert.equal(getEventListeners(ending.signal, 'abort').length, 0);
  const stopped = wait(10, ending.signal);
  ending.abort(new Error('it ends'));
  await assert.rejects(stopped, /it ends/);
  await assert.rejects(wait(10, ending.signal), /it ends/);
});

test('work that takes too long has no result, and its signal aborts', async () => {
  let over: AbortSignal | undefined;
  const atOnce = async () => undefined;
  const result = await withTimeout(atOnce, 10, (signal) => {
    over = signal;
    return new Promise(() => undefined);
  });
  assert.equal(result, undefined);
  assert.equal(over?.aborted, true);
  assert.equal(over.reason.name, 'AbortError');
  assert.equal(await withTimeout(wait, 1000, async () => 'result'), 'result');
});
