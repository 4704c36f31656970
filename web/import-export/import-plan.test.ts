import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { TaskResponse } from '../../contract/task.ts';

import { task } from '../sync/answers-fixture.ts';
import { withTags } from './file-tags.ts';
import { options as regions, todayIso } from '../quick-add/options-fixture.ts';
import { countDetails, farAway, planAnswers, planImport } from './import-plan.ts';
import type { PlanChoices } from './import-plan.ts';
import { usualChoices } from './preview-data.ts';
import { readFile } from './read-file.ts';

const bread = task(7, { description: 'Bread', dueDate: '2025-12-03' });
const text =
  'task,due,done\nBread,2025-12-03\nMilk,2025-11-01\nEggs,\nEggs,2025-11-32\nTea,2025-11-22\nRice,2025-11-03,yes';
const read = (content: string, existing: readonly TaskResponse[] = []) =>
  readFile(new Blob([content]), { existing, ...regions.gb });
const mixed = await read(text, [bread]);

const usual: PlanChoices = { ...usualChoices, undated: 'today', tags: 'skip' };
const plan = (choices: Partial<PlanChoices>, file = mixed) =>
  planImport(file, { ...usual, ...choices }, { todayIso, existing: [bread], mostADay: 5 });

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
  const planned = (choices: Partial<PlanChoices>) =>
    plan(choices, file).add.map(({ fields }) => fields.description);
  assert.deepEqual(planned({}), ['Bread', 'Milk', 'Tea']);
  assert.deepEqual(planned({ details: 'add' }), [
    `${`Bread · ${notes}`.slice(0, 254)}…`,
    'Milk · fresh',
    'Tea',
  ]);
  assert.deepEqual(planned({ details: 'add', tags: 'add' }), [
    `${`Bread #home · ${notes}`.slice(0, 254)}…`,
    'Milk #home · fresh',
    'Tea #home',
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

const undated = await read(
  'TYPE,CONTENT,INDENT,DATE\nsection,Some day,1,\ntask,Sing,1,\ntask,Swim #some-day,1,\ntask,Row,1,2025-11-24',
);

test('tasks without a date are due today, spread over working days, or far away with a tag', async () => {
  // Friday has a task already; the next working day is Monday, which gets one more.
  const there = [
    { description: 'a', dueDate: todayIso, importance: 'LOW', state: 'TODO' },
  ] as const;
  const planned = (choices: Partial<PlanChoices>, mostADay = 2) =>
    planImport(undated, { ...usualChoices, ...choices }, { todayIso, existing: there, mostADay })
      .add.map(({ fields }) => `${fields.description} ${fields.dueDate}`)
      .slice(0, 2);
  assert.deepEqual(planned({}), ['Sing #some-day 2025-11-21', 'Swim #some-day 2025-11-24']);
  assert.deepEqual(planned({}, 1), ['Sing #some-day 2025-11-25', 'Swim #some-day 2025-11-26']);
  assert.deepEqual(planned({ undated: 'today', tags: 'skip' }), [
    'Sing 2025-11-21',
    'Swim #some-day 2025-11-21',
  ]);
  assert.deepEqual(planned({ undated: 'someday' }), [
    `Sing #some-day #someday ${farAway}`,
    `Swim #some-day #someday ${farAway}`,
  ]);
});

test('only open tasks that are added are asked about, and a finished one keeps its day', async () => {
  const file = await read('task,done\nSing,\nSwim,yes\nSing,');
  const { add, undated: asked } = plan({ undated: 'someday' }, file);
  assert.equal(asked, 1);
  assert.deepEqual(
    add.map(({ fields }) => `${fields.description} ${fields.dueDate}`),
    [`Sing #someday ${farAway}`, `Swim ${todayIso}`],
  );
});

test('a later import finds what an earlier one added, whatever was chosen and on whatever day', async () => {
  for (const answer of planAnswers.undated)
    for (const tags of planAnswers.tags)
      for (const details of planAnswers.details) {
        const choices = { ...usualChoices, undated: answer, tags, details };
        for (const content of [detailed, 'TYPE,CONTENT,INDENT\nsection,A b,\ntask,Sing,1']) {
          const options = { todayIso: '2025-10-01', existing: [], mostADay: 1 };
          const { add } = planImport(await read(content), choices, options);
          const existing = add.map(({ fields }, id) => task(id, fields));
          const { tasks } = await read(content, existing);
          assert.ok(
            tasks.every(({ isDuplicate }) => isDuplicate),
            `${answer}, ${tags}, ${details}`,
          );
        }
      }
});

test('labels may be separated by lines, by commas, or only by their signs', () => {
  assert.equal(withTags('a', { labels: 'work|at home' }), 'a #work #at-home');
  assert.equal(withTags('a', { labels: '#work #home' }), 'a #work #home');
});

test('tags are words of the page: lower case, without spaces and signs, each once, and none that does not fit', async () => {
  const tagged = async (list: string, title = 'Bread') => {
    const file = await read(
      JSON.stringify({ kind: 'tasks#taskLists', items: [{ title: list, items: [{ title }] }] }),
    );
    return plan({ tags: 'add' }, file).add[0]?.fields.description;
  };
  assert.equal(await tagged('Home'), 'Bread #home');
  assert.equal(await tagged('🏡 Küche & Bad!'), 'Bread #küche-bad');
  assert.equal(await tagged('2026'), 'Bread');
  assert.equal(await tagged('Home', 'Bread #HOME'), 'Bread #HOME');
  assert.equal(await tagged('x'.repeat(300)), `Bread #${'x'.repeat(50)}`);
  const long = 'y'.repeat(252);
  assert.equal(await tagged('Home', long), long);
});
