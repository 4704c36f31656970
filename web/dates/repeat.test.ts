import assert from 'node:assert/strict';
import { test } from 'node:test';

import { firstDue, nextDue } from './repeat.ts';
import type { Repeat } from './repeat.ts';

const day: Repeat = { unit: 'day', every: 1 };
const third: Repeat = { unit: 'day', every: 3 };
const workdays: Repeat = { unit: 'week', every: 1, weekdays: [1, 2, 3, 4, 5] };
const otherTuesday: Repeat = { unit: 'week', every: 2, weekdays: [2] };
const onThe31st: Repeat = { unit: 'month', every: 1, monthDay: 31 };
const onThe1st: Repeat = { unit: 'month', every: 1, monthDay: 1 };
const quarter: Repeat = { unit: 'month', every: 3 };
const newYear: Repeat = { unit: 'year', every: 1, month: 1, monthDay: 1 };
const year: Repeat = { unit: 'year', every: 1 };

test('the first day of a rule is the first from today on', () => {
  // 13 June 2040 is a Wednesday.
  const rows: [Repeat, string, string][] = [
    [day, '2040-06-13', '2040-06-13'],
    [workdays, '2040-06-16', '2040-06-18'],
    [otherTuesday, '2040-06-13', '2040-06-19'],
    [onThe1st, '2040-06-13', '2040-07-01'],
    [onThe1st, '2040-06-01', '2040-06-01'],
    [onThe31st, '2040-06-13', '2040-06-30'],
    [onThe31st, '2040-12-31', '2040-12-31'],
    [newYear, '2040-06-13', '2041-01-01'],
  ];
  for (const [rule, from, first] of rows)
    assert.equal(firstDue(rule, from), first, `${JSON.stringify(rule)} from ${from}`);
});

test('the next day is after the due date and after the day of finishing', () => {
  const rows: [Repeat, due: string, done: string, next: string | undefined][] = [
    [day, '2040-06-13', '2040-06-13', '2040-06-14'],
    [day, '2040-06-01', '2040-06-13', '2040-06-14'],
    [day, '2040-06-20', '2040-06-13', '2040-06-21'],
    [day, '0001-01-01', '2040-06-13', '2040-06-14'],
    [third, '2040-06-10', '2040-06-13', '2040-06-16'],
    [third, '2040-06-09', '2040-06-13', '2040-06-15'],
    [{ ...third, isFromDone: true }, '2040-06-09', '2040-06-13', '2040-06-16'],
    [{ unit: 'week', every: 1 }, '2040-06-04', '2040-06-13', '2040-06-18'],
    [workdays, '2040-06-15', '2040-06-15', '2040-06-18'],
    [otherTuesday, '2040-06-12', '2040-06-12', '2040-06-26'],
    [otherTuesday, '2040-06-12', '2040-06-26', '2040-07-10'],
    [otherTuesday, '2040-06-12', '2040-06-20', '2040-06-26'],
    [onThe31st, '2040-01-31', '2040-01-31', '2040-02-29'],
    [onThe31st, '2040-02-29', '2040-02-29', '2040-03-31'],
    [onThe31st, '2040-01-31', '2040-05-31', '2040-06-30'],
    [onThe1st, '2040-06-01', '2040-06-13', '2040-07-01'],
    // The person has moved it to the day before the 1st: the next one is due on that 1st.
    [onThe1st, '2040-05-31', '2040-05-31', '2040-06-01'],
    [quarter, '2040-01-15', '2040-06-13', '2040-07-15'],
    [{ ...quarter, isFromDone: true }, '2040-01-15', '2040-06-13', '2040-09-13'],
    [newYear, '2041-01-01', '2041-01-01', '2042-01-01'],
    [newYear, '2040-12-30', '2040-12-30', '2041-01-01'],
    [year, '2040-02-29', '2040-02-29', '2041-02-28'],
    [year, '2038-06-13', '2040-06-13', '2041-06-13'],
    [{ unit: 'week', every: 1 }, '9999-12-28', '9999-12-28', '9999-12-31'],
    [day, '9999-12-31', '9999-12-31', undefined],
  ];
  for (const [rule, due, done, next] of rows)
    assert.equal(
      nextDue(rule, due, done),
      next,
      `${JSON.stringify(rule)}, due ${due}, done ${done}`,
    );
});
