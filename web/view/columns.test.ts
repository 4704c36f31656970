import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnBeside, columnsOf, rowAcross, withFewDone } from './groups.ts';
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

test('of many done tasks the latest twenty are shown, and the others count', () => {
  const many = columnsOf(Array.from({ length: 25 }, (_, at) => row(`Done ${at}`, 'DONE')));
  const { columns: shown, leftOut } = withFewDone(many);
  assert.equal(shown.DONE.length, 20);
  assert.deepEqual([shown.DONE[0]?.key, shown.DONE[0]?.size], ['Done 24', 25]);
  assert.deepEqual(keysOf(leftOut), ['Done 4', 'Done 3', 'Done 2', 'Done 1', 'Done 0']);
  assert.equal(withFewDone(columns).leftOut.length, 0);
});
