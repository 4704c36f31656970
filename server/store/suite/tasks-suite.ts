import assert from 'node:assert/strict';

import fc from 'fast-check';

import type { TaskResponse } from '../../../contract/task.ts';

import { tasksOf } from '../../../test/task-list.ts';
import type { WithStores } from './kit.ts';
import { ada, create, grace, nowMs, walk } from './kit.ts';

export function describeTasks(withStores: WithStores, runs: number): void {
  withStores('a created task is returned with its id and listed as it was given', async (store) => {
    const fields = { ...walk, importance: 'HIGH', state: 'WORKING' } as const;
    const task = await create(store, ada, fields);
    assert.deepEqual(task, { id: task.id, ...fields });
    assert.ok(Number.isSafeInteger(task.id) && task.id >= 1);
    assert.deepEqual(await tasksOf(store, ada), [task]);
  });

  withStores('the list is ordered by dueDate, then by id', async (store) => {
    const late = await create(store, ada, { dueDate: '9999-12-31' });
    const first = await create(store, ada, { dueDate: '0001-01-01' });
    const middle = await create(store, ada);
    const middleToo = await create(store, ada);
    const leapDay = await create(store, ada, { dueDate: '2024-02-29' });
    assert.deepEqual(await tasksOf(store, ada), [first, leapDay, middle, middleToo, late]);
  });

  withStores('replacing replaces every field and keeps the id', async (store) => {
    const other = await create(store, ada);
    const { id } = await create(store, ada);
    const fields = { description: 'Read', dueDate: '2025-01-01', importance: 'HIGH', state: 'DONE' } as const;
    assert.deepEqual(await store.replaceTask(ada, id, fields, nowMs), { id, ...fields });
    assert.deepEqual(await tasksOf(store, ada), [{ id, ...fields }, other]);
  });

  withStores('unknown members of the fields, id included, leave no trace', async (store) => {
    const { id } = await create(store, ada);
    const more = { ...walk, id: 77, owner: grace, extra: true };
    assert.deepEqual(await store.replaceTask(ada, id, more, nowMs), { id, ...walk });
    const created = await store.createTask(ada, more, nowMs);
    assert.ok(created.kind === 'created' && created.task.id !== 77);
    assert.deepEqual(await tasksOf(store, ada), [
      { id, ...walk },
      { id: created.task.id, ...walk },
    ]);
  });

  withStores('a deleted task is gone, and its id is never given again', async (store) => {
    const { id } = await create(store, ada);
    assert.equal(await store.deleteTask(ada, id), true);
    assert.equal(await store.deleteTask(ada, id), false);
    assert.equal(await store.replaceTask(ada, id, walk, nowMs), undefined);
    assert.deepEqual(await tasksOf(store, ada), []);
    assert.ok((await create(store, ada)).id > id);
  });

  withStores('a task of someone else cannot be seen, replaced or deleted', async (store) => {
    const task = await create(store, ada);
    const own = await create(store, grace, { description: 'Debug' });
    assert.deepEqual(await tasksOf(store, grace), [own]);
    assert.equal(await store.replaceTask(grace, task.id, walk, nowMs), undefined);
    assert.equal(await store.deleteTask(grace, task.id), false);
    assert.deepEqual(await tasksOf(store, ada), [task]);
  });

  withStores('an unassigned id belongs to nobody, up to the largest that JSON carries', async (store) => {
    for (const id of [1, 2 ** 31, Number.MAX_SAFE_INTEGER]) {
      assert.equal(await store.replaceTask(ada, id, walk, nowMs), undefined);
      assert.equal(await store.deleteTask(ada, id), false);
    }
  });

  withStores('emails are compared exactly, as the provider writes them', async (store) => {
    const spellings = [
      'a@example.com',
      'A@example.com',
      'a@example.com ',
      'a\u0301@example.com',
      '\u00e1@example.com',
    ];
    for (const email of spellings) await create(store, email, { description: email });
    for (const email of spellings) {
      const descriptions = (await tasksOf(store, email)).map((task) => task.description);
      assert.deepEqual(descriptions, [email]);
    }
  });

  withStores('the longest email and description are kept, counted in code points', async (store) => {
    const email = `${'e'.repeat(242)}@example.com`;
    const description = '\u{1F600}'.repeat(255);
    await create(store, email, { description });
    assert.deepEqual(
      (await tasksOf(store, email)).map((task) => task.description),
      [description],
    );
  });

  withStores('any well-formed text is returned unchanged', async (store) => {
    const text = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 60 })
      .filter((one) => !one.includes('\0'));
    await fc.assert(
      fc.asyncProperty(text, async (description) => {
        const task = await create(store, ada, { description });
        const listed = (await tasksOf(store, ada)).find((one) => one.id === task.id);
        assert.equal(listed?.description, description);
      }),
      { numRuns: runs },
    );
  });

  withStores(
    'any sequence of creates, replaces and deletes has the result of the same changes to a list',
    async (store) => {
      const fields = fc.record({
        description: fc.constantFrom('a', 'b'),
        dueDate: fc.constantFrom('2026-01-01', '2026-01-02', '2026-01-03'),
        importance: fc.constantFrom('LOW', 'MEDIUM', 'HIGH'),
        state: fc.constantFrom('TODO', 'WORKING', 'DONE'),
      });
      const step = fc.record({
        act: fc.constantFrom('create', 'replace', 'delete'),
        fields,
        which: fc.nat({ max: 7 }),
      });
      let people = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
          const owner = `person-${people++}@example.com`;
          let model: TaskResponse[] = [];
          for (const { act, fields: wanted, which } of steps) {
            const id = model[which]?.id ?? Number.MAX_SAFE_INTEGER;
            const there = which < model.length;
            if (act === 'create') {
              model.push(await create(store, owner, wanted));
            } else if (act === 'replace') {
              const replaced = await store.replaceTask(owner, id, wanted, nowMs);
              assert.deepEqual(replaced, there ? { id, ...wanted } : undefined);
              model = model.map((task) => (task.id === id ? { id, ...wanted } : task));
            } else {
              assert.equal(await store.deleteTask(owner, id), there);
              model = model.filter((task) => task.id !== id);
            }
            model.sort((a, b) => (a.dueDate === b.dueDate ? a.id - b.id : a.dueDate < b.dueDate ? -1 : 1));
          }
          assert.deepEqual(await tasksOf(store, owner), model);
        }),
        { numRuns: runs },
      );
    },
  );

  withStores(
    'the ids of one owner increase in whichever process a task is created, and no other task has them',
    async (store, other) => {
      const stores = [store, await other()];
      const [made, ofGrace]: [TaskResponse[], TaskResponse[]] = [[], []];
      for (let count = 0; count < 140; count++) {
        made.push(await create(stores[count % 2] ?? store, ada));
        if (count % 20 === 0) ofGrace.push(await create(store, grace));
      }
      assert.deepEqual(await tasksOf(store, ada), made);
      assert.equal(new Set([...made, ...ofGrace].map(({ id }) => id)).size, made.length + ofGrace.length);
    },
  );

  withStores('creates that arrive together all get ids of their own', async (store, other) => {
    const stores = [store, await other()];
    const wanted = Array.from({ length: 100 }, (_, index) => index);
    const created = await Promise.all(
      wanted.map((index) => create(stores[index % 2] ?? store, index % 3 === 0 ? ada : grace)),
    );
    assert.equal(new Set(created.map((task) => task.id)).size, wanted.length);
    assert.equal((await tasksOf(store, ada)).length + (await tasksOf(store, grace)).length, wanted.length);
  });
}
