import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as Type from 'typebox';
import type { Static, TSchema } from 'typebox';
import { Check } from 'typebox/schema';

import { TaskListResponse, TaskResponse } from '../../contract/task.ts';
import type { Api } from '../api/api.ts';
import type { Fault, Outcome } from '../api/fault.ts';
import { keepInMemory } from '../state/keep.ts';
import { lonely } from './day-book-bench.ts';
import { openDayBook } from './day-book.ts';
import { rowsOf } from './rows.ts';

const task = (id: number, parts: Partial<TaskResponse> = {}): TaskResponse => ({
  id,
  description: `task ${id}`,
  dueDate: '2026-11-21',
  importance: 'MEDIUM',
  state: 'TODO',
  ...parts,
});
const { id: _id, ...fields } = task(0, { description: 'new' });
const offline: Fault = { kind: 'offline' };
const expired: Fault = { kind: 'expired' };
const refused = (status: number, pointer?: string): Fault => ({
  kind: 'refused',
  status,
  code: 'some_code',
  detail: '',
  requestId: null,
  errors: pointer === undefined ? [] : [{ pointer, code: 'in_the_past', detail: '' }],
});

/** A service whose every answer the test gives by hand. */
function bench(keep = keepInMemory(), ports = lonely, copied: TaskResponse[] | null = null, ms = 1_000) {
  type Answer = Fault | { kind: 'ok'; value: unknown };
  const asked: { call: string; answer: (outcome: Answer) => Promise<void> }[] = [];
  const ask = <S extends TSchema>(call: string, schema: S) =>
    new Promise<Outcome<Static<S>>>((resolve) => {
      const answer = async (outcome: Answer) => {
        if (outcome.kind !== 'ok') resolve(outcome);
        else if (Check(schema, outcome.value)) resolve({ kind: 'ok', value: outcome.value });
        else assert.fail(`no answer to ${call}`);
        for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
      };
      asked.push({ call, answer });
    });
  const api: Pick<Api, 'listTasks' | 'createTask' | 'replaceTask' | 'deleteTask'> = {
    listTasks: () => ask('list', TaskListResponse),
    createTask: ({ description }, key, leaving) =>
      ask(`create ${key} ${description}${leaving ? ' leaving' : ''}`, TaskResponse),
    replaceTask: (id, { description, state }, leaving) =>
      ask(`replace ${id} ${description} ${state}${leaving ? ' leaving' : ''}`, TaskResponse),
    deleteTask: (id, leaving) => ask(`delete ${id}${leaving ? ' leaving' : ''}`, Type.Null()),
  };
  const copies: string[] = [];
  const told: string[] = [];
  let keys = 0;
  const book = openDayBook({
    api,
    keep,
    copy: {
      read: () => Promise.resolve(copied && { tasks: copied, atMs: 500 }),
      write: (tasks) => void copies.push(tasks.map(({ description }) => description).join()),
      close: () => undefined,
    },
    ports,
    owner: 'ada@example.org',
    nowMs: () => ms,
    newKey: () => `${ports.tab === 'a' ? 'k' : ports.tab}${(keys += 1)}`,
    onExpired: () => told.push('expired'),
    onRefused: () => told.push('refused'),
  });
  const next = () => asked.shift() ?? assert.fail('nothing was asked');
  const shown = () =>
    rowsOf(book.tasks.get()).map(
      (row) => `${row.fields.description} ${row.fields.state} ${row.write?.status ?? 'saved'}`,
    );
  const open = async (...tasks: TaskResponse[]) => {
    void book.read();
    await next().answer({ kind: 'ok', value: tasks });
  };
  const calls = () => asked.map(({ call }) => call);
  return { book, next, shown, open, calls, told, keep, copies };
}

