import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { QuickAddOptions } from './read.ts';
import { datesFor } from './day-choices.ts';

// A Friday.
const options: QuickAddOptions = {
  todayIso: '2026-11-20',
  language: 'en',
  locale: 'en-GB',
  firstDayOfWeek: 1,
};
const days = (text: string, given = options) => datesFor(text, given).map(({ iso }) => iso);

test('without a word there are the usual days, each once and in their order', () => {
  assert.deepEqual(days(' '), ['2026-11-20', '2026-11-21', '2026-11-23', '2026-12-01']);
  assert.deepEqual(
    datesFor('', { ...options, todayIso: '2026-11-21', firstDayOfWeek: 7 }).map(({ name }) => name),
    ['today', 'tomorrow', 'weekend', 'nextMonth'],
  );
});

test('words say a day, and the last one what it may become', () => {
  assert.deepEqual(days('in two weeks'), ['2026-12-04']);
  assert.deepEqual(days('thur'), ['2026-11-26']);
  assert.deepEqual(days('next w'), ['2026-11-23']);
  assert.deepEqual(days('nothing of the kind'), []);
});
