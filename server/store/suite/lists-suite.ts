import assert from 'node:assert/strict';

import fc from 'fast-check';

import type { TaskResponse } from '../../../contract/task.ts';
import { tasksOf } from '../../../test/task-list.ts';
import type { WithStores } from './kit.ts';
import { ada, create, grace, nowMs, walk } from './kit.ts';

export function describeLists(withStores: WithStores, runs: number): void {
  withStores('a list is the same object until a task of its owner is written', async (store) => {
    const { id } = await create(store, ada);
    await create(store, grace);
    let before = await store.list(ada);
    assert.equal(await store.list(ada), before);
    const writes = [
      () => create(store, ada),
      () => store.replaceTask(ada, id, { ...walk, state: 'DONE' }, nowMs),
      () => store.deleteTask(ada, id),
    ];
    for (const write of writes) {
      await write();
      const after = await store.list(ada);
      assert.notEqual(after.text, before.text);
      assert.equal(await store.list(ada), after);
      before = after;
    }
    await create(store, grace);
    assert.equal(await store.list(ada), before);
  });

  withStores('no process sees a stale or foreign list, whoever writes', async (store, other) => {
    const stores = [store, await other(), await other()] as const;
    const step = fc.record({
      writer: fc.nat({ max: 2 }),
      reader: fc.nat({ max: 2 }),
      owner: fc.nat({ max: 1 }),
      act: fc.constantFrom('create', 'replace', 'delete', 'read'),
      which: fc.nat({ max: 3 }),
    });
    let people = 0;
    let written = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const lists = [0, 1].map(() => ({
          email: `person-${people++}@example.com`,
          tasks: [] as TaskResponse[],
        }));
        for (const { writer, reader, owner, act, which } of steps) {
          const [mine, by] = [lists[owner] ?? assert.fail(), stores[writer] ?? store];
          // Of the other person's tasks when this owner has none.
          const target = mine.tasks[which] ?? lists[1 - owner]?.tasks[which];
          const fields = { ...walk, description: `${written++}` };
          if (act === 'create') mine.tasks.push(await create(by, mine.email, fields));
          if (act === 'replace' && target) await by.replaceTask(mine.email, target.id, fields, nowMs);
          if (act === 'delete' && target) await by.deleteTask(mine.email, target.id);
          if (act === 'replace')
            mine.tasks = mine.tasks.map((one) => (one === target ? { id: one.id, ...fields } : one));
          if (act === 'delete') mine.tasks = mine.tasks.filter((one) => one !== target);
          const readBy = stores[reader] ?? store;
          for (const { email, tasks } of lists) assert.deepEqual(await tasksOf(readBy, email), tasks);
        }
      }),
      { numRuns: runs },
    );
  });

  withStores(
    'a list shows a write of another process from its response on, also when it was read just before',
    async (store, other) => {
      const writer = await other();
      for (let count = 1; count <= 20; count++) {
        const writing = create(writer, ada);
        // SQLite writes at the end of this turn of the event loop.
        await store.list(ada);
        await writing;
        assert.equal((await tasksOf(store, ada)).length, count);
      }
    },
  );

  withStores(
    'a list that is read during writes never goes back to an earlier state',
    async (store, other) => {
      const reader = await other();
      const acknowledged = new Set<number>();
      const writing = (async () => {
        for (let n = 0; n < 60; n++) acknowledged.add((await create(store, ada)).id);
      })();
      for (let before = 0; before < 60; before = acknowledged.size) {
        const seen = await Promise.all([tasksOf(reader, ada), tasksOf(store, ada)]);
        for (const tasks of seen) assert.ok(tasks.length >= before);
        // SQLite reads without leaving this turn of the event loop, and writes in the next.
        await new Promise(setImmediate);
      }
      await writing;
    },
  );
}
