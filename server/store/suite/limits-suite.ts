import assert from 'node:assert/strict';

import type { Store } from '../store.ts';
import { tasksOf } from '../../../test/task-list.ts';
import type { WithStores } from './kit.ts';
import { ada, grace, nowMs, walk } from './kit.ts';

export function describeLimits(withStores: WithStores): void {
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
