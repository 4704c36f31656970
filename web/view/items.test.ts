import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Group } from './groups.ts';
import { itemsOf, orderOf, rowItems } from './groups.ts';
import type { Row } from '../sync/rows.ts';

const row = (key: string, dueDate = '2026-11-18'): Row => ({
  key,
  fields: { description: key, dueDate, importance: 'LOW', state: 'TODO' },
  saved: null,
  write: null,
});
const groups: readonly Group[] = [
  { key: 'today', rows: [row('a'), row('b')] },
  { key: 'done', rows: [row('c')] },
];

test('groups become one flat list of headings and rows; a closed group has its heading only', () => {
  const keys = (isClosed: boolean) =>
    itemsOf(groups, ({ key }) => key === 'done' && isClosed).map(({ key }) => key);
  assert.deepEqual(keys(false), ['heading today', 'a', 'b', 'heading done', 'c']);
  assert.deepEqual(keys(true), ['heading today', 'a', 'b', 'heading done']);
});

test('the order has the rows that are not hidden, and no headings', () => {
  assert.deepEqual(orderOf(itemsOf(groups, ({ key }) => key === 'done')), ['a', 'b']);
});

test('a row knows its place in its group, and whether its day begins with it', () => {
  const rows = [row('a', '2026-11-18'), row('b', '2026-11-18'), row('c', '2026-11-19')];
  assert.deepEqual(
    rowItems({ key: 'all', rows }).map(({ position, size, opensDay }) => [position, size, opensDay]),
    [
      [1, 3, true],
      [2, 3, false],
      [3, 3, true],
    ],
  );
  assert.equal(rowItems({ key: 'all', rows }, '2026-11-18')[0]?.opensDay, false, 'the day is shown above');
});
