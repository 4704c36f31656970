import assert from 'node:assert/strict';
import { test } from 'node:test';

import { postgresServer } from '../../../test/postgres/database.ts';
import { tasksOf } from '../../../test/task-list.ts';
import { openPostgresStore } from './postgres-store.ts';
import { ada, create, nowMs, walk } from '../suite/kit.ts';

const server = postgresServer();

test('a person who was erased and came again in another process is met under the new id', async (t) => {
  const database = await server.newDatabase();
  const open = () => openPostgresStore(database.url, { poolSize: 1 });
  const [lists, replaces, deletes, creates, other] = await Promise.all([
    open(),
    open(),
    open(),
    open(),
    open(),
  ]);
  const stores = [lists, replaces, deletes, creates, other];
  t.after(async () => {
    await Promise.all(stores.map((store) => store.close()));
    await database.remove();
  });
  await create(other, ada);
  for (const store of stores) assert.equal((await tasksOf(store, ada)).length, 1);

  await database.query('DELETE FROM tasks');
  await database.query('DELETE FROM users');
  const [first, second] = [await create(other, ada), await create(other, ada)];

  assert.deepEqual(await tasksOf(lists, ada), [first, second]);
  assert.deepEqual(await replaces.replaceTask(ada, first.id, walk, nowMs), first);
  assert.equal(await deletes.deleteTask(ada, second.id), true);
  const third = await create(creates, ada);
  for (const store of stores) assert.deepEqual(await tasksOf(store, ada), [first, third]);
});
