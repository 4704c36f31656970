import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Fields } from '../sync/fields.ts';
import { benchHistory } from '../tasks/history-fixture.ts';
import { leftToday, overdueRows, spreadDays } from './groups.ts';
import type { Row } from '../sync/rows.ts';

// A Friday: a weekend follows.
const today = '2026-11-20';
const row = (key: string, dueDate: string, other: Partial<Fields> = {}): Row => ({
  key,
  fields: { description: key, dueDate, importance: 'MEDIUM', state: 'TODO', ...other },
  saved: null,
  write: null,
});
const many = (count: number, name: string, dueDate: string) =>
  Array.from({ length: count }, (_, at) => row(`${name}${at}`, dueDate));
/** The keys for each day. */
const spread = (all: readonly Row[]) => {
  const days = [...spreadDays(overdueRows(all, today), all, today)];
  return [...Map.groupBy(days, ([, iso]) => iso)].map(([iso, own]) => [iso, ...own.map(([key]) => key)]);
};

test('what is due before today and not done is overdue', () => {
  const all = [
    row('done', '2026-11-19', { state: 'DONE' }),
    row('late', '2026-11-19', { state: 'WORKING' }),
    row('today', today),
  ];
  assert.deepEqual(
    overdueRows(all, today).map(({ key }) => key),
    ['late'],
  );
});

test('five a day from today on, weekends as well, the most important first and then by date', () => {
  const all = [
    row('low', '2026-10-01', { importance: 'LOW' }),
    row('oldest', '2026-10-02'),
    ...many(4, 'm', '2026-10-03'),
    row('high', '2026-11-19', { importance: 'HIGH' }),
  ];
  assert.deepEqual(spread(all), [
    ['2026-11-20', 'high', 'oldest', 'm0', 'm1', 'm2'],
    ['2026-11-21', 'm3', 'low'],
  ]);
});

test('open tasks that are due on a day take its room, done ones do not', () => {
  const all = [
    ...many(6, 'late', '2026-11-01'),
    ...many(3, 'today', today),
    row('done', today, { state: 'DONE' }),
    ...many(9, 'tomorrow', '2026-11-21'),
  ];
  assert.deepEqual(spread(all), [
    ['2026-11-20', 'late0', 'late1'],
    ['2026-11-22', 'late2', 'late3', 'late4', 'late5'],
  ]);
});

test('a thousand go on after the week, five a day', () => {
  const days = spread(many(1000, 'late', '2026-11-01'));
  assert.deepEqual([days.length, days.at(-1)?.[0]], [200, '2027-06-07']);
  assert.ok(days.every((each) => each.length === 6));
});

test('spreading is one step, which says how far it goes, and goes back as one', async () => {
  const { actions, rows, told } = await benchHistory('a', 'b', 'c', 'd', 'e', 'f');
  const dates = () => rows().map(({ fields }) => fields.dueDate);
  actions.spread(rows());
  assert.deepEqual(new Set(dates()), new Set(['2026-11-21', '2026-11-22']));
  actions.undo();
  assert.deepEqual(new Set(dates()), new Set(['2026-11-20']));
  assert.deepEqual(told, ['6 tasks: five a day until Sunday, November 22', '6 changes undone']);
});

test('without overdue tasks nothing moves', () => assert.deepEqual(spread([row('today', today)]), []));

const rowDue = (dueDate: string, state: Fields['state'] = 'TODO') => ({
  key: dueDate + state,
  fields: { description: 'x', dueDate, importance: 'LOW', state } as const,
  saved: null,
  write: null,
});
const rows = [
  rowDue('2026-11-20', 'DONE'),
  rowDue('2026-11-21', 'WORKING'),
  rowDue('2026-11-23'),
  rowDue('2026-11-23', 'DONE'),
  rowDue('2026-11-24'),
];

test('what is left today is open, and due today or overdue', () => {
  assert.equal(leftToday(rows, '2026-11-23'), 2);
  assert.equal(leftToday(rows, '2026-11-24'), 3, 'the next day');
  assert.equal(leftToday([], '2026-11-24'), 0);
});
