import assert from 'node:assert/strict';
import { test } from 'node:test';

import { fieldNames } from '../../contract/fields.ts';
import { TaskUpdateRequest } from '../../contract/task.ts';

import { options, todayIso } from '../quick-add/options-fixture.ts';
import { blankNewTask } from '../quick-add/draft.ts';
import { readEdit, readNewTask } from '../quick-add/all-words.ts';
import { readDrafts } from '../sync/drafts.ts';
import { task } from '../sync/answers-fixture.ts';
import type { Fields } from '../sync/fields.ts';
import { sameFields } from '../sync/queue.ts';
import { exportFile, formats } from './export-file.ts';
import { readFile } from './read-file.ts';

/** A value of each field that no form and no import assumes. */
const full: Required<Fields> = {
  description: 'Bread, "rye"; (two) [at the mill]',
  dueDate: '2025-12-03',
  importance: 'HIGH',
  state: 'WORKING',
};
const blank: Fields = blankNewTask(todayIso);

for (const name of fieldNames) {
  const changed: Fields = { ...blank, description: 'Milk', [name]: full[name] };

  test(`${name}: the form of a new task and the form of a task keep what is typed`, () => {
    assert.notEqual(full[name], blank[name]);
    const draft = { ...full, byHand: ['date', 'importance', 'state'] as const };
    const { newTask } = readDrafts(JSON.stringify({ newTask: draft, edits: {} }));
    assert.ok(newTask);
    assert.equal(readNewTask(newTask, options.en).fields[name], full[name]);
    const opened = { ...blank, description: 'Milk' };
    assert.ok(!sameFields(changed, opened), 'a form that looks unchanged keeps no draft');
    assert.equal(readEdit(changed, opened, options.en, []).fields[name], full[name]);
  });

  for (const format of formats)
    test(`${name}: a file of ${format} that is exported is imported unchanged`, async () => {
      const exported = [
        task(1, full),
        { id: 2, ...changed },
        { id: 3, ...blank, description: 'Tea' },
      ];
      const { text } = exportFile(format, exported, {
        todayIso,
        nowMs: 0,
        host: 'tasks.example',
        title: 'Tasks',
        device: { filters: new Map(), settings: {} },
      });
      assert.doesNotMatch(text, /undefined/);
      const read = await readFile(new Blob([text]), { existing: [], ...options.en });
      assert.deepEqual([read.faults, read.faulty, read.ignored], [[], [], []]);
      const byDescription = new Map(read.tasks.map(({ fields }) => [fields.description, fields]));
      for (const { description, [name]: value } of exported)
        assert.equal(byDescription.get(description)?.[name] ?? '', value ?? '', description);
    });
}

test('the contract has a schema for each name', () => {
  assert.deepEqual(Object.keys(TaskUpdateRequest.properties), [...fieldNames]);
});
