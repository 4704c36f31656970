import assert from 'node:assert/strict';

import { tasksOf } from '../../../test/task-list.ts';
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

  withStores('the same key and body answers the same task, made once', async (store, other) => {
    const first = await store.createTask(ada, walk, nowMs, { idempotency: once });
    assert.ok(first.kind === 'created');
    const second = await (await other()).createTask(ada, walk, nowMs + dayMs - 1, { idempotency: once });
    assert.deepEqual(second, { kind: 'repeated', task: first.task });
    assert.deepEqual(await tasksOf(store, ada), [first.task]);
  });

  withStores('the same key with another body is recognised and creates nothing', async (store) => {
    await store.createTask(ada, walk, nowMs, { idempotency: once });
    const reused = await store.createTask(ada, walk, nowMs, {
      idempotency: { ...once, bodyHash: 'hash of another' },
    });
    assert.deepEqual(reused, { kind: 'key_reused' });
    assert.equal((await tasksOf(store, ada)).length, 1);
  });

  withStores('the same key of another person is another key', async (store) => {
    await store.createTask(ada, walk, nowMs, { idempotency: once });
    assert.equal((await store.createTask(grace, walk, nowMs, { idempotency: once })).kind, 'created');
  });

  withStores('after 24 h the key makes a new task', async (store) => {
    await store.createTask(ada, walk, nowMs, { idempotency: once });
    assert.equal((await store.createTask(ada, walk, nowMs + dayMs, { idempotency: once })).kind, 'created');
    assert.equal((await store.createTask(ada, walk, nowMs + dayMs, { idempotency: once })).kind, 'repeated');
    assert.equal((await tasksOf(store, ada)).length, 2);
  });

  withStores(
    'a task replaced since is answered as it was created, and one deleted as deleted',
    async (store) => {
      const first = await store.createTask(ada, walk, nowMs, { idempotency: once });
      assert.ok(first.kind === 'created');
      const repeated = { kind: 'repeated', task: first.task };
      await store.replaceTask(ada, first.task.id, { ...walk, state: 'DONE' }, nowMs);
      assert.deepEqual(await store.createTask(ada, walk, nowMs, { idempotency: once }), repeated);
      await store.deleteTask(ada, first.task.id);
      const deleted = { kind: 'deleted' };
      assert.deepEqual(await store.createTask(ada, walk, nowMs, { idempotency: once }), deleted);
      assert.deepEqual(await store.createTask(ada, walk, nowMs + dayMs - 1, { idempotency: once }), deleted);
      assert.deepEqual(await tasksOf(store, ada), []);
      const another = { idempotency: { ...once, bodyHash: 'hash of another' } };
      assert.deepEqual(await store.createTask(ada, walk, nowMs, another), { kind: 'key_reused' });
      assert.equal((await store.createTask(ada, walk, nowMs + dayMs, { idempotency: once })).kind, 'created');
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
