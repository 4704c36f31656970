import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';

import type { TaskResponse } from '../../contract/task.ts';
import { en } from '../words/en.ts';
import { historyOf, fields as milk } from './history-fixture.ts';
import type { Fault } from '../service/api.ts';
import type { WholeReader } from './reader.ts';
import * as wholeReader from './whole-reader.ts';
import { actionsOnTasks } from './tasks-fixture.ts';
import { responsesHandled } from '../sync/page-fixture.ts';

/** Actions on one task, over a service that never answers. */
async function bench(t: TestContext, options = {}, description = 'Water') {
  const saved: TaskResponse[] = [{ id: 1, ...milk, description }];
  const requests: string[] = [];
  const ask = (what: string) => {
    requests.push(what);
    return new Promise<never>(() => undefined);
  };
  const made = actionsOnTasks(
    t,
    {
      awaitChange: async () => null,
      listTasks: async () => ({ kind: 'ok', value: [...saved] }),
      createTask: ({ dueDate }, key) => ask(`create ${dueDate} ${key}`),
      replaceTask: (id, { state }) => ask(`replace ${id} ${state}`),
      deleteTask: (id) => ask(`delete ${id}`),
    },
    options,
  );
  await made.model.read();
  return { ...made, requests, saved };
}

test('a new or changed row is spoken of to those who do not see it, with the way back', async (t) => {
  for (const outOfSight of [true, false]) {
    const { actions, row, toasts, told } = await bench(t, { outOfSight });
    const shows = (said: string) => {
      const shown = toasts.list.value.map(({ text }) => text);
      assert.deepEqual([told.splice(0), shown], [[said], outOfSight ? [said] : []]);
      actions.undo();
      assert.deepEqual([told.splice(0).at(-1), toasts.list.value], ['Undone', []]);
    };
    actions.add({ ...milk, description: 'Far away', dueDate: '2027-01-01' });
    shows('Added for Friday, January 1, 2027: \u2068Far away\u2069');
    actions.setState([row()], 'WORKING');
    shows('Working: \u2068Water\u2069');
  }
});

test('a notice does not say Added of a task that is only on this device, or refused', async (t) => {
  const answers: Fault[] = [];
  const { actions, model, toasts, told } = actionsOnTasks(
    t,
    {
      awaitChange: async () => null,
      listTasks: async () => ({ kind: 'ok', value: [] }),
      createTask: async () => answers.shift() ?? unreached,
      replaceTask: async () => unreached,
      deleteTask: async () => unreached,
    },
    { outOfSight: true, onRefused: () => undefined },
  );
  await model.read();
  const addWith = async (answer: Fault) => {
    answers.push(answer);
    actions.add({ ...milk, description: 'Far away', dueDate: '2027-01-01' });
    const [first] = toasts.list.value.map(({ text }) => text);
    assert.equal(first, told.at(-1));
    await responsesHandled();
    return [first, ...toasts.list.value.map(({ text }) => text)];
  };
  const added = 'Added for Friday, January 1, 2027: \u2068Far away\u2069';
  assert.deepEqual(await addWith(refused), [added]);
  const untilOnline = 'Kept on this device until you are online: \u2068Far away\u2069';
  assert.deepEqual(await addWith(unreached), [added, untilOnline]);
  await model.read();
  const untilSignIn = 'Kept on this device until you sign in: \u2068Far away\u2069';
  assert.deepEqual(await addWith(unrenewed), [added, untilSignIn]);
});

const unreached = { kind: 'offline' } satisfies Fault;
const refused = {
  kind: 'refused',
  status: 403,
  code: 'forbidden',
  detail: '',
  errors: [],
  requestId: null,
} satisfies Fault;
const unrenewed = { ...refused, status: 503, code: 'provider_unavailable' };

test('an edit says where it takes a row, with the way back', async (t) => {
  const { actions, row, toasts, told } = await bench(t, { outOfSight: true });
  const shows = (said: string) => {
    assert.deepEqual([told.splice(0), toasts.list.value.map(({ text }) => text)], [[said], [said]]);
    actions.undo();
    told.splice(0);
  };
  actions.save(row(), { ...row().fields, description: 'Tea', dueDate: '2027-01-01' });
  shows('Moved to Friday, January 1, 2027: \u2068Tea\u2069');
  actions.save(row(), { ...row().fields, state: 'DONE' });
  shows('Done: \u2068Water\u2069');
  actions.save(row(), { ...row().fields, importance: 'HIGH' });
  shows('Saved: \u2068Water\u2069');
  assert.equal(row().fields.dueDate, milk.dueDate);
});

test('an edit of a row that the search then hides says so', async (t) => {
  const { actions, row, told } = await bench(t, { outOfSight: true, isFound: false });
  actions.save(row(), { ...row().fields, description: 'Tea' });
  assert.deepEqual(told, ['Saved, hidden by the search or filter: \u2068Tea\u2069']);
});

