import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { revocationOfEmail } from '../server/session/revocation.ts';
import { makeOpener } from '../server/store/open-store.ts';
import { dueline, walk } from '../test/databases.ts';
import { emptyFolder } from '../test/folder.ts';
import { postgresServer } from '../test/postgres/database.ts';
import { sharedFile } from '../test/races/databases.ts';

const server = postgresServer();
const [ada, grace] = ['ada@example.com', 'grace@example.com'];
const nowMs = Date.UTC(2026, 0, 15);

test('PostgreSQL: user list and user export', async (t) => {
  const { url, remove } = await server.newDatabase();
  t.after(remove);
  await checkListAndExport(url, emptyFolder(t));
});

test('SQLite: user list and user export', async (t) => checkListAndExport(sharedFile(t).url, emptyFolder(t)));

/** While the store is open, as in a running service. */
async function checkListAndExport(url: string, folder: string): Promise<void> {
  const store = await makeOpener(url, { poolSize: 2 })();
  const created = await store.createTask(ada, walk, nowMs, { idempotency: { key: 'key', bodyHash: 'hash' } });
  assert.ok(created.kind === 'created');
  await store.rememberUser(grace, nowMs + 1);
  for (let begun = 0; begun < 1100; begun += 100) {
    const people = Array.from({ length: 100 }, (_, n) => `person${begun + n}@example.com`);
    await Promise.all(people.map((email) => store.rememberUser(email, nowMs)));
  }
  await store.noteRevocation(revocationOfEmail(ada, nowMs, 0));

  const listed = dueline(['user', 'list', '--store', url]);
  assert.deepEqual([listed.status, listed.stderr], [0, '']);
  const lines = listed.stdout.trimEnd().split('\n');
  assert.deepEqual(lines.slice(0, 2), [
    `${ada}\t1\t2026-01-15T00:00:00.000Z`,
    `${grace}\t0\t2026-01-15T00:00:00.001Z`,
  ]);
  assert.equal(new Set(lines).size, 1102);
  const [first = ''] = dueline(['user', 'list', '--json', '--store', url]).stdout.split('\n');
  assert.deepEqual(JSON.parse(first), { email: ada, tasks: 1, createdAt: '2026-01-15T00:00:00.000Z' });

  const file = join(folder, 'ada.json');
  const exported = dueline(['user', 'export', ada, '--to', file, '--store', url]);
  assert.deepEqual([exported.status, exported.output], [0, '']);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const { exportedAt, user, tasks, idempotency, sessionsEnded, ...nothing } = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  const at = '2026-01-15T00:00:00.000Z';
  assert.ok(Date.parse(exportedAt) > nowMs);
  assert.deepEqual(user, { id: user.id, email: ada, createdAt: at });
  assert.deepEqual(tasks, [{ ...created.task, createdAt: at, updatedAt: at }]);
  assert.deepEqual(idempotency, [{ key: 'key', bodyHash: 'hash', taskId: created.task.id, createdAt: at }]);
  assert.deepEqual([sessionsEnded.length, sessionsEnded[0].before, nothing], [1, at, {}]);

  const again = dueline(['user', 'export', ada, '--to', file, '--store', url]);
  assert.deepEqual([again.status, again.stdout], [1, '']);
  assert.match(again.stderr, /exists: name a file that does not/);
  const other = dueline(['user', 'export', 'ADA@example.com', '--store', url]);
  assert.equal(other.status, 1);
  assert.match(other.stderr, /in another letter case: ada@example\.com\nThere is no user ADA@example\.com\n/);
  await store.close();
}
