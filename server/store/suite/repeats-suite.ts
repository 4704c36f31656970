import assert from 'node:assert/strict';

import { tasksOf } from '../../../test/task-list.ts';
import type { Store } from '../store.ts';
import type { WithStores } from './kit.ts';
import { ada, dayMs, grace, nowMs, walk } from './kit.ts';

export function describeRepeats(withStores: WithStores): void {
  const once = { key: 'a key', bodyHash: 'hash of walk' };

  withStores('a create of at most no task says what its key has done, and creates nothing', async (store) => {
    const ask = () => store.createTask(ada, walk, nowMs, { idempotency: once, mostTasks: 0 });
    assert.deepEqual(await ask(), { kind: 'too_many' });
    const first = await store.createTask(ada, walk, nowMs, { idempotency: once });
    assert.ok(first.kind === 'created');
    assert.deepEqual(await ask(), { kind: 'repeated', task: first.task });
    assert.deepEqual(await tasksOf(store, ada), [first.task]);
  });

  withStores(
    'the same key and body answers the task as it was created, for 24 h and to this person alone',
    async (store, other) => {
      const [reader, endMs] = [await other(), nowMs + dayMs];
      const make = (from: Store, atMs: number, bodyHash = once.bodyHash) =>
        from.createTask(ada, walk, atMs, { idempotency: { ...once, bodyHash } });
      const first = await make(store, nowMs);
      assert.ok(first.kind === 'created');
      await store.replaceTask(ada, first.task.id, { ...walk, state: 'DONE' }, nowMs);
      assert.deepEqual(await make(reader, endMs - 1), { kind: 'repeated', task: first.task });
      assert.equal((await store.createTask(grace, walk, nowMs, { idempotency: once })).kind, 'created');
      assert.equal((await tasksOf(store, ada)).length, 1);
      await store.deleteTask(ada, first.task.id);
      assert.deepEqual(await make(store, endMs - 1), { kind: 'deleted' });
      assert.deepEqual(await make(store, endMs - 1, 'hash of another'), { kind: 'key_reused' });
      assert.deepEqual(await tasksOf(store, ada), []);
      assert.equal((await make(store, endMs)).kind, 'created');
      assert.equal((await make(store, endMs)).kind, 'repeated');
    },
  );

  withStores('one key sent many times together makes one task', async (store, other) => {
    const stores = [store, await other()];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (stores[index % 2] ?? store).createTask(ada, walk, nowMs, { idempotency: once }),
      ),
    );
    const [task, ...more] = await tasksOf(store, ada);
    assert.deepEqual(more, []);
    assert.equal(answers.filter((answer) => answer.kind === 'created').length, 1);
    for (const answer of answers) assert.deepEqual('task' in answer ? answer.task : undefined, task);
  });
}