test('several tasks are added with one sentence, and one undo takes all of them back', async (t) => {
  const { actions, model, told, toasts } = await bench(t);
  const waiting = () => model.state.value.writes.length;
  const later = { ...milk, dueDate: '2027-01-01' };
  assert.ok(actions.addAll([later, { ...later, description: 'Newer' }]));
  assert.deepEqual([waiting(), told], [2, ['Added: 2 tasks']]);
  toasts.undo(toasts.list.value[0]?.key ?? '');
  assert.equal(told.at(-1), '2 changes undone');
});

test('a row marked done keeps its place for a moment', async (t) => {
  const { actions, row, requests, told, pass } = await bench(t);
  actions.setState([row()], 'DONE');
  assert.deepEqual(
    [[...actions.lingering.value], requests, told],
    [['1'], ['replace 1 DONE'], ['Done: \u2068Water\u2069']],
  );
  pass();
  assert.deepEqual([...actions.lingering.value], []);
});

test('a delete is said, and sent only when its toast has gone', async (t) => {
  const { actions, row, requests, told, pass } = await bench(t);
  actions.remove([row()]);
  assert.deepEqual([requests, told], [[], ['Deleted: \u2068Water\u2069']]);
  pass();
  assert.deepEqual(requests, ['delete 1']);
});

test('a task deleted elsewhere is made again, not in the past', async (t) => {
  const { actions, row, requests } = await bench(t);
  actions.createAgain(row());
  assert.deepEqual(requests, ['create 2026-11-21 k1']);
});

test('what is finished can be undone from a toast, and only the newest change has one', async (t) => {
  const { actions, row, toasts, pass } = await bench(t);
  actions.setState([row()], 'DONE');
  actions.move([row()], '2026-12-01');
  assert.deepEqual(
    toasts.list.value.map(({ text }) => text),
    ['Moved to Tuesday, December 1: \u2068Water\u2069'],
  );
  toasts.undo(toasts.list.value[0]?.key ?? '');
  assert.deepEqual([row().fields.dueDate, row().fields.state], ['2026-11-20', 'DONE']);
  actions.undo();
  assert.equal(row().fields.state, 'TODO');
  pass();
});

test('a change that has no toast removes that of the change before: its undo is for the newest only', async (t) => {
  const { actions, row, toasts } = await bench(t);
  actions.move([row()], '2026-12-01');
  assert.equal(toasts.list.value.length, 1);
  actions.setImportance([row()], 'HIGH');
  assert.deepEqual(toasts.list.value, []);
});

test('a thousand rows change, and change back, as one change of the queue', async (t) => {
  const { actions, model, row, rows, saved } = await bench(t);
  saved.push(...Array.from({ length: 999 }, (_, at) => ({ ...row().fields, id: at + 2 })));
  await model.read();
  const sizes: number[] = [];
  model.state.subscribe(({ writes }) => sizes.push(writes.length));
  sizes.length = 0;
  actions.move(rows(), '2026-12-01');
  // The later states mark four changes as being sent.
  assert.deepEqual(new Set(sizes), new Set([1000]));
  actions.undo();
  assert.deepEqual(new Set(sizes), new Set([1000, 8]));
});

test('a change that changes nothing is not offered to be undone', async (t) => {
  const { actions, row, toasts } = await bench(t);
  actions.move([row()], row().fields.dueDate);
  assert.deepEqual(toasts.list.value, []);
});

test('without a connection no more can be changed than the device can keep, and the page says so', async (t) => {
  const offline = async () => ({ kind: 'offline' }) as const;
  const { actions, model, rows, told, toasts } = actionsOnTasks(t, {
    awaitChange: async () => null,
    listTasks: async () => ({ kind: 'ok', value: [] }),
    createTask: offline,
    replaceTask: offline,
    deleteTask: offline,
  });
  await model.read();
  const today = { ...milk, dueDate: '2026-11-21' };
  actions.addAll(Array.from({ length: 499 }, () => today));
  await responsesHandled();
  assert.equal(actions.addAll([today, today]), false);
  assert.ok(actions.add(today));
  actions.finish(rows().slice(0, 1));
  assert.deepEqual([rows().length, rows()[0]?.fields.state], [500, 'TODO']);
  assert.equal(told.at(-1), en.offline.full);
  assert.equal(toasts.list.value.at(-1)?.text, en.offline.full);
  actions.undo();
  assert.equal(rows().length, 499, 'to take back needs no room');
});

test('finishing a repeating task adds the next one with a key of task and date, and one undo takes both back', async (t) => {
  const { actions, row, rows, requests, told } = await bench(t, {}, 'Water every 3 days');
  actions.setState([row()], 'DONE');
  assert.deepEqual(told, ['Done: \u2068Water every 3 days\u2069. Next: Monday, November 23']);
  assert.deepEqual(requests, ['replace 1 DONE', 'create 2026-11-23 next-1-2026-11-20']);
  actions.undo();
  assert.deepEqual(
    rows().map(({ fields }) => [fields.dueDate, fields.state]),
    [['2026-11-20', 'TODO']],
  );
  actions.setState([row()], 'DONE');
  assert.deepEqual(rows().length, 2);
});

