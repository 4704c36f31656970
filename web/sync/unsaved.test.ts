import assert from 'node:assert/strict';
import { test } from 'node:test';

import { keepInMemory } from '../device/keep-fixture.ts';
import { openDrafts, readDrafts } from './unsaved.ts';

const fields = { description: 'half a tho', dueDate: '', importance: 'LOW', state: 'TODO' } as const;

test('a draft is found again by its owner and by nobody else', () => {
  const keep = keepInMemory();
  const drafts = openDrafts(keep, 'ada@example.org');
  drafts.setNewTask(fields);
  drafts.setEdit('7', fields);
  assert.deepEqual(openDrafts(keep, 'ada@example.org').current.value, {
    newTask: fields,
    edits: { 7: fields },
  });
  assert.deepEqual(openDrafts(keep, 'bob@example.org').current.value, { newTask: null, edits: {} });
});

test('a draft that is handed over or dropped leaves nothing behind', () => {
  const keep = keepInMemory();
  const drafts = openDrafts(keep, 'ada@example.org');
  drafts.setEdit('7', fields);
  drafts.setEdit('7', null);
  assert.equal(keep.read('drafts.ada@example.org'), null);
});

test('two tabs do not take each other’s drafts away', () => {
  const keep = keepInMemory();
  const [first, second] = [openDrafts(keep, 'ada@example.org'), openDrafts(keep, 'ada@example.org')];
  first.setNewTask(fields);
  second.setEdit('7', fields);
  first.setEdit('8', fields);
  second.setEdit('7', null);
  assert.deepEqual(openDrafts(keep, 'ada@example.org').current.value, {
    newTask: fields,
    edits: { 8: fields },
  });
});

test('a draft of a row that gets its id is found under the id', () => {
  const keep = keepInMemory();
  const ids = new Map<string, string>();
  const drafts = openDrafts(keep, 'ada@example.org', (rowKey) => ids.get(rowKey) ?? rowKey);
  drafts.setEdit('k1', fields);
  ids.set('k1', '42');
  drafts.rename();
  assert.deepEqual(Object.keys(openDrafts(keep, 'ada@example.org').current.value.edits), ['42']);
  drafts.setEdit('k1', null);
  assert.equal(keep.read('drafts.ada@example.org'), null);
});

test('what is not a draft is read as none', () => {
  for (const text of ['', '{', '[]', '{"newTask":{"description":1},"edits":{}}', '{"newTask":null}']) {
    assert.deepEqual(readDrafts(text), { newTask: null, edits: {} });
  }
});
