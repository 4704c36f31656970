import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createSelection } from './selection.ts';

const order = ['a', 'b', 'c', 'd'];
const keysOf = (selection: ReturnType<typeof createSelection>) => [...(selection.get()?.keys ?? [])];

test('a row is selected and deselected; the selection goes on until it is ended', () => {
  const selection = createSelection();
  assert.equal(selection.get(), null);
  selection.dispatch({ kind: 'toggle', key: 'b' });
  assert.deepEqual(keysOf(selection), ['b']);
  selection.dispatch({ kind: 'toggle', key: 'b' });
  assert.deepEqual(selection.get()?.keys.size, 0);
  selection.dispatch({ kind: 'end' });
  assert.equal(selection.get(), null);
});

test('a range reaches from the row selected last, up or down, and keeps what was selected before', () => {
  const selection = createSelection();
  selection.dispatch({ kind: 'toggle', key: 'a' });
  selection.dispatch({ kind: 'toggle', key: 'd' });
  selection.dispatch({ kind: 'reach', key: 'c', order });
  assert.deepEqual(keysOf(selection).toSorted(), ['a', 'c', 'd']);
  selection.dispatch({ kind: 'reach', key: 'a', order });
  assert.deepEqual(keysOf(selection).toSorted(), ['a', 'b', 'c', 'd']);
});

test('a range without a beginning is the one row', () => {
  const selection = createSelection();
  selection.dispatch({ kind: 'reach', key: 'c', order });
  assert.deepEqual(keysOf(selection), ['c']);
  selection.dispatch({ kind: 'reach', key: 'gone', order });
  assert.deepEqual(keysOf(selection), ['c', 'gone']);
});

test('beginning again keeps what is taken', () => {
  const selection = createSelection();
  selection.dispatch({ kind: 'all', order });
  selection.dispatch({ kind: 'begin' });
  assert.deepEqual(keysOf(selection), order);
});
