import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fault } from '../service/api.ts';
import { storageInMemory } from '../device/storage-fixture.ts';
import {
  tasksWithAnswers,
  fields,
  gone,
  madeElsewhere,
  offline,
  refused,
  task,
} from './answers-fixture.ts';
import { nextTaskKey } from './send-write.ts';
import { rowsOf } from './rows.ts';

test('a new task is shown at once, unsaved until the service has it, and keeps its row', async () => {
  const { model, next, shown, open } = tasksWithAnswers();
  await open(task(1));
  model.create(fields);
  assert.deepEqual(shown(), ['task 1 TODO saved', 'new TODO sending']);
  const key = rowsOf(model.state.value)[1]?.key;
  const { call, answer } = next();
  assert.equal(call, 'create k1 new');
  await answer({ kind: 'ok', value: task(2, { description: 'new' }) });
  assert.deepEqual(shown(), ['task 1 TODO saved', 'new TODO saved']);
  assert.equal(rowsOf(model.state.value)[1]?.key, key);
});

test('a task for a past day, by the clock of the device or the service, is made and then gets its date', async () => {
  for (const [dueDate, ...refusals] of [
    ['1969-12-30'],
    ['1970-01-01', refused(400, '/dueDate')],
    ['1970-01-02', refused(400, '/dueDate')],
  ] as const) {
    const { model, next, shown, open } = tasksWithAnswers();
    await open();
    model.create({ ...fields, dueDate });
    for (const refusal of refusals) await next().answer(refusal);
    const made = next();
    assert.equal(made.call, 'create k1 new');
    await made.answer({
      kind: 'ok',
      value: task(2, { description: 'new', dueDate: '9999-12-31' }),
    });
    assert.deepEqual(shown(), ['new TODO sending']);
    const { call, answer } = next();
    assert.equal(call, 'replace 2 new TODO');
    await answer({ kind: 'ok', value: { ...task(2), ...fields, dueDate } });
    assert.deepEqual(shown(), ['new TODO saved']);
    assert.equal(model.rows.value[0]?.fields.dueDate, dueDate);
  }
});

test('what nothing has changed is the very row of before', async () => {
  const { model, open } = tasksWithAnswers();
  await open(task(1), task(2));
  const before = rowsOf(model.state.value);
  model.replace('1', { ...fields, description: 'mine' });
  const after = rowsOf(model.state.value);
  assert.deepEqual(
    after.map((row, at) => row === before[at]),
    [false, true],
  );
});

test('a change is kept together with its sending, and under the id of its task as soon as there is one', async () => {
  const memory = storageInMemory();
  const kept: { target: string; tried: boolean }[][] = [];
  const write: typeof memory.write = (name, text) => {
    if (name.startsWith('unsent.')) kept.push(JSON.parse(text ?? '[]'));
    return memory.write(name, text);
  };
  const { model, next, open } = tasksWithAnswers({ ...memory, write });
  await open();
  model.create(fields);
  model.replace('k1', { ...fields, state: 'DONE' });
  await next().answer({ kind: 'ok', value: task(2, { description: 'new' }) });
  assert.deepEqual(
    kept.map((writes) => writes.map(({ target, tried }) => `${target} ${tried}`)),
    [['k1 true'], ['k1 true', 'k1 false'], ['2 true']],
  );
});

test('a change made while the create is under way follows it, with the id that it brought', async () => {
  const { model, next, open, calls } = tasksWithAnswers();
  await open();
  model.create(fields);
  model.replace('k1', { ...fields, state: 'DONE' });
  assert.deepEqual(calls(), ['create k1 new']);
  await next().answer({ kind: 'ok', value: task(2, { description: 'new' }) });
  assert.deepEqual(calls(), ['replace 2 new DONE']);
});

test('of several changes to one row that have not left yet only the last one is sent', async () => {
  const { model, next, open, calls } = tasksWithAnswers();
  await open(task(1));
  model.replace('1', { ...fields, description: 'a' });
  model.replace('1', { ...fields, description: 'b' });
  model.replace('1', { ...fields, description: 'c' });
  await next().answer({ kind: 'ok', value: task(1, { description: 'a' }) });
  assert.deepEqual(calls(), ['replace 1 c TODO']);
});

test('a create that broke off is sent again with the same key and the same fields', async () => {
  const { model, next, open, shown, calls } = tasksWithAnswers();
  await open();
  model.create(fields);
  await next().answer(offline);
  assert.equal(model.state.value.offline, true);
  assert.deepEqual(shown(), ['new TODO waiting']);
  model.replace('k1', { ...fields, description: 'newer' });
  void model.read();
  await next().answer({ kind: 'ok', value: [] });
  assert.deepEqual(calls(), ['create k1 new']);
  await next().answer({ kind: 'ok', value: task(2, { description: 'new' }) });
  assert.deepEqual([calls(), shown()], [['replace 2 newer TODO'], ['newer TODO sending']]);
});

