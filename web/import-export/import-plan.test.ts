import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { TaskResponse } from '../../contract/task.ts';

import { task } from '../sync/answers-fixture.ts';
import { options as regions, todayIso } from '../quick-add/options-fixture.ts';
import { countDetails, planImport } from './import-plan.ts';
import type { PlanChoices } from './import-plan.ts';
import { readFile } from './read-file.ts';

const bread = task(7, { description: 'Bread', dueDate: '2025-12-03' });
const text =
  'task,due,done\nBread,2025-12-03\nMilk,2025-11-01\nEggs,\nEggs,2025-11-32\nTea,2025-11-22\nRice,2025-11-03,yes';
const read = (content: string, existing: readonly TaskResponse[] = []) =>
  readFile(new Blob([content]), { existing, ...regions.gb });
const mixed = await read(text, [bread]);

const usual = {
  duplicates: 'skip',
  cancelled: 'skip',
  finished: 'add',
  past: 'add',
  details: 'skip',
} as const;
const plan = (choices: Partial<PlanChoices>, file = mixed) =>
  planImport(file, { ...usual, ...choices }, todayIso);

test('duplicates are left out and past dates become today, unless the person chooses otherwise', () => {
  const planned = (choices: Partial<PlanChoices>) =>
    plan(choices).add.map(
      ({ fields, remark }) =>
        `${fields.description} ${fields.dueDate}${remark ? ` ${remark}` : ''}`,
    );
  assert.deepEqual(planned({}), [
    'Milk 2025-11-21 moved',
    'Eggs 2025-11-21 assumed',
    'Tea 2025-11-22',
    'Rice 2025-11-03',
  ]);
  assert.deepEqual(planned({ duplicates: 'add', past: 'skip', finished: 'skip' }), [
    'Bread 2025-12-03',
    'Eggs 2025-11-21 assumed',
    'Tea 2025-11-22',
  ]);
  assert.equal(planned({ past: 'keep' })[0], 'Milk 2025-11-01');
});

test('doubtful tasks are counted whatever is chosen, so that the choice can be changed', () => {
  for (const choice of ['skip', 'add'] as const) {
    const { duplicates, finished, past } = plan({
      duplicates: choice,
      finished: choice,
      past: choice,
    });
    assert.deepEqual([duplicates, finished, past], [1, 1, 1], choice);
  }
});

const notes = 'n'.repeat(250);
const detailed = JSON.stringify({
  kind: 'tasks#taskLists',
  items: [
    {
      title: 'Home',
      items: [{ title: 'Bread', notes }, { title: 'Milk', notes: 'fresh' }, { title: 'Tea' }],
    },
  ],
});

test('details become part of the text if the person wants it, as far as they fit', async () => {
  const file = await read(detailed);
  const planned = (details: 'skip' | 'add') =>
    plan({ details }, file).add.map(({ fields }) => fields.description);
  assert.deepEqual(planned('skip'), ['Bread', 'Milk', 'Tea']);
  assert.deepEqual(planned('add'), [
    `${`Bread · Home · ${notes}`.slice(0, 254)}…`,
    'Milk · Home · fresh',
    'Tea · Home',
  ]);
  assert.deepEqual(countDetails(file.tasks), [
    { kind: 'list', tasks: 3, texts: ['Home'] },
    { kind: 'notes', tasks: 2, texts: [notes, 'fresh'] },
  ]);
});

test('a second import finds the tasks of the first, with details in their text or not', async () => {
  const known = [`${`Bread · Home · ${notes}`.slice(0, 254)}…`, 'Milk', 'Tea'];
  const existing = known.map((description, id) => task(id, { description, dueDate: todayIso }));
  const { tasks } = await read(detailed, existing);
  assert.deepEqual(
    tasks.map(({ isDuplicate }) => isDuplicate),
    [true, true, true],
  );
});