test('a new task is shown at once, unsaved until the service has it, and keeps its row', async () => {
  const { book, next, shown, open } = bench();
  await open(task(1));
  book.create(fields);
  assert.deepEqual(shown(), ['task 1 TODO saved', 'new TODO sending']);
  const key = rowsOf(book.tasks.get())[1]?.key;
  const { call, answer } = next();
  assert.equal(call, 'create k1 new');
  await answer({ kind: 'ok', value: task(2, { description: 'new' }) });
  assert.deepEqual(shown(), ['task 1 TODO saved', 'new TODO saved']);
  assert.equal(rowsOf(book.tasks.get())[1]?.key, key);
});

test('a change made while the create is under way follows it, with the id that it brought', async () => {
  const { book, next, open, calls } = bench();
  await open();
  book.create(fields);
  book.replace('k1', { ...fields, state: 'DONE' });
  assert.deepEqual(calls(), ['create k1 new']);
  await next().answer({ kind: 'ok', value: task(2, { description: 'new' }) });
  assert.deepEqual(calls(), ['replace 2 new DONE']);
});

test('of several changes to one row that have not left yet only the last one is sent', async () => {
  const { book, next, open, calls } = bench();
  await open(task(1));
  book.replace('1', { ...fields, description: 'a' });
  book.replace('1', { ...fields, description: 'b' });
  book.replace('1', { ...fields, description: 'c' });
  await next().answer({ kind: 'ok', value: task(1, { description: 'a' }) });
  assert.deepEqual(calls(), ['replace 1 c TODO']);
});

test('a create that broke off is sent again with the same key and the same fields', async () => {
  const { book, next, open, shown, calls } = bench();
  await open();
  book.create(fields);
  await next().answer(offline);
  assert.equal(book.tasks.get().offline, true);
  assert.deepEqual(shown(), ['new TODO waiting']);
  book.replace('k1', { ...fields, description: 'newer' });
  void book.read();
  await next().answer({ kind: 'ok', value: [] });
  assert.deepEqual(calls(), ['create k1 new']);
  await next().answer({ kind: 'ok', value: task(2, { description: 'new' }) });
  // The list from before the create has nothing to say any more.
  assert.deepEqual(calls(), ['replace 2 newer TODO', 'list']);
});

test('a delete is held until it is released, and can be taken back until then', async () => {
  const { book, open, shown, calls } = bench();
  await open(task(1), task(2));
  const first = book.remove('1');
  const second = book.remove('2');
  assert.deepEqual([shown(), calls()], [[], []]);
  book.discard(first);
  book.release(second);
  assert.deepEqual([shown(), calls()], [['task 1 TODO saved'], ['delete 2']]);
});

test('leaving the page sends what is held in a way that outlives the page', async () => {
  const { book, open, calls } = bench();
  await open(task(1));
  book.remove('1');
  book.leave();
  assert.deepEqual(calls(), ['delete 1 leaving']);
});

test('a delete of what is already gone has what it wanted', async () => {
  const { book, next, open, shown, told } = bench();
  await open(task(1));
  book.release(book.remove('1'));
  await next().answer(refused(404));
  assert.deepEqual([shown(), told, book.tasks.get().writes], [[], [], []]);
});

test('a change to a task that was deleted elsewhere keeps the words, and the list is read again', async () => {
  const { book, next, open, shown, calls } = bench();
  await open(task(1));
  book.replace('1', { ...fields, description: 'mine' });
  await next().answer(refused(404));
  assert.deepEqual(calls(), ['list']);
  await next().answer({ kind: 'ok', value: [] });
  assert.deepEqual(shown(), ['mine TODO failed']);
  book.discard(book.tasks.get().writes[0]?.key ?? '');
  assert.deepEqual(shown(), []);
});

test('a refused change keeps the words, with Retry and Discard', async () => {
  const { book, next, open, shown, told, calls } = bench();
  await open(task(1));
  book.replace('1', { ...fields, description: 'mine' });
  await next().answer(refused(503));
  assert.deepEqual([shown(), told], [['mine TODO failed'], ['refused']]);
  const key = book.tasks.get().writes[0]?.key ?? '';
  book.retry(key);
  assert.deepEqual(calls(), ['replace 1 mine TODO']);
  await next().answer(refused(503));
  book.discard(key);
  assert.deepEqual(shown(), ['task 1 TODO saved']);
});

