import assert from 'node:assert/strict';

import type { Store } from '../store.ts';
import { tasksOf } from '../../../test/task-list.ts';
import type { StoreTest } from './kit.ts';
import { ada, bytesOf, create, dayMs, grace, nowMs, walk } from './kit.ts';

export function describeLimits(test: StoreTest): void {
  const once = { key: 'a key', bodyHash: 'hash of walk' };
  const tooMany = { kind: 'too_many' };

  test('a create that fails does not count, and those that run again because of it count once', async (store) => {
    const most = 4;
    const createOne = (createdAtMs: number) =>
      store.createTask(ada, walk, createdAtMs, { mostTasks: most });
    await createOne(nowMs);
    // No database accepts NaN as a time.
    const settled = await Promise.allSettled([nowMs, nowMs, Number.NaN, nowMs].map(createOne));
    assert.deepEqual(
      settled.map((one) => (one.status === 'fulfilled' ? one.value.kind : one.status)),
      ['created', 'created', 'rejected', 'created'],
    );
    assert.deepEqual(await createOne(nowMs), tooMany);
    assert.equal((await tasksOf(store, ada)).length, most);
  });

  test('a person uses so many keys at once and one more after each part of the day, and creates without', async (store, other) => {
    const mostKeys = 4;
    const writer = await other();
    const make = async (key: string, at: number, owner = ada) =>
      (await writer.createTask(owner, walk, at, { idempotency: { ...once, key }, mostKeys })).kind;
    for (let n = 0; n < mostKeys; n += 1) assert.equal(await make(`${n}`, nowMs), 'created');
    assert.equal(await make('more', nowMs), 'too_many_keys');
    assert.equal(await make('0', nowMs), 'repeated', 'a repeated create takes no key');
    assert.equal(await make('more', nowMs, grace), 'created');
    assert.equal(
      (await store.createTask(ada, walk, nowMs, { mostKeys })).kind,
      'created',
      'without a key',
    );
    const [first] = await tasksOf(store, ada);
    await store.replaceTask(ada, first?.id ?? 0, walk, nowMs);
    await store.deleteTask(ada, first?.id ?? 0);

    const part = dayMs / mostKeys;
    assert.equal(await make('more', nowMs + part - 1), 'too_many_keys');
    assert.equal(await make('more', nowMs + part), 'created');
    assert.equal(await make('another', nowMs + part), 'too_many_keys');
    for (let n = 0; n < mostKeys; n += 1)
      assert.equal(await make(`of the next day ${n}`, nowMs + part + dayMs), 'created');
    assert.equal(await make('one more', nowMs + part + dayMs), 'too_many_keys');
  });

  test('concurrent creates of one person do not exceed the limit', async (store, other) => {
    const stores = [store, await other()];
    const most = 10;
    const created = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        (stores[n % 2] ?? store).createTask(ada, walk, nowMs, { mostTasks: most }),
      ),
    );
    const made = created.filter(({ kind }) => kind === 'created').length;
    assert.equal(made, most);
    assert.equal((await tasksOf(store, ada)).length, made);
  });

  const tooLarge = { kind: 'too_large' };

  test('no longer text makes the tasks of a person more bytes than allowed, and a shorter one is always taken', async (store, other) => {
    const long = { ...walk, description: '\u{1F600}\n"'.repeat(50) };
    const { id } = await create(store, ada);
    await create(store, ada, long);
    const mostBytes = bytesOf(walk) + bytesOf(long);
    const replace = async (description: string, most = mostBytes) =>
      (await other()).replaceTask(ada, id, { ...walk, description }, nowMs, most);
    assert.equal(await replace(`${walk.description}!`), 'too_large');
    assert.ok(
      (await tasksOf(store, ada)).some(({ description }) => description === walk.description),
    );
    for (const [description, most] of [
      [walk.description, 1],
      ['Walk', 1],
      [walk.description, mostBytes],
    ] as const)
      assert.deepEqual(await replace(description, most), { id, ...walk, description });
    assert.equal(
      await replace('Walk the dogs', 1),
      'too_large',
      'also who is above the limit already',
    );
    assert.equal(await store.replaceTask(ada, id + 1e9, long, nowMs, 1), undefined);
  });

  test('after tasks and the version were changed by hand, a write counts anew and the limits hold', async (store, _other, byHand) => {
    const columns = 'description, due_date, importance, state, created_at_ms, updated_at_ms';
    const first = await store.createTask(ada, walk, nowMs);
    assert.ok(first.kind === 'created');
    const size = bytesOf(walk);
    const more = (mostTasks: number, mostBytes: number) =>
      store.createTask(ada, walk, nowMs, { mostTasks, mostBytes });
    /** Doubles the tasks, as an earlier release writes them: with a new version and without the numbers. */
    const writeByHand = async (tasks: number) => {
      await byHand(
        `INSERT INTO tasks (owner, id, ${columns}) SELECT owner, id + 1000000 * ${tasks}, ${columns} FROM tasks`,
      );
      await byHand('UPDATE lists SET version = version + 1');
      assert.equal((await tasksOf(store, ada)).length, tasks);
    };

    await writeByHand(2);
    assert.deepEqual(await more(2, 1e9), tooMany);
    assert.deepEqual(await more(3, 3 * size - 1), tooLarge);
    await writeByHand(4);
    const longer = { ...walk, description: `${walk.description}!` };
    const replace = (mostBytes: number) =>
      store.replaceTask(ada, first.task.id, longer, nowMs, mostBytes);
    assert.equal(await replace(4 * size), 'too_large');
    assert.notEqual(await replace(4 * size + 1), 'too_large');
    await byHand('DELETE FROM lists');
    assert.deepEqual(await more(4, 1e9), tooMany);
    assert.equal((await more(5, 5 * size + 1)).kind, 'created');
  });

  test('requests of others do not wait for many creates of one person', async (store) => {
    // All connections are opened first, so that no operation below waits for a new one.
    await Promise.all(
      Array.from({ length: 20 }, (_, person) => tasksOf(store, `person-${person}@example.com`)),
    );
    await Promise.all([create(store, ada), create(store, grace)]);
    const many = 150;
    const few = 90;
    let done = 0;
    const ofAda = Array.from({ length: many }, () => create(store, ada).then(() => (done += 1)));
    const doneBefore = async (work: Promise<unknown>) => work.then(() => done);
    const others = await Promise.all([
      doneBefore(create(store, grace)),
      doneBefore(tasksOf(store, grace)),
      doneBefore(store.claimRenewal('token', nowMs, nowMs + 1000)),
      doneBefore(store.check()),
    ]);
    for (const ahead of others)
      assert.ok(ahead <= few, `${ahead} of ${many} creates were done before`);
    await Promise.all(ofAda);
    assert.equal((await tasksOf(store, ada)).length, many + 1);
  });

  test('2,000 creates of one person: those beyond their share are refused, others create', async (store) => {
    await create(store, ada);
    const ofAda = Promise.allSettled(Array.from({ length: 2000 }, () => create(store, ada)));
    const ofOthers = Array.from({ length: 20 }, (_, person) =>
      create(store, `person-${person}@example.com`),
    );
    await Promise.all(ofOthers);
    const outcomes = await ofAda;
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    assert.ok(refused.length > 1000, `only ${refused.length} were refused`);
    for (const { reason } of refused) assert.equal(reason.code, 'overloaded');
    await create(store, ada);
    assert.equal((await tasksOf(store, ada)).length, 2 + outcomes.length - refused.length);
  });

  test('a key says what it has created, for 24 h and to this person alone, and creates nothing', async (store) => {
    const find = (atMs = nowMs, owner = ada) => store.findCreated(owner, walk, atMs, once);
    assert.equal(await find(), undefined, 'an unknown person');
    await store.rememberUser(ada, nowMs);
    await store.rememberUser(grace, nowMs);
    assert.equal(await find(), undefined);
    const first = await store.createTask(ada, walk, nowMs, { idempotency: once });
    assert.ok(first.kind === 'created');
    assert.deepEqual(await find(), { kind: 'repeated', task: first.task });
    assert.equal(await find(nowMs, grace), undefined);
    assert.equal(await find(nowMs + dayMs), undefined);
    const other = { ...once, bodyHash: 'another' };
    assert.deepEqual(await store.findCreated(ada, walk, nowMs, other), { kind: 'key_reused' });
    assert.deepEqual(await tasksOf(store, ada), [first.task]);
    await store.deleteTask(ada, first.task.id);
    assert.deepEqual(await find(), { kind: 'deleted' });
  });

  test('the same key and body answers the task as it was created, for 24 h and to this person alone', async (store, other) => {
    const reader = await other();
    const endMs = nowMs + dayMs;
    const make = (from: Store, atMs: number, bodyHash = once.bodyHash) =>
      from.createTask(ada, walk, atMs, { idempotency: { ...once, bodyHash } });
    const first = await make(store, nowMs);
    assert.ok(first.kind === 'created');
    await store.replaceTask(ada, first.task.id, { ...walk, state: 'DONE' }, nowMs);
    assert.deepEqual(await make(reader, endMs - 1), { kind: 'repeated', task: first.task });
    assert.equal(
      (await store.createTask(grace, walk, nowMs, { idempotency: once })).kind,
      'created',
    );
    assert.equal((await tasksOf(store, ada)).length, 1);
    assert.deepEqual(await make(store, endMs - 1, 'hash of another'), { kind: 'key_reused' });
    await store.deleteTask(ada, first.task.id);
    for (const hash of [once.bodyHash, 'hash of another'])
      assert.deepEqual(await make(store, endMs - 1, hash), { kind: 'deleted' });
    assert.deepEqual(await tasksOf(store, ada), []);
    assert.equal((await make(store, endMs)).kind, 'created');
    assert.equal((await make(store, endMs)).kind, 'repeated');
  });

  test('one key sent many times together makes one task', async (store, other) => {
    const stores = [store, await other()];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (stores[index % 2] ?? store).createTask(ada, walk, nowMs, { idempotency: once }),
      ),
    );
    const [task, ...more] = await tasksOf(store, ada);
    assert.deepEqual(more, []);
    assert.equal(answers.filter((answer) => answer.kind === 'created').length, 1);
    for (const answer of answers)
      assert.deepEqual('task' in answer ? answer.task : undefined, task);
  });
}
