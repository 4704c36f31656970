import assert from 'node:assert/strict';

import fc from 'fast-check';

import type { Store } from '../store.ts';
import { tasksOf } from '../../../test/task-list.ts';
import type { WithStores } from './kit.ts';
import { ada, grace, nowMs, walk } from './kit.ts';

export function describeLimits(withStores: WithStores, runs: number): void {
  const once = { key: 'a key', bodyHash: 'hash of walk' };
  const tooMany = { kind: 'too_many' };

  withStores(
    'a person with the maximum number of tasks creates no more, and others do',
    async (store, other) => {
      const most = 3;
      const make = (from: Store, owner: string, key?: string) =>
        from.createTask(owner, walk, nowMs, key === undefined ? undefined : { ...once, key }, most);
      for (let n = 0; n < most; n += 1) assert.equal((await make(store, ada)).kind, 'created');
      assert.deepEqual(await make(store, ada), tooMany);
      assert.deepEqual(await make(await other(), ada, 'a new key'), tooMany);
      assert.equal((await tasksOf(store, ada)).length, most);
      assert.equal((await make(store, grace)).kind, 'created');

      const [first] = await tasksOf(store, ada);
      await store.deleteTask(ada, first?.id ?? 0);
      assert.equal((await make(store, ada, 'a new key')).kind, 'created', 'the key was not used up');
      assert.deepEqual(await make(store, ada), tooMany);
      await store.createTask(ada, walk, nowMs, undefined, most + 1);
      assert.deepEqual(await make(store, ada), tooMany, 'also beyond the limit, should it have been higher');
    },
  );

  withStores('a repeated create returns its task, also at the maximum number of tasks', async (store) => {
    const first = await store.createTask(ada, walk, nowMs, once, 1);
    assert.ok(first.kind === 'created');
    const again = await store.createTask(ada, walk, nowMs, once, 1);
    assert.deepEqual(again, { kind: 'repeated', task: first.task });
    const another = await store.createTask(ada, walk, nowMs, { ...once, bodyHash: 'another' }, 1);
    assert.deepEqual(another, { kind: 'key_reused' });
  });

  withStores(
    'a create that fails does not count, and those that run again because of it count once',
    async (store) => {
      const most = 4;
      const createOne = (createdAtMs: number) => store.createTask(ada, walk, createdAtMs, undefined, most);
      await createOne(nowMs);
      // A time that no database keeps.
      const settled = await Promise.allSettled([nowMs, nowMs, Number.NaN, nowMs].map(createOne));
      assert.deepEqual(
        settled.map((one) => (one.status === 'fulfilled' ? one.value.kind : one.status)),
        ['created', 'created', 'rejected', 'created'],
      );
      assert.deepEqual(await createOne(nowMs), tooMany);
      assert.equal((await tasksOf(store, ada)).length, most);
    },
  );

  withStores(
    'the limit holds whatever is created and deleted, in whichever process',
    async (store, other) => {
      const stores = [store, await other()] as const;
      const step = fc.record({ by: fc.nat({ max: 1 }), creates: fc.boolean() });
      let people = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
          const owner = `person-${people++}@example.com`;
          let ids: number[] = [];
          for (const { by, creates } of steps) {
            const from = stores[by] ?? store;
            if (creates) {
              const created = await from.createTask(owner, walk, nowMs, undefined, 3);
              assert.equal(created.kind, ids.length < 3 ? 'created' : 'too_many');
              if (created.kind === 'created') ids.push(created.task.id);
            } else {
              assert.equal(await from.deleteTask(owner, ids[0] ?? 1), ids.length > 0);
              ids = ids.slice(1);
            }
          }
        }),
        { numRuns: runs },
      );
    },
  );

  withStores(
    'concurrent creates of one person exceed the limit by the number of connections at most',
    async (store, other) => {
      const stores = [store, await other()];
      const [most, connections] = [10, 8];
      const created = await Promise.all(
        Array.from({ length: 60 }, (_, n) =>
          (stores[n % 2] ?? store).createTask(ada, walk, nowMs, undefined, most),
        ),
      );
      const made = created.filter(({ kind }) => kind === 'created').length;
      assert.ok(made >= most && made <= most + connections, `${made} were made`);
      assert.equal((await tasksOf(store, ada)).length, made);
    },
  );
}
