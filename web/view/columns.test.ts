import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnBeside, columnsOf, rowBeside } from './groups.ts';
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

test('arrow keys go up and down a column and across, over a column that is empty', () => {
  assert.equal(rowBeside(columns, 'a', 'ArrowDown'), 'c');
  assert.equal(rowBeside(columns, 'c', 'ArrowUp'), 'a');
  assert.equal(rowBeside(columns, 'a', 'ArrowUp'), null);
  assert.equal(rowBeside(columns, 'c', 'ArrowRight'), 'b');
  assert.equal(rowBeside(columns, 'd', 'ArrowLeft'), 'a');
  assert.equal(rowBeside(columns, 'd', 'ArrowRight'), null);
  assert.equal(rowBeside(columns, 'gone', 'ArrowDown'), null);
  assert.equal(rowBeside(columns, 'a', 'Enter'), null);
});

test('across to a shorter column, its last row is the nearest', () => {
  const uneven = columnsOf([row('a', 'TODO'), row('b', 'TODO'), row('c', 'WORKING')]);
  assert.equal(rowBeside(uneven, 'b', 'ArrowRight'), 'c');
});
