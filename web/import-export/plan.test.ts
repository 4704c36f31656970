import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { TaskResponse } from '../../contract/task.ts';

import { planImport } from './plan.ts';
import { readFile } from './read-file.ts';

const todayIso = '2025-11-21';
const bread: TaskResponse = {
  id: 7,
  description: 'Bread',
  dueDate: '2025-12-03',
  importance: 'MEDIUM',
  state: 'TODO',
};
const text = 'task,due\nBread,2025-12-03\nMilk,2025-11-01\nEggs,\nEggs,2025-11-32\nTea,2025-11-22';
const file = readFile(new TextEncoder().encode(text), { existing: [bread], todayIso, locale: 'en-GB' });

test('duplicates are left out and past dates become today, unless the person chooses otherwise', () => {
  const planned = (duplicates: 'skip' | 'add', past: 'today' | 'skip') =>
    planImport(file, { duplicates, past, details: 'leave' }, todayIso).add.map(
      ({ fields, remark }) => `${fields.description} ${fields.dueDate}${remark ? ` ${remark}` : ''}`,
    );
  assert.deepEqual(planned('skip', 'today'), [
    'Milk 2025-11-21 moved',
    'Eggs 2025-11-21 assumed',
    'Tea 2025-11-22',
  ]);
  assert.deepEqual(planned('add', 'skip'), ['Bread 2025-12-03', 'Eggs 2025-11-21 assumed', 'Tea 2025-11-22']);
});

test('doubtful tasks are counted whatever is chosen, so that the choice can be changed', () => {
  for (const duplicates of ['skip', 'add'] as const)
    for (const past of ['today', 'skip'] as const) {
      const plan = planImport(file, { duplicates, past, details: 'leave' }, todayIso);
      assert.deepEqual([plan.duplicates, plan.past], [1, 1], `${duplicates} ${past}`);
    }
});
