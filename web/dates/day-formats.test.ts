import assert from 'node:assert/strict';
import { env } from 'node:process';
import { test } from 'node:test';
import { dayFormats, firstDayIn, isDayFirst } from './calendar.ts';

test('dates are written as the region writes them, whatever the machine’s zone', () => {
  const british = dayFormats('en-GB');
  assert.match(british.long('2026-11-21', '2026-01-01'), /^Saturday,? 21 November$/);
  assert.match(british.long('2027-11-21', '2026-01-01'), /^Sunday,? 21 November 2027$/);
  assert.match(british.full('2026-11-24'), /^Tuesday,? 24 November 2026$/);
  assert.equal(british.short('2026-11-01', '2026-01-01'), '1 Nov');
  assert.equal(british.brief('2026-11-01', '2026-01-01'), 'Sun 1 Nov');
  assert.equal(british.brief('2027-11-01', '2026-01-01'), 'Mon, 1 Nov 2027');
  assert.equal(british.day('2026-11-01'), '1');
  assert.equal(british.monthAndYear('2027-01', '2026-11-21'), 'January 2027');
  assert.equal(dayFormats('de').weekday('2026-11-21'), 'Sa');
});

test('a time is that of the person’s zone, also after a journey', () => {
  const { time } = dayFormats('en-GB');
  const zone = env['TZ'];
  const times = ['Europe/Berlin', 'Asia/Tokyo'].map((next) => {
    env['TZ'] = next;
    return time(0);
  });
  if (zone === undefined) delete env['TZ'];
  else env['TZ'] = zone;
  assert.deepEqual(times, ['01:00', '09:00']);
});

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
    ['eo', 1],
  ] as const)
    assert.equal(firstDayIn(locale), day, locale);
});
