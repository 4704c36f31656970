import assert from 'node:assert/strict';
import { test } from 'node:test';

import { fc } from '../../test/generated.ts';
import {
  addDays,
  addMonths,
  compareDates,
  dayBeside,
  daysBetween,
  daysInMonth,
  firstDate,
  isDate,
  isoFrom,
  lastDate,
  nextWeekday,
  startOfWeek,
  todayAt,
  utcMs,
  weekdayOf,
  weeksOf,
} from './calendar.ts';

const anyDate = fc.integer({ min: 0, max: 3_652_058 }).map((days) => addDays(firstDate, days));
const anyWeekday = fc.constantFrom(1, 2, 3, 4, 5, 6, 7);

test('a date is a real day of the years 0001 to 9999', () => {
  for (const real of ['0001-01-01', '1900-02-28', '2000-02-29', '2024-02-29', '9999-12-31'])
    assert.ok(isDate(real), real);
  for (const unreal of [
    '0000-01-01',
    '1900-02-29',
    '2023-02-29',
    '2024-13-01',
    '2024-04-31',
    '2024-00-10',
    '2024-1-1',
    ' 2024-01-01',
    '10000-01-01',
    '',
  ])
    assert.ok(!isDate(unreal), unreal);
});

test('parts that are no day of the calendar are refused', () => {
  assert.equal(isoFrom(2024, 2, 29), '2024-02-29');
  assert.equal(isoFrom(2023, 2, 29), undefined);
  assert.equal(isoFrom(2024, 1.5, 1), undefined);
  assert.equal(isoFrom(Number.NaN, 1, 1), undefined);
});

test('adding days crosses leap days, year ends and the days when clocks change', () => {
  assert.equal(addDays('2024-02-28', 1), '2024-02-29');
  assert.equal(addDays('2023-02-28', 1), '2023-03-01');
  assert.equal(addDays('2024-12-31', 1), '2025-01-01');
  assert.equal(addDays('2025-03-30', 1), '2025-03-31');
  assert.equal(addDays('2025-03-31', -1), '2025-03-30');
  assert.equal(addDays('2025-10-26', 1), '2025-10-27');
  assert.equal(addDays('0099-12-31', 1), '0100-01-01');
});

test('adding stops at the ends of the calendar', () => {
  assert.equal(addDays(lastDate, 1), lastDate);
  assert.equal(addDays(firstDate, -1), firstDate);
  assert.equal(addDays('2024-01-01', 9_007_199_254_740_991), lastDate);
  assert.equal(addMonths('9999-06-15', 7), lastDate);
  assert.equal(addMonths('0001-01-15', -1), firstDate);
});

test('adding months keeps the day or takes the last one of a shorter month', () => {
  assert.equal(addMonths('2025-01-31', 1), '2025-02-28');
  assert.equal(addMonths('2024-01-31', 1), '2024-02-29');
  assert.equal(addMonths('2024-02-29', 12), '2025-02-28');
  assert.equal(addMonths('2025-12-15', 1), '2026-01-15');
  assert.equal(addMonths('2025-01-15', -13), '2023-12-15');
});

test('weekdays count from Monday', () => {
  assert.equal(weekdayOf('1970-01-01'), 4);
  assert.equal(weekdayOf('2024-02-29'), 4);
  assert.equal(weekdayOf('2025-11-23'), 7);
  assert.equal(weekdayOf('0001-01-01'), 1);
});

test('a week begins on the given day', () => {
  assert.equal(startOfWeek('2025-11-19', 1), '2025-11-17');
  assert.equal(startOfWeek('2025-11-19', 7), '2025-11-16');
  assert.equal(startOfWeek('2025-11-16', 7), '2025-11-16');
  assert.equal(startOfWeek('2025-11-19', 6), '2025-11-15');
});

test('the next weekday is never the day itself', () => {
  assert.equal(nextWeekday('2025-11-21', 5), '2025-11-28');
  assert.equal(nextWeekday('2025-11-21', 6), '2025-11-22');
  assert.equal(nextWeekday('2025-11-21', 4), '2025-11-27');
});

test('today is the date in the machine’s zone, on days when clocks change too', (t) => {
  const { env } = process;
  const own = env['TZ'];
  t.after(() => (own === undefined ? delete env['TZ'] : (env['TZ'] = own)));
  const todayOf = (zone: string, ms: number) => {
    env['TZ'] = zone;
    return todayAt(ms);
  };
  const beforeMidnightInBerlin = Date.UTC(2025, 2, 30, 21, 59, 59);
  assert.equal(todayOf('Europe/Berlin', beforeMidnightInBerlin), '2025-03-30');
  assert.equal(todayOf('Europe/Berlin', beforeMidnightInBerlin + 1000), '2025-03-31');
  assert.equal(todayOf('Europe/Berlin', Date.UTC(2025, 9, 26, 22, 59, 59)), '2025-10-26');
  assert.equal(todayOf('Pacific/Kiritimati', Date.UTC(2025, 0, 1, 10)), '2025-01-02');
  assert.equal(todayOf('Pacific/Pago_Pago', Date.UTC(2025, 0, 1, 11)), '2025-01-01');
  assert.equal(todayOf('Pacific/Pago_Pago', Date.UTC(2025, 0, 1, 10, 59)), '2024-12-31');
});

test('date arithmetic is consistent over the whole calendar', () => {
  fc.assert(
    fc.property(anyDate, anyDate, anyWeekday, (a, b, weekday) => {
      assert.ok(isDate(a));
      assert.equal(addDays(a, daysBetween(a, b)), b);
      assert.equal(compareDates(a, b), Math.sign(daysBetween(b, a)));
      assert.equal(new Date(utcMs(a)).toISOString().slice(0, 10), a);
      assert.equal(weekdayOf(a), new Date(`${a}T12:00:00Z`).getUTCDay() || 7);
      const start = startOfWeek(a, weekday);
      assert.ok(start === firstDate || weekdayOf(start) === weekday);
      assert.ok(daysBetween(start, a) < 7);
      const next = nextWeekday(a, weekday);
      assert.ok(
        next === lastDate || (weekdayOf(next) === weekday && daysBetween(a, next) <= 7 && next > a),
      );
      assert.ok(isDate(addMonths(a, 25)));
    }),
  );
});

test('a month is shown in whole weeks from the first day of the week on', () => {
  const november = weeksOf('2026-11', 1);
  const first = november[0]?.map((iso) => iso.slice(5)).join(' ');
  assert.equal(first, '10-26 10-27 10-28 10-29 10-30 10-31 11-01');
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
  const to = (...keys: string[]) => keys.map((key) => dayBeside('2026-01-31', key, 1));
  assert.deepEqual(to('ArrowLeft', 'ArrowRight'), ['2026-01-30', '2026-02-01']);
  assert.deepEqual(to('ArrowUp', 'ArrowDown'), ['2026-01-24', '2026-02-07']);
  assert.deepEqual(to('Home', 'End'), ['2026-01-26', '2026-02-01']);
  assert.deepEqual(to('PageUp', 'PageDown', 'Enter'), ['2025-12-31', '2026-02-28', null]);
  assert.equal(dayBeside('2026-01-31', 'Home', 7), '2026-01-25');
  assert.equal(dayBeside('0001-01-01', 'ArrowUp', 1), '0001-01-01');
  assert.equal(dayBeside('9999-12-31', 'PageDown', 1), '9999-12-31');
});
