import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createValue, derive } from './store.ts';

test('a derived value is computed once per change of its stores, and its listeners hear of real changes only', () => {
  const [a, b] = [createValue(1), createValue(2)];
  let computed = 0;
  const sum = derive([a, b], () => {
    computed += 1;
    return a.get() + b.get();
  });
  const heard: number[] = [];
  const stop = sum.subscribe(() => heard.push(sum.get()));
  a.dispatch(3);
  assert.deepEqual([sum.get(), sum.get(), computed], [5, 5, 2]);
  const flipped = derive([a], () => a.get() > 0);
  flipped.subscribe(() => heard.push(0));
  a.dispatch(4);
  stop();
  a.dispatch(5);
  assert.deepEqual(heard, [5, 6]);
  assert.equal(sum.get(), 7);
});
