import assert from 'node:assert/strict';
import { test } from 'node:test';

import { storageInMemory } from '../device/storage-fixture.ts';
import { tasksWithAnswers, fields, offline, task } from './answers-fixture.ts';
import { lonely } from './page-fixture.ts';

test('a list asked for before a change was accepted is asked for again', async () => {
  const { model, next, open, shown } = tasksWithAnswers();
  await open(task(1));
  model.replace('1', { ...fields, description: 'mine' });
  const change = next();
  void model.read();
  const stale = next();
  await change.answer({ kind: 'ok', value: task(1, { description: 'mine' }) });
  await stale.answer({ kind: 'ok', value: [task(1)] });
  assert.deepEqual(shown(), ['mine TODO saved']);
  await next().answer({ kind: 'ok', value: [task(1, { description: 'mine' })] });
  assert.deepEqual(shown(), ['mine TODO saved']);
});

test('a reading that brings the very list of before changes no row', async () => {
  const { model, next } = tasksWithAnswers();
  const list = [task(1), task(2)];
  void model.read();
  await next().answer({ kind: 'ok', value: list });
  const before = model.rows.value;
  void model.read();
  await next().answer({ kind: 'ok', value: list });
  assert.equal(model.rows.value, before);
});

test('a list that another device has changed makes only the rows of those changes anew', async () => {
  const { model, open } = tasksWithAnswers();
  await open(task(1), task(2));
  const [first, second] = model.rows.value;
  await open(task(1), task(2, { state: 'DONE' }), task(3));
  const [firstNow, secondNow, third] = model.rows.value;
  assert.equal(firstNow, first);
  assert.notEqual(secondNow, second);
  assert.deepEqual([secondNow?.fields.state, third?.key], ['DONE', '3']);
  const rows = model.rows.value;
  await open(task(1), task(2, { state: 'DONE' }), task(3));
  assert.equal(model.rows.value, rows);
});

test('a list that was requested with the page is requested again when something was written a moment before', async () => {
  const { model, next, open, storage } = tasksWithAnswers();
  await open(task(1));
  model.replace('1', { ...fields, description: 'mine' });
  await next().answer({ kind: 'ok', value: task(1, { description: 'mine' }) });
  for (const [ms, expectedCalls] of [
    [1_000, ['list']],
    [10_999, ['list']],
    [11_000, ['preloaded list']],
    // After the clock was set back, the time of the last write is ignored.
    [999, ['preloaded list']],
  ] as const) {
    const after = tasksWithAnswers(storage, lonely, null, ms);
    void after.model.read(Promise.resolve(new Response()));
    assert.deepEqual(after.calls(), expectedCalls, `at ${ms} ms`);
  }
});

test('a list in an unknown form leaves the last good one readable', async () => {
  const { model, next, open, shown } = tasksWithAnswers();
  await open(task(1));
  void model.read();
  await next().answer({
    kind: 'mismatch',
    request: 'GET /api/tasks',
    schema: 'TaskListResponse',
    path: '/0',
  });
  assert.deepEqual([model.state.value.fault?.kind, shown()], ['mismatch', ['task 1 TODO saved']]);
});

test('without a connection the copy of the last list is shown, with the time it is of', async () => {
  const { model, next, shown } = tasksWithAnswers(storageInMemory(), lonely, [task(1)]);
  void model.read();
  await next().answer(offline);
  assert.deepEqual(
    [shown(), model.state.value.readAtMs, model.state.value.offline],
    [['task 1 TODO saved'], 500, true],
  );
});

test('the copy follows what the service accepts', async () => {
  const { model, next, open, copies } = tasksWithAnswers();
  await open(task(1));
  model.replace('1', { ...fields, description: 'mine' });
  await next().answer({ kind: 'ok', value: task(1, { description: 'mine' }) });
  assert.deepEqual(copies, ['task 1', 'mine']);
});

test('an older answer does not take the place of a newer one', async () => {
  const { model, next, shown } = tasksWithAnswers();
  void model.read();
  void model.read();
  const older = next();
  const newer = next();
  await newer.answer({ kind: 'ok', value: [task(2)] });
  await older.answer({ kind: 'ok', value: [task(1)] });
  assert.deepEqual(shown(), ['task 2 TODO saved']);
});
