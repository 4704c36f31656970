import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareDates } from '../dates/calendar.ts';
import type { Fields } from '../sync/fields.ts';
import type { Row } from '../sync/rows.ts';
import { createOrder } from './order.ts';
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

const byDate = (a: Row, b: Row) => compareDates(a.fields.dueDate, b.fields.dueDate);

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
  const byDay = rows.toSorted(byDate);
  const inOrder = createOrder();
  assert.deepEqual(keysOf(inOrder(byDay)), expected);
  assert.deepEqual(keysOf(inOrder(rows.toReversed().toSorted(byDate))), expected);
});

test('a row that changes is in its new place, and the rows of the other days stay', () => {
  const rows = [
    withId(1, row('Bread')),
    withId(2, row('Tea')),
    withId(3, row('Milk', 'LOW', '2026-11-19')),
  ];
  const inOrder = createOrder();
  assert.deepEqual(keysOf(inOrder(rows)), ['Bread', 'Tea', 'Milk']);
  const changed = rows.with(1, withId(2, row('Tea at 5pm')));
  assert.deepEqual(keysOf(inOrder(changed)), ['Tea at 5pm', 'Bread', 'Milk']);
  assert.deepEqual(keysOf(inOrder(changed.slice(1))), ['Tea at 5pm', 'Milk']);
  assert.deepEqual(keysOf(inOrder(rows)), ['Bread', 'Tea', 'Milk']);
});
