import assert from 'node:assert/strict';
import { test } from 'node:test';

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
