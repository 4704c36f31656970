import assert from 'node:assert/strict';
import { test } from 'node:test';

import { commandNames, commands } from './table.ts';
import type { Command } from './table.ts';

const namesWith = (focusAfter: 'same' | 'next') =>
  commandNames.filter((name) => {
    const command: Command = commands[name];
    return command.on === 'targets' && command.focusAfter === focusAfter;
  });

test('what moves, finishes or deletes a task goes on to the next one; what leaves it in sight stays', () => {
  assert.deepEqual(namesWith('next'), [
    'done',
    'toToday',
    'toTomorrow',
    'toWeekend',
    'toNextWeek',
    'dayEarlier',
    'dayLater',
    'weekEarlier',
    'weekLater',
    'remove',
  ]);
  assert.deepEqual(namesWith('same'), [
    'working',
    'todo',
    'low',
    'medium',
    'high',
    'date',
    'copy',
    'calendar',
  ]);
});

test('the numbers are an importance or a day, in every view', () => {
  const numbers = commandNames.flatMap((name) =>
    commands[name].keys.filter((key) => /^\d$/.test(key)).map((key) => `${key} ${name}`),
  );
  assert.deepEqual(numbers, [
    '1 low',
    '2 medium',
    '3 high',
    '4 toToday',
    '5 toTomorrow',
    '6 toWeekend',
    '7 toNextWeek',
  ]);
});
