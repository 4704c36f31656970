import assert from 'node:assert/strict';

import { fc } from '../../../test/generated.ts';
import type { TaskCreateRequest, TaskResponse } from '../../../contract/task.ts';
import { tasksOf } from '../../../test/task-list.ts';
import type { Store } from '../store.ts';
import type { StoreTest } from './kit.ts';
import { ada, bytesOf, create, grace, nowMs, walk } from './kit.ts';

/** Emails are compared exactly, as the provider writes them. */
const spellings = [
  ['a@example.com', 'A@example.com'],
  ['a@example.com', 'a@example.com '],
  ['a\u0301@example.com', '\u00e1@example.com'],
  [`${'e'.repeat(235)}@example.com`, `${'E'.repeat(235)}@example.com`],
];

export function describeTasks(test: StoreTest, runs: number): void {
  test('any sequence of writes of two people in three processes has the result of the same changes to their lists, and counts as it is', async (store, other) => {
    const stores = [store, await other(), await other()] as const;
    const text = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 60 })
      .filter((one) => !one.includes('\0'));
    const step = fc.record({
      writer: fc.nat({ max: 2 }),
      reader: fc.nat({ max: 2 }),
      owner: fc.nat({ max: 1 }),
      act: fc.constantFrom('create', 'create', 'replace', 'delete', 'read'),
      which: fc.nat({ max: 2 }),
      fields: fc.record({
        description: fc.oneof(text, fc.constant('\u{1F600}'.repeat(255))),
        dueDate: fc.constantFrom('0001-01-01', '2024-02-29', '2026-01-02', '9999-12-31'),
        importance: fc.constantFrom('LOW', 'MEDIUM', 'HIGH'),
        state: fc.constantFrom('TODO', 'WORKING', 'DONE'),
      }),
    });
    const ids = new Set<number>();
    let people = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
        people += 1;
        const lists = (spellings[people % spellings.length] ?? assert.fail()).map((spelling) => ({
          email: `${people}${spelling}`,
          tasks: [] as TaskResponse[],
          lastId: 0,
        }));
        for (const { writer, reader, owner, act, which, fields } of steps) {
          const mine = lists[owner] ?? assert.fail();
          const theirs = lists[1 - owner] ?? assert.fail();
          const by = stores[writer] ?? store;
          const own = mine.tasks[which];
          const id = idOf(own ?? theirs.tasks[which]);
          if (act === 'create') {
            const task = await create(by, mine.email, fields);
            assert.deepEqual(task, { id: task.id, ...fields });
            const isNew = task.id > mine.lastId && !ids.has(task.id);
            assert.ok(isNew, 'an id is given once, and ids increase');
            ids.add((mine.lastId = task.id));
            mine.tasks.push(task);
          } else await change(by, act, mine, { own, id, fields });
          mine.tasks.sort((a, b) => a.dueDate.localeCompare(b.dueDate) || a.id - b.id);
          const readBy = stores[reader] ?? store;
          for (const { email, tasks } of lists)
            assert.deepEqual(await tasksOf(readBy, email), tasks);
        }
        for (const list of lists) await checkCounts(store, list);
      }),
      { numRuns: runs },
    );
  });

  test('a version that the caller knows is answered without text, until a task is written', async (store, other) => {
    const reader = await other();
    const { id } = await create(store, ada);
    await create(store, grace);
    const seen = new Set<string>();
    const writes = [
      () => create(store, ada),
      () => store.replaceTask(ada, id, walk, nowMs),
      () => store.deleteTask(ada, id),
      () => create(reader, ada),
    ];
    for (const write of writes) {
      const { version } = await store.list(ada);
      assert.match(version, /^[!#-~]{1,40}$/);
      seen.add(version);
      assert.deepEqual(await reader.list(ada, version), { version, text: null });
      assert.ok((await store.list(ada, 'made up')).text);
      assert.ok((await store.list(grace, version)).text, 'another list has other versions');
      await write();
      const after = await reader.list(ada, version);
      assert.ok(after.text && !seen.has(after.version), 'no version comes again');
    }
    const { version } = await store.list(ada);
    await create(store, grace);
    assert.deepEqual(await store.list(ada, version), { version, text: null });
  });

  test('the versions of many lists are those of each list, also after writes of another process', async (store, other, byHand) => {
    const device = await other();
    const owners = [ada, grace, 'nobody@example.com'];
    const isChanged = async (owner: string, before: string) =>
      ((await store.findVersions(owners)).get(owner) ?? before) !== before;
    for (const owner of [ada, grace]) await create(store, owner);
    for (const owner of owners) await store.list(owner);
    await store.findVersions(owners);
    const before = (await store.list(ada)).version;
    assert.equal(await isChanged(ada, before), false);
    const { id } = await create(device, ada);
    assert.equal((await store.findVersions(owners)).get(ada), (await device.list(ada)).version);
    const afterCreate = (await store.list(ada)).version;
    await device.replaceTask(ada, id, walk, nowMs);
    assert.equal(await isChanged(ada, afterCreate), true);
    const afterReplace = (await store.list(ada)).version;
    await device.deleteTask(ada, id);
    const graces = (await store.list(grace)).version;
    assert.equal(await isChanged(grace, graces), false, 'of another person');
    assert.notEqual((await store.list(ada)).version, afterReplace);
    for (const table of ['tasks', 'lists', 'users']) await byHand(`DELETE FROM ${table}`);
    assert.equal(await isChanged(grace, graces), true, 'a person who was removed');
  });

  test('the text has memory of its own, and an email without a user has an empty list', async (store) => {
    await create(store, ada);
    for (const owner of [ada, 'nobody@example.com']) {
      const { version, text } = await store.list(owner);
      assert.equal(text?.buffer.byteLength, text?.length);
      assert.deepEqual(await store.list(owner, version), { version, text: null });
    }
    assert.deepEqual(await tasksOf(store, 'nobody@example.com'), []);
  });

  test('people and tasks are counted: a person who comes many times together once, and lists that were changed by hand', async (store, other, byHand) => {
    assert.deepEqual(await store.count(), { people: 0, tasks: 0 });
    const stores = [store, await other()];
    const times = Array.from({ length: 10 }, (_, index) => index);
    await Promise.all(times.map((n) => (stores[n % 2] ?? store).rememberUser(grace, nowMs + n)));
    const { id } = await create(store, ada);
    await create(store, ada);
    await store.rememberUser(ada, nowMs);
    assert.deepEqual(await store.count(), { people: 2, tasks: 2 });
    await store.deleteTask(ada, id);
    assert.deepEqual(await store.count(), { people: 2, tasks: 1 });
    await byHand('DELETE FROM tasks');
    await byHand('UPDATE lists SET version = version + 1');
    assert.deepEqual(await store.count(), { people: 2, tasks: 0 });
  });

  test('closing waits for all earlier writes, may be repeated, and refuses later work', async (store, other) => {
    const writes = [create(store, ada), create(store, ada)];
    await Promise.all([store.close(), store.close()]);
    const written = (await Promise.all(writes)).toSorted((a, b) => a.id - b.id);
    assert.deepEqual(await tasksOf(await other(), ada), written);
    const unavailable = { name: 'StoreError', code: 'unavailable' };
    for (const late of [() => tasksOf(store, ada), () => create(store, ada), () => store.check()])
      await assert.rejects(late, unavailable);
  });
}

type List = { readonly email: string; tasks: TaskResponse[] };
type Changed = Readonly<{
  own: TaskResponse | undefined;
  id: number;
  fields: TaskCreateRequest;
}>;

/** Replaces or deletes a task in the store and in the list that is expected. */
async function change(by: Store, act: string, mine: List, { own, id, fields }: Changed) {
  if (act === 'replace') {
    const replaced = await by.replaceTask(mine.email, id, fields, nowMs);
    assert.deepEqual(replaced, own && { id, ...fields });
    mine.tasks = mine.tasks.map((one) => (one === own ? { id, ...fields } : one));
  } else if (act === 'delete') {
    assert.equal(await by.deleteTask(mine.email, id), own !== undefined);
    mine.tasks = mine.tasks.filter((one) => one !== own);
  }
}

/** The id of a task of either person, or one that nobody has. */
const idOf = (task: TaskResponse | undefined): number => task?.id ?? Number.MAX_SAFE_INTEGER;

/** The store counts the tasks and bytes of a list as they are. */
async function checkCounts(store: Store, { email, tasks }: List): Promise<void> {
  const mostBytes = [walk, ...tasks].reduce((sum, task) => sum + bytesOf(task), 0);
  const more = async (limits: object) => (await store.createTask(email, walk, nowMs, limits)).kind;
  for (const mostTasks of [tasks.length, tasks.length - 1])
    assert.equal(await more({ mostTasks }), 'too_many');
  assert.equal(await more({ mostBytes: mostBytes - 1 }), 'too_large');
  assert.equal(await more({ mostTasks: tasks.length + 1, mostBytes }), 'created');
}
