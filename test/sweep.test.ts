import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';

import { openSqliteStore } from '../server/store/sqlite/sqlite-store.ts';
import { openPostgresStore } from '../server/store/postgres/postgres-store.ts';
import type { Store } from '../server/store/store.ts';
import { emptyFolder } from './folder.ts';
import { postgresServer } from './postgres/database.ts';
import { startProcess } from './process.ts';

const server = postgresServer();

test('a sealed session that was shared is gone from the embedded store when its minute is over', async (t) => {
  const data = emptyFolder(t);
  const path = join(data, 'dueline.db');
  await leaveBehind(openSqliteStore(path));
  await runOnce(t, { DATA: data });
  const database = new DatabaseSync(path);
  t.after(() => database.close());
  assert.deepEqual(
    database.prepare('SELECT token_hash AS kept FROM renewals UNION ALL SELECT subject FROM endings').all(),
    [],
  );
});

test('a sealed session that was shared is gone from PostgreSQL when its minute is over', async (t) => {
  const { url, query, remove } = await server.newDatabase();
  t.after(remove);
  await leaveBehind(await openPostgresStore(url, { poolSize: 1 }));
  await runOnce(t, { STORE_URL: url });
  assert.deepEqual(
    await query('SELECT token_hash AS kept FROM renewals UNION ALL SELECT subject FROM endings'),
    [],
  );
});

async function leaveBehind(store: Store): Promise<void> {
  const untilMs = Date.now() - 1;
  await store.publishRenewal('token', 'a sealed session', untilMs);
  await store.noteRevocation({ subject: 'ended', endedAtMs: 0, untilMs });
  await store.close();
}

/** The service sweeps at its start, and does not stop before that is done. */
async function runOnce(t: Parameters<typeof startProcess>[0], env: Record<string, string>): Promise<void> {
  const service = await startProcess(t, env);
  await service.line(/Dueline is ready/);
  service.signal('SIGTERM');
  assert.equal((await service.ended).code, 0);
}
