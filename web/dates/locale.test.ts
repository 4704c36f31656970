import assert from 'node:assert/strict';
import { test } from 'node:test';

import { firstDayOfWeek, isDayFirst } from './locale.ts';

test('the order of day and month is that of the locale', () => {
  for (const locale of ['en-GB', 'de', 'fr', 'pt-BR']) assert.ok(isDayFirst(locale), locale);
  for (const locale of ['en-US', 'ja', 'zh']) assert.ok(!isDayFirst(locale), locale);
});

test('weeks begin on the day that CLDR gives for the region', () => {
  for (const [locale, day] of [
    ['en-US', 7],
    ['en', 7],
    ['en-GB', 1],
    ['de', 1],
    ['fr-CA', 7],
    ['ar-EG', 6],
    ['fa-IR', 6],
    ['dv-MV', 5],
    ['', 1],
    ['not a locale', 1],
  ] as const)
    assert.equal(firstDayOfWeek(locale), day, locale);
});
