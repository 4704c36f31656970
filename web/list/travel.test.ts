import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Row } from '../model/rows.ts';
import { beforeTravel, travellersBetween } from './travel.ts';

const row = (key: string, dueDate = '2026-11-18', description = key): Row => ({
  key,
  fields: { description, dueDate, importance: 'LOW', state: 'TODO' },
  saved: null,
  write: null,
});
const before = [
  { key: 'today', rows: [row('a'), row('b')] },
  { key: 'later', rows: [row('c')] },
];

test('a row travels when it stands in another place, not when it is new, gone or has moved up', () => {
  const after = [
    { key: 'today', rows: [row('b'), row('new')] },
    { key: 'later', rows: [row('a')] },
  ];
  assert.deepEqual(travellersBetween(before, after), ['a']);
  assert.deepEqual(travellersBetween(before, before), []);
});

test('until then every row stands where it stood, under its old date, with its new words; what is gone is gone', () => {
  const after = [{ key: 'later', rows: [row('b'), row('a', '2026-12-01', 'new words')] }];
  const shown = beforeTravel(before, after);
  assert.deepEqual(
    shown.map(({ key, rows }) => [key, ...rows.map((each) => each.key)]),
    [['today', 'a', 'b'], ['later']],
  );
  const [first] = shown[0]?.rows ?? [];
  assert.deepEqual(
    [first?.standsAt, first?.fields.dueDate, first?.fields.description],
    ['2026-11-18', '2026-12-01', 'new words'],
  );
});
