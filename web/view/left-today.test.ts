import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Fields } from '../sync/fields.ts';
import { leftToday } from './left-today.ts';

const row = (dueDate: string, state: Fields['state'] = 'TODO') => ({
  key: dueDate + state,
  fields: { description: 'x', dueDate, importance: 'LOW', state } as const,
  saved: null,
  write: null,
});
const rows = [
  row('2026-11-20', 'DONE'),
  row('2026-11-21', 'WORKING'),
  row('2026-11-23'),
  row('2026-11-23', 'DONE'),
  row('2026-11-24'),
];

test('what is left today is open, and due today or overdue', () => {
  assert.equal(leftToday(rows, '2026-11-23'), 2);
  assert.equal(leftToday(rows, '2026-11-24'), 3, 'the next day');
  assert.equal(leftToday([], '2026-11-24'), 0);
});
