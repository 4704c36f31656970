import assert from 'node:assert/strict';
import { test } from 'node:test';

import pg from 'pg';

import { postgresServer } from '../../../test/postgres/database.ts';
import { partitionsScanned, partitionTasks } from '../../../test/postgres/partitions.ts';
import { tasksOf } from '../../../test/task-list.ts';
import { openPostgresStore } from './postgres-store.ts';
import { create, nowMs, walk } from '../suite/kit.ts';

const server = postgresServer();

test('tasks may be partitioned by owner: every statement scans one partition', async (t) => {
  const database = await server.newDatabase();
  const store = await openPostgresStore(database.url, { poolSize: 1 });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  t.after(async () => {
    await client.end();
    await store.close();
    await database.remove();
  });
  const query = async (text: string) => (await client.query<Record<string, unknown>>(text)).rows;
  await partitionTasks(query, 16);

  const emails = Array.from({ length: 40 }, (_, n) => `person-${n}@example.com`);
  for (const email of emails) {
    const { id } = await create(store, email);
    const fields = { ...walk, dueDate: '2027-01-01' };
    assert.deepEqual(await store.replaceTask(email, id, fields, nowMs), { id, ...fields });
    assert.deepEqual(await tasksOf(store, email), [{ id, ...fields }]);
  }
  const owners = await query(
    'SELECT email, tasks.tableoid::regclass::text AS place FROM tasks JOIN users ON users.id = owner',
  );
  assert.ok(new Set(owners.map(({ place }) => place)).size > 4);
  for (const { email, place } of owners.slice(0, 4)) {
    for (const [name, scanned] of await partitionsScanned(query, String(email))) {
      assert.deepEqual(scanned, [place], name);
    }
  }
});
