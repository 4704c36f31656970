import assert from 'node:assert/strict';
import { test } from 'node:test';

import { keyToFocusAfter, keyAtStep } from './focus.ts';

const order = ['a', 'b', 'c', 'd'];

test('a step leads to the next row or the one before, and from no row to the first', () => {
  assert.equal(keyAtStep(order, 'b', 1), 'c');
  assert.equal(keyAtStep(order, 'b', -1), 'a');
  assert.equal(keyAtStep(order, 'd', 1), null);
  assert.equal(keyAtStep(order, 'a', -1), null);
  assert.equal(keyAtStep(order, null, -1), 'a');
  assert.equal(keyAtStep(order, 'gone', 1), 'a');
});

test('beside rows that go is the row after the first of them, or after another one, or else the last one before', () => {
  const beside = (going: string, from?: number) =>
    keyToFocusAfter(order, (key) => going.includes(key), from);
  assert.equal(beside('bc'), 'd');
  assert.equal(beside('cd'), 'b');
  assert.equal(beside('bd'), 'c');
  assert.equal(beside('bd', 3), 'c');
  assert.equal(beside('abcd'), null);
});
