import assert from 'node:assert/strict';
import { test } from 'node:test';

import { storageInMemory } from '../device/storage-fixture.ts';
import { tasksWithAnswers, expired, fields, task } from './answers-fixture.ts';
import { newWrite } from './queue.ts';

test('leaving the page sends what is held', async () => {
  const { model, open, calls } = tasksWithAnswers();
  await open(task(1));
  model.remove('1');
  model.leave();
  assert.deepEqual(calls(), ['delete 1']);
});

test('each held delete is sent once, however often the page lets it go', async () => {
  const { model, open, calls } = tasksWithAnswers();
  await open(task(1), task(2));
  for (const row of ['1', '2']) model.remove(row);
  model.releaseAll();
  model.releaseAll();
  model.leave();
  assert.deepEqual(calls(), ['delete 1', 'delete 2']);
});

test('when the session ends nothing more is sent, and after the next sign-in the changes go by themselves', async () => {
  const storage = storageInMemory();
  const before = tasksWithAnswers(storage);
  await before.open(task(1));
  before.model.replace('1', { ...fields, description: 'mine' });
  await before.next().answer(expired);
  assert.deepEqual([before.told, before.calls()], [['expired'], []]);

  const after = tasksWithAnswers(storage);
  await after.open(task(1));
  assert.deepEqual(
    [after.shown(), after.calls()],
    [['mine TODO sending'], ['replace 1 mine TODO']],
  );
  await after.next().answer({ kind: 'ok', value: task(1, { description: 'mine' }) });
  assert.deepEqual(tasksWithAnswers(storage).model.state.value.writes, []);
});

test('no more leaves with the page than browsers let outlive it; the next page sends the rest', async () => {
  const storage = storageInMemory();
  const { model, open, calls } = tasksWithAnswers(storage);
  await open();
  for (let count = 1; count <= 60; count += 1)
    model.create({ ...fields, description: `new ${count}` });
  model.leave();
  const leaving = calls();
  assert.deepEqual([leaving.length, leaving.at(-1)], [50, 'create k50 new 50']);
  const after = tasksWithAnswers(storage);
  await after.open(...leaving.map((_, at) => task(at + 1, { description: `new ${at + 1}` })));
  assert.deepEqual(
    after.calls(),
    [51, 52, 53, 54].map((at) => `create k${at} new ${at}`),
  );
});

test('closed tasks keep nothing more, so that the next ones of the same owner may', async () => {
  const storage = storageInMemory();
  const { model, open } = tasksWithAnswers(storage);
  await open(task(1));
  const key = model.remove('1');
  model.close();
  const kept = storage.read('unsent.ada@example.org');
  model.discard(key);
  assert.equal(storage.read('unsent.ada@example.org'), kept);
});

test('what a sign-out would take along: changes and drafts of every tab, and nothing that is saved', async () => {
  const storage = storageInMemory();
  const { model, open, next } = tasksWithAnswers(storage);
  await open(task(1), task(2));
  assert.deepEqual(model.unsaved(), { changes: 0, drafts: 0 });
  model.replace('1', { ...fields, description: 'mine' });
  model.remove('2');
  model.drafts.setEdit('1', fields);
  model.drafts.setNewTask({ ...fields, description: ' ' });
  assert.deepEqual(
    model.unsaved(),
    { changes: 2, drafts: 1 },
    'a new task without words is no draft',
  );
  model.releaseAll();
  await next().answer({ kind: 'ok', value: task(1, { description: 'mine' }) });
  await next().answer({ kind: 'ok', value: null });
  assert.deepEqual(model.unsaved(), { changes: 0, drafts: 1 });

  // A sleeping tab has kept a change and not posted it yet.
  const asleep = { ...newWrite('k9', '1', { kind: 'replace', fields }), status: 'waiting' };
  storage.write(`unsent.ada@example.org`, JSON.stringify([asleep]));
  assert.deepEqual(model.unsaved(), { changes: 1, drafts: 1 });
});
