import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createSelection } from './view.ts';

const order = ['a', 'b', 'c', 'd'];
const keysOf = (selection: ReturnType<typeof createSelection>) => [
  ...(selection.current.value?.keys ?? []),
];

test('a row is selected and deselected; the selection goes on until it is ended', () => {
  const selection = createSelection();
  assert.equal(selection.isOn.value, false);
  selection.toggle('b');
  assert.deepEqual(keysOf(selection), ['b']);
  selection.toggle('b');
  assert.deepEqual([selection.isOn.value, keysOf(selection)], [true, []]);
  selection.end();
  assert.equal(selection.isOn.value, false);
});

test('a range reaches from the row selected last, up or down, and keeps what was selected before', () => {
  const selection = createSelection();
  selection.toggle('a');
  selection.toggle('d');
  selection.reach('c', order);
  assert.deepEqual(keysOf(selection).toSorted(), ['a', 'c', 'd']);
  selection.reach('a', order);
  assert.deepEqual(keysOf(selection).toSorted(), ['a', 'b', 'c', 'd']);
});

test('a range without a beginning is the one row', () => {
  const selection = createSelection();
  selection.reach('c', order);
  assert.deepEqual(keysOf(selection), ['c']);
  selection.reach('gone', order);
  assert.deepEqual(keysOf(selection), ['c', 'gone']);
});

test('beginning again keeps what is taken', () => {
  const selection = createSelection();
  selection.selectAll(order);
  selection.begin();
  assert.deepEqual(keysOf(selection), order);
});
