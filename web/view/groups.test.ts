import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Fields } from '../sync/fields.ts';
import { groupRows } from './groups.ts';
import type { Row } from '../sync/rows.ts';
import { newWrite } from '../sync/writes.ts';

// A Wednesday.
const today = '2026-11-18';
const row = (key: string, dueDate: string, state: Fields['state'] = 'TODO'): Row => ({
  key,
  fields: { description: key, dueDate, importance: 'LOW', state },
  saved: null,
  write: null,
});
const keysByGroup = (rows: readonly Row[], firstDay: 1 | 7 = 1, lingering = new Set<string>()) =>
  groupRows(rows, { todayIso: today, firstDayOfWeek: firstDay, lingering }).map(({ key, rows: own }) => [
    key,
    ...own.map((each) => each.key),
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
  assert.deepEqual(keysByGroup([row('sat', '2026-11-21'), row('sun', '2026-11-22')], 7), [
    ['week', 'sat'],
    ['2026-11', 'sun'],
  ]);
});

test('tomorrow stays tomorrow when the week ends today', () => {
  const groups = groupRows([row('a', '2026-11-23')], { todayIso: '2026-11-22', firstDayOfWeek: 1 });
  assert.deepEqual(
    groups.map(({ key }) => key),
    ['tomorrow'],
  );
});

test('done rows are the last group, the latest first, but for those that linger', () => {
  const rows = [
    row('a', '2026-11-01', 'DONE'),
    row('b', today, 'DONE'),
    row('c', today, 'DONE'),
    row('d', today),
  ];
  assert.deepEqual(keysByGroup(rows, 1, new Set(['b'])), [
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
    { ...row('a', today), fields: { ...row('a', today).fields, importance: 'HIGH' as const } },
    row('d', '2026-11-19', 'DONE'),
    row('c', '2026-11-20'),
  ];
  const grouped = (order: 'importance' | 'state' | 'name') =>
    groupRows(rows, { todayIso: today, firstDayOfWeek: 1, order, locale: 'en' }).map(({ key, rows: own }) => [
      key,
      ...own.map((each) => each.key),
    ]);
  assert.deepEqual(grouped('importance'), [
    ['HIGH', 'a'],
    ['LOW', 'b', 'c'],
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
