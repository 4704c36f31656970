import assert from 'node:assert/strict';
import { test } from 'node:test';

import { keyBeside, keyOnStep } from './order.ts';

const order = ['a', 'b', 'c', 'd'];

test('a step leads to the next row or the one before, and from no row to the first', () => {
  assert.equal(keyOnStep(order, 'b', 1), 'c');
  assert.equal(keyOnStep(order, 'b', -1), 'a');
  assert.equal(keyOnStep(order, 'd', 1), null);
  assert.equal(keyOnStep(order, 'a', -1), null);
  assert.equal(keyOnStep(order, null, -1), 'a');
  assert.equal(keyOnStep(order, 'gone', 1), 'a');
});

test('beside rows that go is the row after the first of them, or else the last one before', () => {
  assert.equal(keyBeside(order, new Set(['b', 'c'])), 'd');
  assert.equal(keyBeside(order, new Set(['c', 'd'])), 'b');
  assert.equal(keyBeside(order, new Set(['b', 'd'])), 'c');
  assert.equal(keyBeside([], new Set(['a'])), null);
});
