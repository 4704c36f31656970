import assert from 'node:assert/strict';
import { test } from 'node:test';

import fc from 'fast-check';

import { makeDateIn } from './due-date.ts';

const lateInLondonMs = Date.UTC(2026, 9, 1, 22, 30);

test('a zone that is named again, in letters of either size, needs no new calendar, and neither does our own', (t) => {
  const dateIn = makeDateIn('Europe/Berlin');
  assert.equal(dateIn('America/New_York', lateInLondonMs), '2026-10-01');
  assert.equal(dateIn(undefined, lateInLondonMs), '2026-10-02');

  const calendar = t.mock.method(Intl, 'DateTimeFormat');
  const dates = ['America/New_York', 'AMERICA/new_york', undefined, ['UTC', 'UTC']].map((zone) =>
    dateIn(zone, lateInLondonMs),
  );
  assert.deepEqual(dates, ['2026-10-01', '2026-10-01', '2026-10-02', '2026-10-02']);
  assert.equal(calendar.mock.callCount(), 0);
});

test('the calendar of a zone goes on to the next day', () => {
  const dateIn = makeDateIn('UTC');
  const dates = [0, 3_600_000].map((laterMs) => dateIn('Europe/London', lateInLondonMs + laterMs));
  assert.deepEqual(dates, ['2026-10-01', '2026-10-02']);
});

test('the date is that of Intl in every zone, also where midnight comes twice or a day is left out', () => {
  const dateIn = makeDateIn('UTC');
  const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
  const moment = fc.integer({ min: Date.parse('1973-01-01T00:00Z'), max: Date.parse('2060-01-01T00:00Z') });
  // Steps of seconds to two days, back and forth.
  const steps = fc.array(fc.integer({ min: -172_800_000, max: 172_800_000 }), { maxLength: 5 });
  const isRight = (timeZone: string, nowMs: number) =>
    assert.equal(dateIn(timeZone, nowMs), new Intl.DateTimeFormat('sv-SE', { timeZone }).format(nowMs));
  fc.assert(
    fc.property(zone, moment, steps, (timeZone, startMs, all) => {
      for (const step of [0, ...all]) isRight(timeZone, startMs + step);
    }),
  );
  const turns = [
    // Samoa left out 30 December 2011; in Newfoundland the hour changed a minute after midnight.
    ['Pacific/Apia', '2011-12-30T10:00Z'],
    ['America/St_Johns', '2010-11-07T02:31Z'],
    ['Asia/Kathmandu', '2026-11-23T18:15Z'],
  ] as const;
  for (const [timeZone, turn] of turns)
    for (let second = -120; second <= 120; second += 1) isRight(timeZone, Date.parse(turn) + second * 1000);
});
