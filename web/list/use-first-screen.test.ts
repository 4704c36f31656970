import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Group } from '../model/groups.ts';
import { headOf } from './use-first-screen.ts';

test('the head of a list has its first rows in their groups, and tells how many a cut one has', () => {
  const groups = [group('today', 2), group('week', 5), group('done', 3)];
  const shown = (most: number) =>
    headOf(groups, most).map(({ key, rows, total }) => [key, rows.map((row) => row.key).join(' '), total]);
  assert.deepEqual(shown(1), [['today', 'today-0', 2]]);
  assert.deepEqual(shown(2), [['today', 'today-0 today-1', undefined]]);
  assert.deepEqual(shown(4), [
    ['today', 'today-0 today-1', undefined],
    ['week', 'week-0 week-1', 5],
  ]);
  assert.deepEqual(headOf(groups, 10), groups);
  assert.deepEqual(headOf(groups, 11), groups);
});

function group(kind: 'today' | 'week' | 'done', count: number): Group {
  const fields = { description: '', dueDate: '2026-10-02', importance: 'LOW', state: 'TODO' } as const;
  const rows = Array.from({ length: count }, (_, at) => ({
    key: `${kind}-${at}`,
    fields,
    saved: null,
    write: null,
  }));
  return { key: kind, name: { kind }, rows };
}
