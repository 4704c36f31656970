import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Row } from '../sync/rows.ts';
import { createRowsByDay, shownOf } from './month-days.ts';

const row = (key: string, dueDate: string, state: Row['fields']['state'] = 'TODO'): Row => ({
  key,
  fields: { description: key, dueDate, importance: 'LOW', state },
  saved: null,
  write: null,
});
const keysOf = (rows: readonly Row[] | undefined) => rows?.map(({ key }) => key);

test('a day has its open tasks first, each in the order of the list', () => {
  const rowsByDay = createRowsByDay();
  const rows = [
    row('a', '2026-11-25', 'DONE'),
    row('b', '2026-11-25'),
    row('c', '2026-11-25', 'WORKING'),
    row('d', '2026-11-26', 'DONE'),
  ];
  const days = rowsByDay(rows);
  assert.deepEqual(keysOf(days.get('2026-11-25')), ['b', 'c', 'a']);
  assert.deepEqual(keysOf(days.get('2026-11-26')), ['d']);
  const later = rowsByDay(rows.slice(1));
  assert.equal(later.get('2026-11-26'), days.get('2026-11-26'), 'a day that nothing has changed is the same');
  assert.deepEqual(keysOf(later.get('2026-11-25')), ['b', 'c']);
});

test('a day shows as many tasks as have room, or one fewer and how many are left', () => {
  const rows = ['a', 'b', 'c', 'd', 'e'].map((key) => row(key, '2026-11-25'));
  const shown = (room: number, kept: string | null = null) => {
    const day = shownOf(rows, room, kept);
    return [keysOf(day.shown)?.join(''), day.more];
  };
  assert.deepEqual(shown(5), ['abcde', 0]);
  assert.deepEqual(shown(4), ['abc', 2]);
  assert.deepEqual(shown(4, 'e'), ['abe', 2]);
  assert.deepEqual(shown(4, 'b'), ['abc', 2]);
  assert.deepEqual(shown(1), ['', 5]);
  assert.deepEqual(shown(1, 'c'), ['c', 4]);
  assert.deepEqual(shown(0, 'c'), ['', 0], 'a day that is only a number');
});
