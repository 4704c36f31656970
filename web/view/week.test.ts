import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leftToday, overdueRows } from './groups.ts';
import { rowsToPlan, spreadDays, weekFrom } from './week.ts';
import type { Row } from '../sync/rows.ts';
import { keysOf, rowOf } from './rows-fixture.ts';

// A Friday: a weekend follows.
const today = '2026-11-20';
const many = (count: number, name: string, dueDate: string) =>
  Array.from({ length: count }, (_, at) => rowOf(`${name}${at}`, dueDate));
/** The keys of the rows that each day gets. */
const spread = (all: readonly Row[], rows = overdueRows(all, today), mostADay = 5) => {
  const days = [...spreadDays(rows, all, today, mostADay)];
  return [...Map.groupBy(days, ([, iso]) => iso)].map(([iso, own]) => [
    iso,
    ...own.map(([key]) => key),
  ]);
};

test('what is due before today and not done is overdue', () => {
  const all = [
    rowOf('done', '2026-11-19', { state: 'DONE' }),
    rowOf('late', '2026-11-19', { state: 'WORKING' }),
    rowOf('today', today),
  ];
  assert.deepEqual(keysOf(overdueRows(all, today)), ['late']);
});

test('five a day from today on, but for weekends, the most important first and then by date', () => {
  const all = [
    rowOf('low', '2026-10-01', { importance: 'LOW' }),
    rowOf('oldest', '2026-10-02'),
    ...many(4, 'm', '2026-10-03'),
    rowOf('high', '2026-11-19', { importance: 'HIGH' }),
  ];
  assert.deepEqual(spread(all), [
    ['2026-11-20', 'high', 'oldest', 'm0', 'm1', 'm2'],
    ['2026-11-23', 'm3', 'low'],
  ]);
});

test('open tasks that are due on a day take its room, done ones do not', () => {
  const all = [
    ...many(6, 'late', '2026-11-01'),
    ...many(3, 'today', today),
    rowOf('done', today, { state: 'DONE' }),
    ...many(9, 'monday', '2026-11-23'),
  ];
  assert.deepEqual(spread(all), [
    ['2026-11-20', 'late0', 'late1'],
    ['2026-11-24', 'late2', 'late3', 'late4', 'late5'],
  ]);
});

test('a thousand go on after the week, five a day', () => {
  const days = spread(many(1000, 'late', '2026-11-01'));
  assert.deepEqual([days.length, days.at(-1)?.[0]], [200, '2027-08-26']);
  assert.ok(days.every((each) => each.length === 6));
});

test('a week is what is overdue and seven days from today, each with its open tasks', () => {
  const rows = [
    rowOf('late', '2026-10-01'),
    rowOf('long done', '2026-10-02', { state: 'DONE' }),
    rowOf('today', '2026-12-28', { state: 'WORKING' }),
    rowOf('done', '2026-12-28', { state: 'DONE' }),
    rowOf('new year', '2027-01-01'),
    rowOf('last', '2027-01-03'),
    rowOf('after', '2027-01-04'),
  ];
  const { overdue, days } = weekFrom(rows, '2026-12-28');
  assert.deepEqual(keysOf(overdue), ['late']);
  const shown = days.map(({ iso, rows: own }) => [iso.slice(5), ...keysOf(own)].join(' '));
  assert.deepEqual(shown, [
    '12-28 today',
    '12-29',
    '12-30',
    '12-31',
    '01-01 new year',
    '01-02',
    '01-03 last',
  ]);
});

test('the number for a day is the own one, and what is spread leaves room where it was', () => {
  const all = [
    ...many(3, 'late', '2026-11-01'),
    ...many(4, 'today', today),
    rowOf('other', '2026-11-23'),
  ];
  assert.deepEqual(spread(all, all.slice(0, 6), 3), [
    ['2026-11-20', 'late0', 'late1'],
    ['2026-11-23', 'late2', 'today0'],
    ['2026-11-24', 'today1', 'today2'],
  ]);
});

test('to plan is what is open and overdue or due today, but for what was placed on today', () => {
  const all = [
    rowOf('done', '2026-11-19', { state: 'DONE' }),
    rowOf('late', '2026-11-19'),
    rowOf('back', '2026-11-19'),
    rowOf('today', today),
    rowOf('placed', today),
    rowOf('tomorrow', '2026-11-21'),
  ];
  const toPlan = rowsToPlan(all, new Set(['placed', 'back']), today);
  assert.deepEqual(keysOf(toPlan), ['late', 'back', 'today']);
});

test('without overdue tasks nothing moves', () =>
  assert.deepEqual(spread([rowOf('today', today)]), []));

test('what is left today is open, and due today or overdue', () => {
  const done = { state: 'DONE' } as const;
  const rows = [
    rowOf('a', '2026-11-20', done),
    rowOf('b', '2026-11-21', { state: 'WORKING' }),
    rowOf('c', '2026-11-23'),
    rowOf('d', '2026-11-23', done),
    rowOf('e', '2026-11-24'),
  ];
  assert.equal(leftToday(rows, '2026-11-23'), 2);
  assert.equal(leftToday(rows, '2026-11-24'), 3, 'the next day');
  assert.equal(leftToday([], '2026-11-24'), 0);
});
