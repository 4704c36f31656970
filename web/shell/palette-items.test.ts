import assert from 'node:assert/strict';
import { test } from 'node:test';

import { findItems } from './palette-items.ts';

const groups = [
  {
    heading: 'For “Pay rent”',
    items: [
      { label: 'Done', synonyms: 'complete check off' },
      { label: 'High importance', synonyms: 'priority urgent' },
    ],
  },
  {
    heading: 'Filter',
    items: [{ label: 'Show only Importance: High', synonyms: 'priority' }],
  },
  {
    heading: 'Account',
    items: [{ label: 'Sign out', synonyms: 'log out logout' }, { label: 'Complete backup' }],
  },
];
const found = (text: string) =>
  findItems(groups, text).map(({ heading, items }) => [
    heading,
    ...items.map(({ label }) => label),
  ]);

test('an item is found by words of its name, in any order', () => {
  assert.deepEqual(found('high import'), [
    ['For “Pay rent”', 'High importance'],
    ['Filter', 'Show only Importance: High'],
  ]);
  assert.deepEqual(found('no such thing'), []);
  assert.equal(found('').length, 3);
});

test('an item is found by what people call it, also with a word of its name', () => {
  assert.deepEqual(found('log out'), [['Account', 'Sign out']]);
  assert.deepEqual(found('LOGOUT'), [['Account', 'Sign out']]);
  assert.deepEqual(found('high priority'), [
    ['For “Pay rent”', 'High importance'],
    ['Filter', 'Show only Importance: High'],
  ]);
  assert.deepEqual(found('gout'), [], 'only from its beginning');
});

test('what has the typed words in its name comes first', () => {
  assert.deepEqual(found('complete'), [
    ['Account', 'Complete backup'],
    ['For “Pay rent”', 'Done'],
  ]);
});
