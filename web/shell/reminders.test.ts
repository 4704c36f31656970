import assert from 'node:assert/strict';
import { test } from 'node:test';

import { keysOf, rowOf } from '../view/rows-fixture.ts';
import { rowsToRemind } from './reminders.ts';

const dayIso = '2026-11-28';
const at = (minutes: number, day = dayIso) => ({ dayIso: day, minutes });
const rows = [
  rowOf('Dentist at 14:30', dayIso),
  rowOf('Call 9:00', dayIso),
  rowOf('Done at 14:30', dayIso, { state: 'DONE' }),
  rowOf('Some day at 14:30 #someday', dayIso),
  rowOf('Tomorrow 14:30', '2026-11-29'),
  rowOf('Late at 14:30', '2026-11-27'),
  rowOf('Without a time', dayIso),
  rowOf('Midnight 0:00', dayIso),
];

test('a task is reminded of once, when its time comes', () => {
  assert.deepEqual(keysOf(rowsToRemind(rows, at(869), at(870))), ['Dentist at 14:30']);
  assert.deepEqual(rowsToRemind(rows, at(870), at(871)), []);
  assert.deepEqual(rowsToRemind(rows, at(869), at(869)), []);
});

test('after a sleep the tasks of today are reminded of, those of yesterday are overdue', () => {
  const asleep = rowsToRemind(rows, at(1300, '2026-11-27'), at(600));
  assert.deepEqual(keysOf(asleep), ['Call 9:00', 'Midnight 0:00']);
});