test('before words can be read a task is moved at once, and one that is finished or ends its rule is changed as it is then', async (t) => {
  const waiting: ((reader: WholeReader) => void)[] = [];
  const whenRead = (run: (reader: WholeReader) => void) => void waiting.push(run);
  const { actions, row, rows } = await bench(t, { whenRead }, 'Water every 3 days');
  const stale = [row()];
  actions.endRepeat(row());
  actions.setState(stale, 'DONE');
  actions.moveByDays(stale, 7);
  assert.equal(row().fields.dueDate, '2026-11-27');
  actions.setImportance([row()], 'HIGH');
  assert.deepEqual([row().fields.importance, row().fields.state], ['HIGH', 'TODO']);
  while (waiting.length > 0) waiting.shift()?.(wholeReader);
  assert.deepEqual(
    rows().map(({ fields }) => fields),
    [
      {
        ...row().fields,
        description: 'Water',
        dueDate: '2026-11-27',
        importance: 'HIGH',
        state: 'DONE',
      },
    ],
  );
});

test('a task goes on repeating after its next one was deleted, by Undo or by hand, on this page or another', async (t) => {
  for (const isByHand of [true, false])
    for (const isOnAnother of [true, false]) {
      const first = await historyOf(t, 'Water daily');
      first.actions.finish([first.row()]);
      await responsesHandled();
      if (isByHand) {
        first.actions.remove(first.rows().slice(1));
        first.actions.finish([first.row()]);
        await first.pass();
      } else first.actions.undo();
      await responsesHandled();
      assert.deepEqual(first.saved(), ['Water daily 2026-11-20 TODO']);
      const { actions, row } = isOnAnother ? await first.open() : first;
      actions.finish([row()]);
      await responsesHandled();
      assert.deepEqual(first.saved(), [
        'Water daily 2026-11-20 DONE',
        'Water daily 2026-11-22 TODO',
      ]);
    }
});

test('a next task that waits to be deleted does not take the new one along', async (t) => {
  for (const isOnAnother of [true, false]) {
    const first = await historyOf(t, 'Water daily');
    first.actions.finish([first.row()]);
    await responsesHandled();
    const { actions, row, rows } = isOnAnother ? await first.open() : first;
    actions.remove(rows().slice(1));
    actions.finish([row()]);
    actions.finish([row()]);
    await responsesHandled();
    await first.pass();
    assert.deepEqual(first.saved(), ['Water daily 2026-11-20 DONE', 'Water daily 2026-11-22 TODO']);
  }
});

test('a next task that was changed stays as it is when its task is finished again, and with Undo', async (t) => {
  const next = { ...milk, description: 'Water daily', dueDate: '2026-11-22' };
  for (const change of [
    { description: 'Water all daily' },
    { dueDate: '2026-11-29' },
    { state: 'DONE' },
  ] as const)
    for (const isOnAnother of [true, false])
      for (const isUndoneAtOnce of [true, false]) {
        const first = await historyOf(t, 'Water daily');
        first.actions.finish([first.row()]);
        await responsesHandled();
        first.model.replace(first.row(1).key, { ...next, ...change });
        await responsesHandled();
        const changed = first.saved()[1] ?? '';
        const { actions, row, rows } = isOnAnother ? await first.open() : first;
        const shown = () =>
          rows().map(
            ({ fields: { description, dueDate, state } }) => `${description} ${dueDate} ${state}`,
          );
        actions.finish([row()]);
        await responsesHandled();
        actions.finish([row()]);
        if (!isUndoneAtOnce) {
          await responsesHandled();
          assert.deepEqual(shown(), ['Water daily 2026-11-20 DONE', changed]);
        }
        actions.undo();
        await responsesHandled();
        await first.pass();
        for (const now of [shown(), first.saved()])
          assert.deepEqual(now, ['Water daily 2026-11-20 TODO', changed]);
      }
});

test('a change to a task that is finished already adds no next task', async (t) => {
  const { actions, model, row, requests, saved } = await bench(t, {}, 'Water daily');
  saved[0] = { id: 1, ...milk, description: 'Water daily', state: 'DONE' };
  await model.read();
  actions.save(row(), { ...row().fields, importance: 'HIGH' });
  assert.deepEqual(requests, ['replace 1 DONE']);
});

test('a next task that is there already is not added again, and an unclear rule adds none', async (t) => {
  const { actions, saved, model, rows, row } = await bench(t, {}, 'Water every 3 days');
  saved.push({ id: 2, ...milk, description: 'Water every 3 days', dueDate: '2026-11-23' });
  await model.read();
  actions.setState([row()], 'DONE');
  assert.equal(rows().length, 2);
  const unclear = await bench(t, {}, 'Water every hour');
  unclear.actions.setState([unclear.row()], 'DONE');
  assert.equal(unclear.rows().length, 1);
});

test('a task stops repeating without its words of the rule', async (t) => {
  for (const [words, rest] of [
    ['Water every 3 days at home', 'Water at home'],
    ['Blumen jeden Tag', 'Blumen'],
    ['every day', 'every day'],
  ] as const) {
    const { actions, row } = await bench(t, {}, words);
    actions.endRepeat(row());
    assert.equal(row().fields.description, rest);
  }
});
