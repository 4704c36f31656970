import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnBeside, columnsOf, rowAcross } from './groups.ts';
import type { State } from './groups.ts';
import { keysOf, rowOf } from './rows-fixture.ts';

const row = (key: string, state: State) => rowOf(key, '2026-11-20', { state });
const columns = columnsOf([row('a', 'TODO'), row('b', 'DONE'), row('c', 'TODO'), row('d', 'DONE')]);

test('rows are in the column of their state, the done ones with the latest first', () => {
  assert.deepEqual(Object.values(columns).map(keysOf), [['a', 'c'], [], ['d', 'b']]);
});

test('there is a column on either side, but for the outer ones', () => {
  assert.equal(columnBeside('TODO', 1), 'WORKING');
  assert.equal(columnBeside('WORKING', 1), 'DONE');
  assert.equal(columnBeside('DONE', 1), null);
  assert.equal(columnBeside('TODO', -1), null);
});

test('across a column leads to the same height, or to its last row, and over one that is empty', () => {
  assert.equal(rowAcross(columns, row('c', 'TODO'), 1), 'b');
  assert.equal(rowAcross(columns, row('d', 'DONE'), -1), 'a');
  assert.equal(rowAcross(columns, row('d', 'DONE'), 1), null);
  const uneven = columnsOf([row('a', 'TODO'), row('b', 'TODO'), row('c', 'WORKING')]);
  assert.equal(rowAcross(uneven, row('b', 'TODO'), 1), 'c');
});
