import assert from 'node:assert/strict';
import { test } from 'node:test';

import fc from 'fast-check';

import { daysInMonth } from './calendar.ts';
import { dayBeside, weeksOf } from './weeks.ts';

test('a month is shown in whole weeks from the first day of the week on', () => {
  const november = weeksOf('2026-11', 1);
  assert.deepEqual(november[0], [
    '2026-10-26',
    '2026-10-27',
    '2026-10-28',
    '2026-10-29',
    '2026-10-30',
    '2026-10-31',
    '2026-11-01',
  ]);
  assert.equal(november.length, 6);
  assert.equal(weeksOf('2026-11', 7)[0]?.[0], '2026-11-01');
  assert.equal(weeksOf('2026-02', 7).length, 4);
});

test('every day of every month is there once', () => {
  const anyMonth = fc.tuple(fc.integer({ min: 2, max: 9998 }), fc.integer({ min: 1, max: 12 }));
  fc.assert(
    fc.property(anyMonth, fc.constantFrom(1, 6, 7), ([year, month], first) => {
      const name = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`;
      const days = weeksOf(name, first).flat();
      assert.equal(days.filter((day) => day.startsWith(name)).length, daysInMonth(year, month));
      assert.equal(new Set(days).size, days.length);
    }),
  );
});

test('the first and the last month of the calendar can be drawn', () => {
  assert.ok(weeksOf('0001-01', 7).flat().includes('0001-01-31'));
  assert.ok(weeksOf('9999-12', 1).flat().includes('9999-12-31'));
});

test('keys go by day, week, ends of the week and month, and to the ends of the calendar', () => {
  const to = (key: string) => dayBeside('2026-01-31', key, 1);
  assert.deepEqual(
    ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown', 'Enter'].map(to),
    [
      '2026-01-30',
      '2026-02-01',
      '2026-01-24',
      '2026-02-07',
      '2026-01-26',
      '2026-02-01',
      '2025-12-31',
      '2026-02-28',
      null,
    ],
  );
  assert.equal(dayBeside('2026-01-31', 'Home', 7), '2026-01-25');
  assert.equal(dayBeside('0001-01-01', 'ArrowUp', 1), '0001-01-01');
  assert.equal(dayBeside('9999-12-31', 'PageDown', 1), '9999-12-31');
});