test('a refusal that names a field opens the row, unless another one is being edited', async () => {
  const { book, next, open } = bench();
  await open(task(1), task(2));
  book.replace('1', fields);
  await next().answer(refused(400, '/dueDate'));
  assert.equal(book.editing.get(), '1');
  book.replace('2', fields);
  await next().answer(refused(400, '/dueDate'));
  assert.equal(book.editing.get(), '1');
});

test('a create that was refused may be mended: it goes out under a new key', async () => {
  const { book, next, open, calls } = bench();
  await open();
  book.create(fields);
  await next().answer(refused(400, '/dueDate'));
  book.replace('k1', { ...fields, description: 'mended' });
  assert.deepEqual(calls(), ['create k2 mended']);
});

test('when the session ends nothing more is sent, and the changes are offered after the next sign-in', async () => {
  const keep = keepInMemory();
  const before = bench(keep);
  await before.open(task(1));
  before.book.replace('1', { ...fields, description: 'mine' });
  await before.next().answer(expired);
  assert.deepEqual([before.told, before.calls()], [['expired'], []]);

  const after = bench(keep);
  await after.open(task(1));
  assert.deepEqual([after.shown(), after.calls()], [['task 1 TODO saved'], []]);
  assert.equal(after.book.tasks.get().offered.length, 1);
  after.book.takeOffer();
  assert.deepEqual(after.calls(), ['replace 1 mine TODO']);
  await after.next().answer({ kind: 'ok', value: task(1, { description: 'mine' }) });
  assert.equal(bench(keep).book.tasks.get().offered.length, 0);
});

test('a list asked for before a change was accepted is asked for again', async () => {
  const { book, next, open, shown } = bench();
  await open(task(1));
  book.replace('1', { ...fields, description: 'mine' });
  const change = next();
  void book.read();
  const stale = next();
  await change.answer({ kind: 'ok', value: task(1, { description: 'mine' }) });
  await stale.answer({ kind: 'ok', value: [task(1)] });
  assert.deepEqual(shown(), ['mine TODO saved']);
  await next().answer({ kind: 'ok', value: [task(1, { description: 'mine' })] });
  assert.deepEqual(shown(), ['mine TODO saved']);
});

test('a list that came with the page is asked for anew when something was written a moment before', async () => {
  const { book, next, open, keep } = bench();
  await open(task(1));
  book.replace('1', { ...fields, description: 'mine' });
  await next().answer({ kind: 'ok', value: task(1, { description: 'mine' }) });
  for (const [ms, asked] of [
    [1_000, ['list']],
    [10_999, ['list']],
    [11_000, []],
    // A clock that was put back says nothing.
    [999, []],
  ] as const) {
    const after = bench(keep, lonely, null, ms);
    void after.book.read(Promise.resolve({ kind: 'ok', value: [task(1)] }));
    assert.deepEqual(after.calls(), asked, `at ${ms} ms`);
  }
});

test('a list in an unknown form leaves the last good one readable', async () => {
  const { book, next, open, shown } = bench();
  await open(task(1));
  void book.read();
  await next().answer({
    kind: 'mismatch',
    request: 'GET /api/tasks',
    schema: 'TaskListResponse',
    path: '/0',
  });
  assert.deepEqual([book.tasks.get().fault?.kind, shown()], ['mismatch', ['task 1 TODO saved']]);
});

test('what is under way when the page is left is sent once more, in a way that outlives the page', async () => {
  const { book, open, calls } = bench();
  await open(task(1));
  book.create(fields);
  book.replace('1', { ...fields, description: 'mine' });
  book.leave();
  assert.deepEqual(calls(), [
    'create k1 new',
    'replace 1 mine TODO',
    'create k1 new leaving',
    'replace 1 mine TODO leaving',
  ]);
});

