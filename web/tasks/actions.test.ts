import assert from 'node:assert/strict';
import { test } from 'node:test';

import { en } from '../words/en.ts';
import { benchActions, settle } from './tasks-fixture.ts';

/** Actions on one task, over a service that never answers. */
function bench(options = {}) {
  const never = () => new Promise<never>(() => undefined);
  const asked: string[] = [];
  const made = benchActions(
    {
      listTasks: never,
      createTask: ({ dueDate }) => (asked.push(`create ${dueDate}`), never()),
      replaceTask: (id, { state }) => (asked.push(`replace ${id} ${state}`), never()),
      deleteTask: (id) => (asked.push(`delete ${id}`), never()),
    },
    options,
  );
  const task = {
    id: 1,
    description: 'Water',
    dueDate: '2026-11-20',
    importance: 'LOW',
    state: 'TODO',
  } as const;
  made.model.state.dispatch({ kind: 'read', tasks: [task], atMs: 0 });
  return { ...made, asked };
}

test('a new row is spoken of to those who do not see it, with the way back', () => {
  for (const outOfSight of [true, false]) {
    const { actions, toasts, told } = bench({ outOfSight });
    actions.add({ description: 'Far away', dueDate: '2027-01-01', importance: 'LOW', state: 'TODO' });
    const shown = toasts.store.get().map(({ text }) => text);
    assert.deepEqual([told, shown], [['Added: Far away'], outOfSight ? ['Added: Far away'] : []]);
    actions.undo();
    assert.deepEqual([told.at(-1), toasts.store.get()], ['Undone', []]);
  }
});

test('several tasks are added with one sentence, and one undo takes all of them back', () => {
  const { actions, model, told, toasts } = bench();
  const waiting = () => model.state.get().writes.length;
  const fields = { description: 'New', dueDate: '2027-01-01', importance: 'LOW', state: 'TODO' } as const;
  assert.ok(actions.addAll([fields, { ...fields, description: 'Newer' }]));
  assert.deepEqual([waiting(), told], [2, ['Added: 2 tasks']]);
  toasts.undo(toasts.store.get()[0]?.key ?? '');
  assert.equal(told.at(-1), '2 changes undone');
});

test('a row marked done keeps its place for a moment', () => {
  const { actions, row, asked, told, pass } = bench();
  actions.setState([row()], 'DONE');
  assert.deepEqual([[...actions.lingering.get()], asked, told], [['1'], ['replace 1 DONE'], ['Done: Water']]);
  pass();
  assert.deepEqual([...actions.lingering.get()], []);
});

test('a delete is said, and sent only when its toast has gone', () => {
  const { actions, row, asked, told, pass } = bench();
  actions.remove([row()]);
  assert.deepEqual([asked, told], [[], ['Deleted: Water']]);
  pass();
  assert.deepEqual(asked, ['delete 1']);
});

test('a task deleted elsewhere is made again, not in the past', () => {
  const { actions, row, asked } = bench();
  actions.createAgain(row());
  assert.deepEqual(asked, ['create 2026-11-21']);
});

test('what is finished can be undone from a toast, and only the newest change has one', () => {
  const { actions, row, toasts, pass } = bench();
  actions.setState([row()], 'DONE');
  actions.move([row()], '2026-12-01');
  assert.deepEqual(
    toasts.store.get().map(({ text }) => text),
    ['Tuesday, December 1: Water'],
  );
  toasts.undo(toasts.store.get()[0]?.key ?? '');
  assert.deepEqual([row().fields.dueDate, row().fields.state], ['2026-11-20', 'DONE']);
  actions.undo();
  assert.equal(row().fields.state, 'TODO');
  pass();
});

test('a thousand rows change, and change back, as one change of the queue', () => {
  const { actions, model, row, rows } = bench();
  const saved = Array.from({ length: 1000 }, (_, at) => ({ ...row().fields, id: at + 1 }));
  model.state.dispatch({ kind: 'read', tasks: saved, atMs: 0 });
  const sizes: number[] = [];
  model.state.subscribe(() => sizes.push(model.state.get().writes.length));
  actions.move(rows(), '2026-12-01');
  // The later ones tell that four are being sent.
  assert.deepEqual(new Set(sizes), new Set([1000]));
  actions.undo();
  assert.deepEqual(new Set(sizes), new Set([1000, 8]));
});

test('a change that changes nothing is not offered to be undone', () => {
  const { actions, row, toasts } = bench();
  actions.move([row()], row().fields.dueDate);
  assert.deepEqual(toasts.store.get(), []);
});

test('without a connection no more can be changed than the device can keep, and the page says so', async () => {
  const offline = async () => ({ kind: 'offline' }) as const;
  const { actions, model, rows, told, toasts } = benchActions({
    listTasks: async () => ({ kind: 'ok', value: [] }),
    createTask: offline,
    replaceTask: offline,
    deleteTask: offline,
  });
  await model.read();
  const fields = { description: 'new', dueDate: '2026-11-21', importance: 'LOW', state: 'TODO' } as const;
  actions.addAll(Array.from({ length: 499 }, () => fields));
  await settle();
  assert.equal(actions.addAll([fields, fields]), false);
  assert.equal(actions.add(fields), true);
  actions.finish(rows().slice(0, 1));
  assert.deepEqual([rows().length, rows()[0]?.fields.state], [500, 'TODO']);
  assert.equal(told.at(-1), en.offline.full);
  assert.equal(toasts.store.get().at(-1)?.text, en.offline.full);
  actions.undo();
  assert.equal(rows().length, 499, 'to take back needs no room');
});
