import assert from 'node:assert/strict';
import { test } from 'node:test';

import { en } from '../words/en.ts';
import { responsesHandled } from '../sync/page-fixture.ts';
import { historyOf, fields } from './history-fixture.ts';
import { mostSteps, replacementsOf } from './history.ts';

test('a change is undone, also after the service has it', async (t) => {
  const { actions, row, saved, told } = await historyOf(t, 'Milk');
  actions.setState([row()], 'DONE');
  await responsesHandled();
  assert.deepEqual(saved(), ['Milk 2026-11-20 DONE']);
  actions.undo();
  await responsesHandled();
  assert.deepEqual([saved(), told.at(-1)], [['Milk 2026-11-20 TODO'], 'Undone']);
});

test('a change that is undone before it has left asks the service for nothing', async (t) => {
  const { actions, model, row } = await historyOf(t, 'Milk');
  actions.setImportance([row()], 'HIGH');
  // The first change is being sent, the second is queued behind it.
  actions.setState([row()], 'DONE');
  actions.undo();
  actions.undo();
  assert.equal(row().fields.importance, 'LOW');
  await responsesHandled();
  assert.deepEqual(model.state.value.writes, []);
});

test('only the fields that a change changed go back: what came later stays', async (t) => {
  const { actions, model, row, saved } = await historyOf(t, 'Milk');
  actions.setState([row()], 'DONE');
  await responsesHandled();
  // A change by another tab or device.
  model.replace('1', { ...row().fields, description: 'Oat milk' });
  actions.undo();
  await responsesHandled();
  assert.deepEqual(saved(), ['Oat milk 2026-11-20 TODO']);
});

test('an added task goes, whether the service has it or not', async (t) => {
  const { actions, rows, saved } = await historyOf(t);
  actions.add({ ...fields, dueDate: '2026-11-22' });
  await responsesHandled();
  actions.undo();
  await responsesHandled();
  assert.deepEqual([rows(), saved()], [[], []]);
});

test('a delete is undone while its toast is shown, and the toast goes with it', async (t) => {
  const { actions, row, toasts, saved, pass } = await historyOf(t, 'Milk');
  actions.remove([row()]);
  actions.undo();
  assert.deepEqual(toasts.list.value, []);
  await pass();
  assert.deepEqual(saved(), ['Milk 2026-11-20 TODO']);
  // Of two changes the second one waits, and the delete takes its place.
  actions.setState([row()], 'DONE');
  actions.setImportance([row()], 'HIGH');
  actions.remove([row()]);
  actions.undo();
  await responsesHandled();
  assert.deepEqual([row().fields.importance, saved()], ['HIGH', ['Milk 2026-11-20 DONE']]);
});

test('a task that is deleted for good is created again with its date, and older steps still find it', async (t) => {
  const { actions, row, saved, pass } = await historyOf(t, 'Milk');
  actions.setImportance([row()], 'HIGH');
  await responsesHandled();
  actions.remove([row()]);
  await pass();
  assert.deepEqual(saved(), []);
  actions.undo();
  await responsesHandled();
  assert.deepEqual(saved(), ['Milk 2026-11-20 TODO']);
  actions.undo();
  await responsesHandled();
  assert.equal(row().fields.importance, 'LOW');
});

test('a delete that is under way is not withdrawn: its task is created again', async (t) => {
  const { actions, row, toasts, saved } = await historyOf(t, 'Milk');
  actions.remove([row()]);
  // Without its toast the delete is sent at once, and has no response yet.
  toasts.dismiss(toasts.list.value[0]?.key ?? '');
  actions.undo();
  await responsesHandled();
  assert.deepEqual(saved(), ['Milk 2026-11-20 TODO']);
});

test('a task of this page that is created again goes by its new id', async (t) => {
  const { actions, row, saved, pass } = await historyOf(t);
  actions.add({ ...fields, dueDate: '2026-11-22' });
  await responsesHandled();
  actions.remove([row()]);
  await pass();
  actions.undo();
  await responsesHandled();
  actions.setState([row()], 'WORKING');
  await responsesHandled();
  assert.deepEqual(saved(), ['Milk 2026-11-22 WORKING']);
});

test('what was undone is made again, each change and all of them, until there is a new step', async (t) => {
  const { actions, row, rows, saved, told, pass } = await historyOf(t, 'Milk');
  actions.setState([row()], 'WORKING');
  actions.add({ ...fields, description: 'Tea', dueDate: '2026-11-22' });
  actions.remove([row()]);
  for (let step = 0; step < 3; step += 1) actions.undo();
  await responsesHandled();
  assert.deepEqual(saved(), ['Milk 2026-11-20 TODO']);
  for (let step = 0; step < 3; step += 1) actions.redo();
  assert.deepEqual(
    rows().map(({ fields: { description } }) => description),
    ['Tea'],
  );
  await pass();
  assert.deepEqual(saved(), ['Tea 2026-11-22 TODO']);
  actions.undo();
  actions.undo();
  await responsesHandled();
  assert.deepEqual(saved(), ['Milk 2026-11-20 WORKING']);
  actions.setImportance([row()], 'HIGH');
  actions.redo();
  assert.equal(told.at(-1), 'Nothing to redo.');
});

test('many rows change in one step and go back in one', async (t) => {
  const { actions, rows, told, saved } = await historyOf(t, 'Milk', 'Bread', 'Tea');
  actions.move(rows(), '2026-12-01');
  await responsesHandled();
  assert.deepEqual(
    saved().map((each) => each.slice(-15)),
    ['2026-12-01 TODO', '2026-12-01 TODO', '2026-12-01 TODO'],
  );
  actions.undo();
  await responsesHandled();
  assert.deepEqual(saved()[0], 'Milk 2026-11-20 TODO');
  assert.deepEqual(told, ['Moved to Tuesday, December 1: 3 tasks', '3 changes undone']);
});