test('without a connection the copy of the last list is shown, with the time it is of', async () => {
  const { book, next, shown } = bench(keepInMemory(), lonely, [task(1)]);
  void book.read();
  await next().answer(offline);
  assert.deepEqual(
    [shown(), book.tasks.get().readAtMs, book.tasks.get().offline],
    [['task 1 TODO saved'], 500, true],
  );
});

test('the copy follows what the service accepts', async () => {
  const { book, next, open, copies } = bench();
  await open(task(1));
  book.replace('1', { ...fields, description: 'mine' });
  await next().answer({ kind: 'ok', value: task(1, { description: 'mine' }) });
  assert.deepEqual(copies, ['task 1', 'mine']);
});

test('an older answer does not take the place of a newer one', async () => {
  const { book, next, shown } = bench();
  void book.read();
  void book.read();
  const [older, newer] = [next(), next()];
  await newer.answer({ kind: 'ok', value: [task(2)] });
  await older.answer({ kind: 'ok', value: [task(1)] });
  assert.deepEqual(shown(), ['task 2 TODO saved']);
});

test('a change whose answer was not understood stops all sending until the list is understood', async () => {
  const { book, next, open, shown, calls } = bench();
  await open(task(1));
  const unclear: Fault = { kind: 'mismatch', request: 'PUT /api/tasks/1', schema: 'TaskResponse', path: '/' };
  book.replace('1', { ...fields, description: 'mine' });
  await next().answer(unclear);
  book.create(fields);
  assert.deepEqual(calls(), ['list']);
  // The service had taken the change: the list says so.
  await next().answer({ kind: 'ok', value: [task(1, { description: 'mine' })] });
  assert.deepEqual(shown(), ['mine TODO saved', 'new TODO sending']);
});

test('what an earlier page could not save is not offered when the list has it', async () => {
  const keep = keepInMemory();
  const before = bench(keep);
  await before.open(task(1), task(2), task(3));
  before.book.replace('1', { ...fields, description: 'arrived' });
  before.book.replace('2', { ...fields, description: 'lost' });
  before.book.remove('3');
  before.book.create({ ...fields, description: 'arrived too' });
  before.book.leave();

  const after = bench(keep);
  const arrived = task(4, { description: 'arrived too' });
  await after.open(task(1, { description: 'arrived' }), task(2), arrived);
  assert.deepEqual(
    after.book.tasks.get().offered.map(({ target }) => target),
    ['2'],
  );
});

test('a row made on an earlier page is offered under the id that it has by now', async () => {
  const keep = keepInMemory();
  const before = bench(keep);
  await before.open();
  before.book.create(fields);
  await before.next().answer({ kind: 'ok', value: task(7, { description: 'new' }) });
  before.book.replace('k1', { ...fields, description: 'newer' });
  const after = bench(keep);
  await after.open(task(7, { description: 'new' }));
  after.book.takeOffer();
  assert.deepEqual(after.calls(), ['replace 7 newer TODO']);
});

test('a closed day-book keeps nothing more, so that the next one of the same owner may', async () => {
  const keep = keepInMemory();
  const { book, open } = bench(keep);
  await open(task(1));
  const key = book.remove('1');
  book.close();
  const kept = keep.read('unsent.ada@example.org');
  book.discard(key);
  assert.equal(keep.read('unsent.ada@example.org'), kept);
});

test('a change and its opposite, before either has left, ask for nothing', async () => {
  const { book, open } = bench();
  await open(task(1));
  // As many as are sent at once, so that the next one waits.
  for (let each = 0; each < 4; each += 1) book.create(fields);
  book.replace('1', { ...fields, description: 'mine' });
  assert.equal(book.tasks.get().writes.length, 5);
  book.replace('1', { ...fields, description: 'task 1' });
  assert.equal(book.tasks.get().writes.length, 4);
});

test('a change that the service failed to save may be changed again, which sends it', async () => {
  const { book, next, open, calls } = bench();
  await open(task(1));
  book.replace('1', { ...fields, description: 'mine' });
  await next().answer(refused(503));
  book.replace('1', { ...fields, description: 'mended' });
  assert.deepEqual(calls(), ['replace 1 mended TODO']);
});
