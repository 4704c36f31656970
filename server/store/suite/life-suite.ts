import assert from 'node:assert/strict';

import { tasksOf } from '../../../test/task-list.ts';
import type { WithStores } from './kit.ts';
import { ada, create, grace, nowMs, walk } from './kit.ts';

export function describeLife(withStores: WithStores): void {
  withStores(
    'one user remembered many times together is one user, who keeps the tasks',
    async (store, other) => {
      const stores = [store, await other()];
      const remember = () =>
        Promise.all(
          Array.from({ length: 10 }, (_, index) =>
            (stores[index % 2] ?? store).rememberUser(ada, nowMs + index),
          ),
        );
      await remember();
      assert.deepEqual(await tasksOf(store, ada), []);
      const task = await create(store, ada);
      await remember();
      assert.deepEqual(await tasksOf(store, ada), [task]);
    },
  );

  withStores(
    'people and tasks are counted, also those of lists that were changed by hand',
    async (store, _other, byHand) => {
      assert.deepEqual(await store.count(), { people: 0, tasks: 0 });
      await store.rememberUser(grace, nowMs);
      const { id } = await create(store, ada);
      await create(store, ada);
      assert.deepEqual(await store.count(), { people: 2, tasks: 2 });
      await store.deleteTask(ada, id);
      assert.deepEqual(await store.count(), { people: 2, tasks: 1 });
      await byHand('DELETE FROM tasks');
      await byHand('UPDATE lists SET version = version + 1');
      assert.deepEqual(await store.count(), { people: 2, tasks: 0 });
    },
  );

  withStores('everything is still there after a restart', async (store, other) => {
    const task = await create(store, ada);
    const once = { key: 'key', bodyHash: 'hash' };
    const keyed = await store.createTask(grace, walk, nowMs, { idempotency: once });
    assert.ok(keyed.kind === 'created');
    await store.claimRenewal('token', nowMs, nowMs + 1000);
    await store.close();
    const again = await other();
    assert.deepEqual(await tasksOf(again, ada), [task]);
    assert.deepEqual(await again.createTask(grace, walk, nowMs, { idempotency: once }), {
      kind: 'repeated',
      task: keyed.task,
    });
    assert.deepEqual(await again.claimRenewal('token', nowMs, nowMs + 1000), { kind: 'taken' });
    assert.ok((await create(again, ada)).id > task.id);
    assert.ok((await create(again, grace)).id > keyed.task.id);
  });

  withStores(
    'closing waits for all earlier writes, may be repeated, and refuses later work',
    async (store, other) => {
      const writes = [create(store, ada), create(store, ada)];
      await Promise.all([store.close(), store.close()]);
      const written = (await Promise.all(writes)).toSorted((a, b) => a.id - b.id);
      assert.deepEqual(await tasksOf(await other(), ada), written);
      const unavailable = { name: 'StoreError', code: 'unavailable' };
      for (const late of [() => tasksOf(store, ada), () => create(store, ada), () => store.check()])
        await assert.rejects(late, unavailable);
    },
  );
}