test('a delete is held until it is released, and can be undone until then', async () => {
  const { model, open, shown, calls } = tasksWithAnswers();
  await open(task(1), task(2));
  const first = model.remove('1');
  const second = model.remove('2');
  assert.deepEqual([shown(), calls()], [[], []]);
  model.discard(first);
  model.release(second);
  assert.deepEqual([shown(), calls()], [['task 1 TODO saved'], ['delete 2']]);
});

test('a delete of what is already gone has what it wanted', async () => {
  const { model, next, open, shown, told } = tasksWithAnswers();
  await open(task(1));
  model.release(model.remove('1'));
  await next().answer(refused(404));
  assert.deepEqual([shown(), told, model.state.value.writes], [[], [], []]);
});

test('a new task that the list has before its own response is one row', async () => {
  const { model, next, shown, open } = tasksWithAnswers();
  await open(task(1));
  const key = model.create(fields);
  const create = next();
  await open(task(1), task(2, fields));
  assert.deepEqual(shown(), ['task 1 TODO saved', 'new TODO sending']);
  await create.answer({ kind: 'ok', value: task(2, fields) });
  assert.deepEqual(
    [shown(), rowsOf(model.state.value)[1]?.key],
    [['task 1 TODO saved', 'new TODO saved'], key],
  );
});

test('a create whose task another device has deleted since is done, and asks only for what was changed here', async () => {
  const { model, next, open, shown, told } = tasksWithAnswers();
  await open();
  model.create(fields);
  await next().answer(gone);
  assert.deepEqual([shown(), told, model.state.value.writes], [[], [], []]);
  const row = model.create(fields);
  model.replace(row, { ...fields, description: 'newer' });
  await next().answer(gone);
  assert.deepEqual([shown(), told], [['newer TODO failed'], ['refused']]);
  model.discard(model.state.value.writes[0]?.key ?? '');
  assert.deepEqual(shown(), []);
});

test('a next task that was deleted, or is about to be, is made anew under the key after it', async () => {
  const { model, next, open, shown, told, calls } = tasksWithAnswers();
  await open(task(1), task(2));
  const key = nextTaskKey('1', '2026-11-21');
  model.remove('2');
  model.create(fields, key, key);
  await next().answer(gone);
  assert.deepEqual(calls(), [`create ${key}~ new`]);
  await next().answer({ kind: 'ok', value: task(2) });
  assert.deepEqual(calls(), [`create ${key}~~ new`]);
  await next().answer({ kind: 'ok', value: task(3, fields) });
  assert.deepEqual([shown(), told], [['task 1 TODO saved', 'new TODO saved'], []]);
});

test('a next task that another device has made from changed words is done, and the list is read', async () => {
  const { model, next, open, shown, told, calls } = tasksWithAnswers();
  await open(task(1));
  const key = nextTaskKey('1', '2026-11-21');
  model.create(fields, key, key);
  await next().answer(madeElsewhere);
  assert.deepEqual([shown(), calls(), told], [['task 1 TODO saved'], ['list'], []]);
});

test('a create that is answered with a task that was there and has been changed leaves that as it is', async () => {
  const { model, next, open, shown } = tasksWithAnswers();
  await open(task(1));
  model.create(fields);
  await next().answer({ kind: 'ok', value: task(1, fields) });
  assert.deepEqual(shown(), ['task 1 TODO saved']);
  const row = model.create(fields);
  model.replace(row, { ...fields, description: 'newer' });
  await next().answer({ kind: 'ok', value: task(1, fields) });
  assert.deepEqual(shown(), ['newer TODO sending']);
});

test('a change to a task that was deleted elsewhere keeps the words, and the list is read again', async () => {
  const { model, next, open, shown, calls } = tasksWithAnswers();
  await open(task(1));
  model.replace('1', { ...fields, description: 'mine' });
  await next().answer(refused(404));
  assert.deepEqual(calls(), ['list']);
  await next().answer({ kind: 'ok', value: [] });
  assert.deepEqual(shown(), ['mine TODO failed']);
  model.discard(model.state.value.writes[0]?.key ?? '');
  assert.deepEqual(shown(), []);
});

test('a refused change keeps the words, with Retry and Discard', async () => {
  const { model, next, open, shown, told, calls } = tasksWithAnswers();
  await open(task(1));
  model.replace('1', { ...fields, description: 'mine' });
  await next().answer(refused(503));
  assert.deepEqual([shown(), told], [['mine TODO failed'], ['refused']]);
  const key = model.state.value.writes[0]?.key ?? '';
  model.retry(key);
  assert.deepEqual(calls(), ['replace 1 mine TODO']);
  await next().answer(refused(503));
  model.discard(key);
  assert.deepEqual(shown(), ['task 1 TODO saved']);
});

