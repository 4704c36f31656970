import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fields } from '../sync/fields.ts';
import type { Row } from '../sync/rows.ts';
import { closedGroups } from './folds.ts';
import { groupRows, itemsOf, leftToday, orderOf, overdueRows, rowItems } from './groups.ts';
import type { Group, Grouping } from './groups.ts';
import { everything } from './query.ts';
import { keysOf, rowOf } from './rows-fixture.ts';
import { rowsToPlan } from './week.ts';
import { newWrite } from '../sync/queue.ts';

// A Wednesday.
const today = '2026-11-18';
const row = (key: string, dueDate: string, state: Fields['state'] = 'TODO') =>
  rowOf(key, dueDate, { state });
const keysByGroup = (rows: readonly Row[], parts: Partial<Grouping> = {}) =>
  groupRows(rows, { todayIso: today, firstDayOfWeek: 1, ...parts }).map((group) => [
    group.key,
    ...keysOf(group.rows),
  ]);

test('rows are grouped under Overdue, Today, Tomorrow, This week, then their months', () => {
  const rows = [
    row('a', '2025-01-01'),
    row('b', '2026-11-17'),
    row('c', today),
    row('d', '2026-11-19'),
    row('e', '2026-11-20'),
    row('f', '2026-11-22'),
    row('g', '2026-11-23'),
    row('h', '2027-11-01'),
  ];
  assert.deepEqual(keysByGroup(rows), [
    ['overdue', 'a', 'b'],
    ['today', 'c'],
    ['tomorrow', 'd'],
    ['week', 'e', 'f'],
    ['2026-11', 'g'],
    ['2027-11', 'h'],
  ]);
});

test('a week that begins on Sunday ends on Saturday', () => {
  const weekend = [row('sat', '2026-11-21'), row('sun', '2026-11-22')];
  assert.deepEqual(keysByGroup(weekend, { firstDayOfWeek: 7 }), [
    ['week', 'sat'],
    ['2026-11', 'sun'],
  ]);
});

test('on a weekend the following week has a group of its own', () => {
  const rows = [row('mon', '2026-11-23'), row('sun', '2026-11-29'), row('later', '2026-11-30')];
  assert.deepEqual(keysByGroup(rows, { todayIso: '2026-11-21' }), [
    ['nextWeek', 'mon', 'sun'],
    ['2026-11', 'later'],
  ]);
});

test('tomorrow stays tomorrow when the week ends today', () => {
  assert.deepEqual(keysByGroup([row('a', '2026-11-23')], { todayIso: '2026-11-22' }), [
    ['tomorrow', 'a'],
  ]);
});

test('done rows are the last group, the latest first, but for those that linger', () => {
  const rows = [
    row('a', '2026-11-01', 'DONE'),
    row('b', today, 'DONE'),
    row('c', today, 'DONE'),
    row('d', today),
  ];
  assert.deepEqual(keysByGroup(rows, { lingering: new Set(['b']) }), [
    ['today', 'b', 'd'],
    ['done', 'c', 'a'],
  ]);
});

test('a row that could not be marked done stays in sight', () => {
  const done = row('a', today, 'DONE');
  const write = {
    ...newWrite('w', 'a', { kind: 'replace', fields: done.fields }),
    status: 'failed',
  } as const;
  assert.deepEqual(keysByGroup([{ ...done, write }]), [['today', 'a']]);
});

test('other orders have other headings; among equals the date decides, and what is done stays last', () => {
  const rows = [
    row('b', '2026-11-17', 'WORKING'),
    rowOf('a', today, { importance: 'HIGH' }),
    row('d', '2026-11-19', 'DONE'),
    row('c', '2026-11-20'),
  ];
  const grouped = (order: Grouping['order'] & string) => keysByGroup(rows, { order, locale: 'en' });
  assert.deepEqual(grouped('importance'), [
    ['HIGH', 'a'],
    ['MEDIUM', 'b', 'c'],
    ['done', 'd'],
  ]);
  assert.deepEqual(grouped('state'), [
    ['WORKING', 'b'],
    ['TODO', 'a', 'c'],
    ['done', 'd'],
  ]);
  assert.deepEqual(grouped('name'), [
    ['all', 'a', 'b', 'c'],
    ['done', 'd'],
  ]);
});

const groups: readonly Group[] = [
  { key: 'today', rows: [rowOf('a'), rowOf('b')] },
  { key: 'done', rows: [rowOf('c')] },
];

test('groups become one flat list of headings and rows; a closed group has its heading only', () => {
  const keys = (isClosed: boolean) =>
    keysOf(itemsOf(groups, ({ key }) => key === 'done' && isClosed));
  assert.deepEqual(keys(false), ['heading today', 'a', 'b', 'heading done', 'c']);
  assert.deepEqual(keys(true), ['heading today', 'a', 'b', 'heading done']);
});

test('the order has the rows that are not hidden, and no headings', () => {
  assert.deepEqual(orderOf(itemsOf(groups, ({ key }) => key === 'done')), ['a', 'b']);
});

test('a row knows its place in its group, and whether its day begins with it', () => {
  const rows = [rowOf('a', '2026-11-18'), rowOf('b', '2026-11-18'), rowOf('c', '2026-11-19')];
  assert.deepEqual(
    rowItems({ key: 'all', rows }).map(({ position, size, opensDay }) => [
      position,
      size,
      opensDay,
    ]),
    [
      [1, 3, true],
      [2, 3, false],
      [3, 3, true],
    ],
  );
  assert.equal(
    rowItems({ key: 'all', rows }, '2026-11-18')[0]?.opensDay,
    false,
    'the day is shown above',
  );
});

test('a task for some day is the last group but the done ones, never overdue and never of today', () => {
  const todayIso = '2026-11-20';
  const rows = [
    rowOf('Learn to sail #someday', '2026-11-01'),
    rowOf('Read Proust #Someday', todayIso),
    rowOf('Call', todayIso),
    rowOf('Far', '2027-05-01'),
    rowOf('Old', '2026-11-02', { state: 'DONE' }),
  ];
  const grouped = groupRows(rows, { todayIso, firstDayOfWeek: 1 });
  assert.deepEqual(
    grouped.map(({ key, rows: own }) => [key, own.length]),
    [
      ['today', 1],
      ['2027-05', 1],
      ['someday', 2],
      ['done', 1],
    ],
  );
  assert.deepEqual(overdueRows(rows, todayIso), []);
  assert.equal(leftToday(rows, todayIso), 1);
  assert.deepEqual(keysOf(rowsToPlan(rows, new Set(), todayIso)), ['Call']);
  const choices = { done: null, overdue: null, someday: null };
  const folding = { query: everything, choices, editing: null, isPrinting: false };
  assert.deepEqual(closedGroups(grouped, folding), ['someday', 'done']);
  assert.deepEqual(
    closedGroups(grouped, { ...folding, query: { ...everything, text: 'sail' } }),
    [],
  );
});
