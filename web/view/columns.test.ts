import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnBeside, columnsOf, rowAcross, withFewDone, withHeadings } from './columns.ts';
import type { State } from './columns.ts';
import { keysOf, rowOf } from './rows-fixture.ts';

const row = (key: string, state: State) => rowOf(key, '2026-11-20', { state });
const grouping = { todayIso: '2026-11-18', firstDayOfWeek: 1 } as const;
const rows = [row('a', 'TODO'), row('b', 'DONE'), row('c', 'TODO'), row('d', 'DONE')];
const columns = columnsOf(rows, grouping);

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
  const uneven = columnsOf([row('a', 'TODO'), row('b', 'TODO'), row('c', 'WORKING')], grouping);
  assert.equal(rowAcross(uneven, row('b', 'TODO'), 1), 'c');
});

test('of many done tasks the latest twenty are shown, and the others count', () => {
  const many = columnsOf(
    Array.from({ length: 25 }, (_, at) => row(`Done ${at}`, 'DONE')),
    grouping,
  );
  const { columns: shown, leftOut } = withFewDone(many);
  assert.equal(shown.DONE.length, 20);
  assert.deepEqual([shown.DONE[0]?.key, shown.DONE[0]?.size], ['Done 24', 25]);
  assert.deepEqual(keysOf(leftOut), ['Done 4', 'Done 3', 'Done 2', 'Done 1', 'Done 0']);
  assert.equal(withFewDone(columns).leftOut.length, 0);
});

test('a column has its open tasks by day, each day with its number, and a done one has no day', () => {
  const dated = [
    rowOf('late', '2026-11-10'),
    rowOf('later', '2026-11-12'),
    rowOf('now', '2026-11-18', { state: 'WORKING' }),
    rowOf('someday', '2026-11-18', { description: 'Paint #someday' }),
    rowOf('tomorrow', '2026-11-19'),
    rowOf('far', '2027-01-03'),
    rowOf('done', '2026-11-18', { state: 'DONE' }),
  ];
  const { TODO, WORKING, DONE } = columnsOf(dated, grouping);
  const words = withHeadings(TODO).map((item) =>
    item.kind === 'heading' ? `${item.group} ${item.count}` : item.key,
  );
  assert.equal(
    words.join(', '),
    'overdue 2, late, later, tomorrow 1, tomorrow, 2027-01 1, far, someday 1, someday',
  );
  assert.deepEqual(WORKING[0]?.group, 'today');
  assert.deepEqual(DONE[0]?.group, 'done');
});