test('a refusal that names a field opens the row, unless another one is being edited', async () => {
  const { model, next, open } = tasksWithAnswers();
  await open(task(1), task(2));
  model.replace('1', fields);
  await next().answer(refused(400, '/dueDate'));
  assert.equal(model.editing.value, '1');
  model.replace('2', fields);
  await next().answer(refused(400, '/dueDate'));
  assert.equal(model.editing.value, '1');
});

test('a create that was refused may be mended: it goes out under a new key', async () => {
  const { model, next, open, calls } = tasksWithAnswers();
  await open();
  model.create(fields);
  await next().answer(refused(400, '/description'));
  model.replace('k1', { ...fields, description: 'mended' });
  assert.deepEqual(calls(), ['create k2 mended']);
});

test('a change whose answer was not understood stops all sending until the list is understood', async () => {
  const { model, next, open, shown, calls } = tasksWithAnswers();
  await open(task(1));
  const unclear: Fault = {
    kind: 'mismatch',
    request: 'PUT /api/tasks/1',
    schema: 'TaskResponse',
    path: '/',
  };
  model.replace('1', { ...fields, description: 'mine' });
  await next().answer(unclear);
  model.create(fields);
  assert.deepEqual(calls(), ['list']);
  // The list shows that the service made the change.
  await next().answer({ kind: 'ok', value: [task(1, { description: 'mine' })] });
  assert.deepEqual(shown(), ['mine TODO saved', 'new TODO sending']);
});

test('a change and its opposite, before either has left, ask for nothing', async () => {
  const { model, open } = tasksWithAnswers();
  await open(task(1));
  // The most requests at once: the next change stays queued.
  for (let each = 0; each < 4; each += 1) model.create(fields);
  model.replace('1', { ...fields, description: 'mine' });
  assert.equal(model.state.value.writes.length, 5);
  model.replace('1', { ...fields, description: 'task 1' });
  assert.equal(model.state.value.writes.length, 4);
});

test('a change that the service failed to save may be changed again, which sends it', async () => {
  const { model, next, open, calls } = tasksWithAnswers();
  await open(task(1));
  model.replace('1', { ...fields, description: 'mine' });
  await next().answer(refused(503));
  model.replace('1', { ...fields, description: 'mended' });
  assert.deepEqual(calls(), ['replace 1 mended TODO']);
});

test('a task that another device deletes while it is edited keeps its words, in a row that says so', async () => {
  const { model, next, open, calls, shown, told } = tasksWithAnswers();
  await open(task(1), task(2));
  model.edit('1');
  model.drafts.setEdit('1', { ...fields, description: 'typed for long' });
  void model.read();
  await next().answer({ kind: 'ok', value: [task(2)] });
  assert.deepEqual(shown(), ['task 2 TODO saved', 'typed for long TODO sending']);
  assert.equal(model.editing.value, '1');
  assert.deepEqual(calls(), ['replace 1 typed for long TODO']);
  await next().answer(refused(404));
  await next().answer({ kind: 'ok', value: [task(2)] });
  assert.deepEqual(shown(), ['task 2 TODO saved', 'typed for long TODO failed']);
  assert.deepEqual([told, calls(), model.drafts.current.value.edits], [['refused'], [], {}]);
});

test('a draft of a task that this person deletes goes with the task, when the delete has no Undo any more', async () => {
  const { model, next, open, calls, shown } = tasksWithAnswers();
  await open(task(1));
  model.drafts.setEdit('1', fields);
  const key = model.remove('1');
  void model.read();
  await next().answer({ kind: 'ok', value: [task(1)] });
  assert.deepEqual(model.drafts.current.value.edits, { 1: fields });
  model.release(key);
  await next().answer({ kind: 'ok', value: null });
  void model.read();
  await next().answer({ kind: 'ok', value: [] });
  assert.deepEqual([shown(), calls(), model.drafts.stored().edits], [[], [], {}]);
});

test('the draft of a new row is kept under the id of its task as soon as there is one', async () => {
  const { model, next, open, storage } = tasksWithAnswers();
  await open();
  model.create(fields);
  model.drafts.setEdit('k1', fields);
  await next().answer({ kind: 'ok', value: task(2, { description: 'new' }) });
  const kept: unknown = JSON.parse(storage.read('drafts.ada@example.org') ?? '');
  assert.deepEqual(kept, { newTask: null, edits: { 2: fields } });
});
