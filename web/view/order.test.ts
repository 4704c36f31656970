import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fields } from '../sync/fields.ts';
import type { Row } from '../sync/rows.ts';
import { inOrder } from './order.ts';
import { keysOf, rowOf } from './rows-fixture.ts';

const today = '2026-11-18';
const row = (description: string, importance: Fields['importance'] = 'MEDIUM', dueDate = today) =>
  rowOf(description, dueDate, { importance });
const withId = (id: number, { key, fields, write }: Row): Row => ({
  key,
  fields,
  saved: { id, ...fields },
  write,
});

test('within a day a time comes before none, then importance, then age', () => {
  const rows = [
    row('Bread at 8am', 'HIGH', '2026-11-19'),
    row('Unsent'),
    withId(9, row('Newer')),
    withId(2, row('Older')),
    withId(1, row('Low', 'LOW')),
    withId(8, row('High', 'HIGH')),
    withId(4, row('Tea at 5pm', 'LOW')),
    withId(5, row('Anruf 17 Uhr', 'HIGH')),
    withId(6, row('Call at 9:30', 'LOW')),
    withId(7, row('Overdue', 'LOW', '2026-11-17')),
  ];
  const expected = [
    'Overdue',
    'Call at 9:30',
    'Anruf 17 Uhr',
    'Tea at 5pm',
    'High',
    'Older',
    'Newer',
    'Unsent',
    'Low',
    'Bread at 8am',
  ];
  assert.deepEqual(keysOf(inOrder(rows)), expected);
  assert.deepEqual(keysOf(inOrder(rows.toReversed())), expected);
});
