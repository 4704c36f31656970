import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { TaskResponse } from '../../contract/task.ts';

import { isDateOrderOpen, planImport } from './plan.ts';
import { previewImport } from './preview.ts';
import type { DateOrder } from './values.ts';

const todayIso = '2025-11-21';
const bread: TaskResponse = {
  id: 7,
  description: 'Bread',
  dueDate: '2025-12-03',
  importance: 'MEDIUM',
  state: 'TODO',
};
const read = (text: string, dateOrder?: DateOrder) =>
  previewImport(new TextEncoder().encode(text), {
    existing: [bread],
    todayIso,
    locale: 'en-GB',
    ...(dateOrder && { dateOrder }),
  });
const file = 'task,due\nBread,2025-12-03\nMilk,2025-11-01\nEggs,\nEggs,2025-11-32\nTea,2025-11-22';

test('duplicates stay out and past dates become today, unless the person says otherwise', () => {
  const planned = (duplicates: 'skip' | 'add', past: 'today' | 'skip') =>
    planImport(read(file), { duplicates, past }, todayIso).add.map(
      ({ fields, remark }) => `${fields.description} ${fields.dueDate}${remark ? ` ${remark}` : ''}`,
    );
  assert.deepEqual(planned('skip', 'today'), [
    'Milk 2025-11-21 moved',
    'Eggs 2025-11-21 assumed',
    'Tea 2025-11-22',
  ]);
  assert.deepEqual(planned('add', 'skip'), ['Bread 2025-12-03', 'Eggs 2025-11-21 assumed', 'Tea 2025-11-22']);
});

test('the doubtful ones are counted whatever was chosen, so that the choice can be changed', () => {
  for (const duplicates of ['skip', 'add'] as const)
    for (const past of ['today', 'skip'] as const) {
      const plan = planImport(read(file), { duplicates, past }, todayIso);
      assert.deepEqual(
        [plan.duplicates, plan.past, plan.faulty.map(({ line }) => line)],
        [1, 1, [5]],
        `${duplicates} ${past}`,
      );
    }
});

test('the order of dates is asked for only when both orders make sense of the same rows', () => {
  const isOpen = (text: string) => isDateOrderOpen(read(text, 'day_first'), read(text, 'month_first'));
  assert.equal(isOpen('task,due\nBread,3/4/2026'), true);
  assert.equal(isOpen('task,due\nBread,25/4/2026\nMilk,3/4/2026'), false);
  assert.equal(isOpen('task,due\nBread,3.4.2026'), false);
  assert.equal(isOpen('task,due\nBread,2026-04-03'), false);
  assert.equal(isOpen('task\nBread'), false);
});
