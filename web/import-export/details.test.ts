import assert from 'node:assert/strict';
import { test } from 'node:test';

import { readExport, todayIso } from './apps/export-fixture.ts';
import { countDetails } from './details.ts';
import { planImport } from './plan.ts';

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

test('details become part of the text if the person wants it, and those that do not fit are told', () => {
  const file = readExport(detailed);
  const planned = (details: 'leave' | 'add') =>
    planImport(file, { duplicates: 'skip', past: 'today', details }, todayIso).add.map(({ fields, left }) => [
      fields.description,
      ...left,
    ]);
  assert.deepEqual(planned('leave'), [['Bread'], ['Milk'], ['Tea']]);
  assert.deepEqual(planned('add'), [['Bread · Home', 'notes'], ['Milk · Home · fresh'], ['Tea · Home']]);
  assert.deepEqual(countDetails(file.tasks), [
    { kind: 'list', tasks: 3, texts: ['Home'] },
    { kind: 'notes', tasks: 2, texts: [notes, 'fresh'] },
  ]);
});

test('a second import finds the tasks of the first, with details in their text or not', () => {
  const existing = ['Bread · Home', 'Milk', 'Tea'].map((description, id) => ({
    id,
    description,
    dueDate: todayIso,
    importance: 'LOW' as const,
    state: 'TODO' as const,
  }));
  const { tasks } = readExport(detailed, { existing });
  assert.deepEqual(
    tasks.map(({ isDuplicate }) => isDuplicate),
    [true, true, true],
  );
});

test('a file of 10 MB with thousands of tasks is read to its limit', () => {
  const row = `"","Home","Task","TEXT","","${'x'.repeat(1900)}","N","","2026-09-29T22:00:00+0000","","","0","0","","","1","Europe/Berlin","true","false","","","list","1","","TASK"`;
  const header =
    '"Folder Name","List Name","Title","Kind","Tags","Content","Is Check list","Start Date","Due Date"';
  const file = readExport([header, ...Array.from({ length: 5100 }, () => row)].join('\r\n'));
  assert.equal(file.app, 'TickTick');
  assert.equal(file.tasks.length + file.faulty.length, 5000);
  assert.deepEqual(
    file.faults.map(({ code }) => code),
    ['too_many_tasks'],
  );
});
