import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';

import { openPostgresStore } from '../server/store/postgres/postgres-store.ts';
import { openSqliteStore } from '../server/store/sqlite/sqlite-store.ts';
import type { Store } from '../server/store/store.ts';
import { emptyFolder } from '../test/folder.ts';
import { testWith } from '../test/needs.ts';
import { postgresServer } from '../test/postgres/database.ts';
import { tasksOf } from '../test/task-list.ts';
import { fillPeerSqlite, fillPostgres, fillSqlite } from './fill.ts';
import { emailOf } from './people.ts';

const testWithPostgres = testWith('postgres');
const server = postgresServer();
const groups = [
  { count: 2, tasksEach: 3 },
  { count: 1, tasksEach: 0 },
];

async function isFilled(store: Store): Promise<void> {
  const counts = [1, 2, 3].map(async (person) => (await tasksOf(store, emailOf(person))).length);
  assert.deepEqual(await Promise.all(counts), [3, 3, 0]);
  await store.close();
}

test('the database of the benchmarks on SQLite is one of the service, with people and tasks', async (t) => {
  const folder = emptyFolder(t);
  const file = join(folder, 'dueline.db');
  await fillSqlite(file, groups);
  fillPeerSqlite(join(folder, 'peer.db'), file);
  await isFilled(openSqliteStore(file));
});

testWithPostgres('so is that on PostgreSQL', async () => {
  const { url, remove } = await server.newDatabase();
  await fillPostgres(url, groups, { withPeer: true });
  await isFilled(await openPostgresStore(url, { poolSize: 1 }));
  await remove();
});
