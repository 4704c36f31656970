import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';

import { openPostgresStore } from '../server/store/postgres/postgres-store.ts';
import { fill, folders, owner, run, tasksIn, walk } from '../test/databases.ts';
import { postgresServer } from '../test/postgres/database.ts';
import { tasksOf } from '../test/task-list.ts';

const server = postgresServer();

test('a database in PostgreSQL is backed up while it is used, and restored into an empty one that nothing uses', async (t) => {
  const { folder, to: file } = folders(t);
  const [from, to] = [await server.newDatabase(), await server.newDatabase()];
  const store = await openPostgresStore(from.url, { poolSize: 1 });
  await store.createTask(owner, walk, 0, { key: 'key', bodyHash: 'hash' });
  await store.publishRenewal('token', 'sealed-token', Date.UTC(2100, 0));
  const listed = await tasksOf(store, owner);
  for (const _ of ['the first', 'replaced']) {
    const { status, stdout, stderr } = run('backup', from.url, file);
    assert.deepEqual([status, stdout, stderr], [0, `${file} holds tasks: 1, people: 1\n`, '']);
    assert.deepEqual(readdirSync(folder), ['copy.db']);
  }
  await store.close();

  const live = await openPostgresStore(to.url, { poolSize: 1 });
  const refused = run('restore', file, to.url);
  assert.equal(refused.status, 1);
  assert.match(refused.stderr, /connections named dueline are open \(\d\) to the target: stop the service/);
  await live.close();

  const { status, stdout } = run('restore', file, to.url);
  assert.deepEqual([status, stdout], [0, 'The database holds tasks: 1, people: 1\n']);
  const restored = await openPostgresStore(to.url, { poolSize: 1 });
  assert.deepEqual(await tasksOf(restored, owner), listed);
  const next = await restored.createTask(owner, walk, 0);
  assert.ok(next.kind === 'created' && next.task.id > (listed[0]?.id ?? 0));
  await restored.close();
  assert.deepEqual(await to.query('SELECT * FROM renewals'), []);
});

test('a database in PostgreSQL that holds other rows is not restored into', async (t) => {
  const { from: file } = folders(t);
  await fill(file, 2);
  const to = await server.newDatabase();
  const store = await openPostgresStore(to.url, { poolSize: 1 });
  await store.createTask('grace@example.com', walk, 0);
  await store.close();
  const { status, stderr } = run('restore', file, to.url);
  assert.equal(status, 1);
  assert.match(stderr, /name an empty database/);
  assert.equal((await to.query('SELECT * FROM tasks')).length, 1);
  assert.equal(await tasksIn(file), 2);
});
