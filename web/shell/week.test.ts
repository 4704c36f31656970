import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Fields } from '../sync/fields.ts';
import { weekFrom } from './week.ts';

const row = (key: string, dueDate: string, state: Fields['state'] = 'TODO') => ({
  key,
  fields: { description: key, dueDate, importance: 'LOW', state } as const,
  saved: null,
  write: null,
});

test('a week is what is overdue and seven days from today, each with its open tasks', () => {
  const rows = [
    row('late', '2026-10-01'),
    row('long done', '2026-10-02', 'DONE'),
    row('today', '2026-12-28', 'WORKING'),
    row('done', '2026-12-28', 'DONE'),
    row('new year', '2027-01-01'),
    row('last', '2027-01-03'),
    row('after', '2027-01-04'),
  ];
  const { overdue, days } = weekFrom(rows, '2026-12-28');
  assert.deepEqual(
    overdue.map(({ key }) => key),
    ['late'],
  );
  assert.deepEqual(
    days.map(({ iso, rows: own }) => [iso, ...own.map(({ key }) => key)]),
    [
      ['2026-12-28', 'today'],
      ['2026-12-29'],
      ['2026-12-30'],
      ['2026-12-31'],
      ['2027-01-01', 'new year'],
      ['2027-01-02'],
      ['2027-01-03', 'last'],
    ],
  );
});