test('many rows are deleted with one toast and come back with it', async (t) => {
  const { actions, rows, toasts, saved, pass } = await historyOf(t, 'Milk', 'Bread', 'Tea');
  actions.remove(rows().slice(0, 2));
  assert.deepEqual(
    [toasts.list.value.map(({ text }) => text), rows().length],
    [['2 tasks deleted'], 1],
  );
  toasts.undo(toasts.list.value[0]?.key ?? '');
  await pass();
  assert.equal(saved().length, 3);
});

test('only the last steps can be undone', async (t) => {
  const { actions, row, told } = await historyOf(t, 'Milk');
  for (let step = 0; step < mostSteps + 5; step += 1) {
    actions.save(row(), { ...row().fields, description: `Milk ${step}` });
  }
  for (let step = 0; step < mostSteps; step += 1) actions.undo();
  assert.equal(row().fields.description, 'Milk 4');
  actions.undo();
  assert.deepEqual([row().fields.description, told.at(-1)], ['Milk 4', 'Nothing to undo.']);
});

test('what is gone elsewhere cannot be undone, and that is said', async (t) => {
  const { actions, model, row, tasks, told } = await historyOf(t, 'Milk');
  actions.setState([row()], 'DONE');
  await responsesHandled();
  tasks.clear();
  await model.read();
  actions.undo();
  assert.equal(told.at(-1), 'Too late to undo: the task has been deleted.');
});

test('a page that does not understand its service changes nothing and keeps what was typed', async (t) => {
  const { actions, model, row, told, saved, failToRead } = await historyOf(t, 'Milk');
  const before = row();
  model.drafts.setEdit('1', { ...fields, description: 'Oat milk' });
  await failToRead({
    kind: 'mismatch',
    request: 'GET /api/tasks',
    schema: 'TaskListResponse',
    path: '/0',
  });
  assert.equal(actions.add(fields), null);
  actions.save(before, { ...fields, description: 'Oat milk' });
  actions.remove([before]);
  actions.undo();
  model.edit('1');
  await responsesHandled();
  assert.deepEqual(
    [saved(), model.state.value.writes, model.editing.value],
    [['Milk 2026-11-20 TODO'], [], null],
  );
  assert.equal(model.drafts.current.value.edits['1']?.description, 'Oat milk');
  assert.deepEqual(new Set(told), new Set([en.offline.readOnly]));
});

test('placing on a day is a step, also on its own, and all steps since one can be undone', async (t) => {
  const { actions, rows, row: at, saved, told, toasts, pass } = await historyOf(t, 'a', 'b', 'c');
  actions.setImportance([at(0)], 'HIGH');
  const before = actions.steps.value.at(-1)?.number ?? 0;
  actions.moveInPlan([at(0)], '2026-11-20');
  actions.moveInPlan([at(1)], '2026-11-25');
  const steps = actions.steps.value.map(({ changes, isInPlan }) => `${changes.length} ${isInPlan}`);
  assert.deepEqual(steps, ['1 false', '1 true', '1 true']);
  assert.deepEqual(
    [told.at(-1), toasts.list.value.length],
    ['Moved to Wednesday, November 25: \u2068b\u2069', 0],
  );
  actions.finish([at(1)]);
  actions.undoSince(before);
  await pass();
  assert.deepEqual(saved(), ['a 2026-11-20 TODO', 'b 2026-11-20 TODO', 'c 2026-11-20 TODO']);
  assert.deepEqual([told.at(-1), rows()[0]?.fields.importance], ['3 changes undone', 'HIGH']);
});

test('spreading is one step, which says how far it goes, and goes back as one', async (t) => {
  const { actions, rows, told } = await historyOf(t, 'a', 'b', 'c', 'd', 'e', 'f');
  const dates = () => rows().map((row) => row.fields.dueDate);
  actions.spread(rows());
  assert.deepEqual(new Set(dates()), new Set(['2026-11-23', '2026-11-24']));
  actions.undo();
  assert.deepEqual(new Set(dates()), new Set(['2026-11-20']));
  assert.deepEqual(told, [
    'Spread, up to 5 a working day, until Tuesday, November 24: 6 tasks',
    '6 changes undone',
  ]);
});

test('the toast of a delete stays while other tasks change, and the newest of their toasts with it', async (t) => {
  const { actions, rows, toasts, saved } = await historyOf(t, 'Milk', 'Bread', 'Tea');
  actions.remove(rows().slice(0, 1));
  actions.move(rows().slice(0, 1), '2026-12-01');
  actions.move(rows().slice(0, 1), '2026-12-02');
  await responsesHandled();
  assert.equal(toasts.list.value.length, 2);
  toasts.undo(toasts.list.value[0]?.key ?? '');
  assert.equal(saved()[0], 'Milk 2026-11-20 TODO');
});

test('after an undo the focus is on the first row of the step', async (t) => {
  const { actions, rows, focused } = await historyOf(t, 'Milk', 'Bread', 'Tea');
  actions.move(rows().slice(1), '2026-12-01');
  actions.undo();
  assert.deepEqual(focused, ['row 2']);
});

test('a row that has its earlier fields already is not written', async (t) => {
  const { row } = await historyOf(t, 'Milk');
  const { key, fields: before } = row();
  const revert = (now: typeof before) => ({ kind: 'replace', row: row(), fields: now }) as const;
  assert.equal(replacementsOf([revert(before)]).size, 0);
  const other = { ...before, description: 'Oat milk' };
  assert.deepEqual([...replacementsOf([revert(other)])], [[key, other]]);
});
