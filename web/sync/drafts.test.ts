import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { DeviceStorage } from '../device/storage.ts';
import { storageInMemory } from '../device/storage-fixture.ts';
import { openDrafts, readDrafts } from './drafts.ts';

const owner = 'ada@example.org';
const typed = { description: 'half a tho', dueDate: '', importance: 'LOW', state: 'TODO' } as const;

const draftsIn = (storage: DeviceStorage, someone = owner) => openDrafts(storage, someone, String);

test('a draft is found again by its owner and by nobody else', () => {
  const storage = storageInMemory();
  const drafts = draftsIn(storage);
  drafts.setNewTask(typed);
  drafts.setEdit('7', typed);
  assert.deepEqual(draftsIn(storage).current.value, { newTask: typed, edits: { 7: typed } });
  assert.deepEqual(draftsIn(storage, 'bob@example.org').current.value, {
    newTask: null,
    edits: {},
  });
});

test('a draft that is handed over or dropped leaves nothing behind', () => {
  const storage = storageInMemory();
  const drafts = draftsIn(storage);
  drafts.setEdit('7', typed);
  drafts.setEdit('7', null);
  assert.equal(storage.read('drafts.ada@example.org'), null);
});

test('two tabs do not take each other’s drafts away', () => {
  const storage = storageInMemory();
  const first = draftsIn(storage);
  const second = draftsIn(storage);
  first.setNewTask(typed);
  second.setEdit('7', typed);
  first.setEdit('8', typed);
  second.setEdit('7', null);
  assert.deepEqual(draftsIn(storage).current.value, { newTask: typed, edits: { 8: typed } });
});

test('a draft that another tab has added is gone, unless it was changed here', () => {
  const storage = storageInMemory();
  draftsIn(storage).setNewTask(typed);
  const first = draftsIn(storage);
  const second = draftsIn(storage);
  const third = draftsIn(storage);
  third.setNewTask({ ...typed, description: 'Other words' });
  first.setNewTask(null);
  second.catchUp();
  third.catchUp();
  assert.equal(second.current.value.newTask, null);
  assert.equal(third.current.value.newTask?.description, 'Other words');
});

test('a draft of a row that gets its id is found under the id', () => {
  const storage = storageInMemory();
  const ids = new Map<string, string>();
  const drafts = openDrafts(storage, owner, (rowKey) => ids.get(rowKey) ?? rowKey);
  drafts.setEdit('k1', typed);
  ids.set('k1', '42');
  drafts.rename();
  assert.deepEqual(Object.keys(draftsIn(storage).current.value.edits), ['42']);
  drafts.setEdit('k1', null);
  assert.equal(storage.read('drafts.ada@example.org'), null);
});

test('what is not a draft, or has no words, is read as none', () => {
  for (const text of [
    '',
    '{',
    '[]',
    '{"newTask":{"description":1},"edits":{}}',
    '{"newTask":null}',
  ])
    assert.deepEqual(readDrafts(text), { newTask: null, edits: {} });
  const wordless = JSON.stringify({ newTask: { ...typed, description: ' ' }, edits: {} });
  assert.equal(readDrafts(wordless).newTask, null);
});
