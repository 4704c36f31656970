import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { revocationOfEmail } from '../server/session/revocations.ts';
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

test('what a terminal would obey, or show in another order, is printed as escapes with the same content', async (t) => {
  const { url } = sharedFile(t);
  const codes = [
    0x1b, 0x7f, 0x80, 0x9b, 0x9f, 0x61c, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202e, 0x2066, 0x2069,
  ];
  const description = `Walk ${String.fromCodePoint(...codes)}31m \u{1F600} caf\u00E9`;
  const store = await makeOpener(url, { poolSize: 1 })();
  await store.createTask(ada, { ...walk, description }, nowMs);
  await store.rememberUser('a\u202Eb@example.com', nowMs);
  await store.close();
  const exported = dueline(['user', 'export', ada, '--store', url]).stdout;
  assert.equal(JSON.parse(exported).tasks[0].description, description);
  const listed = dueline(['user', 'list', '--store', url]).stdout;
  assert.match(listed, /^a\\u202eb@example\.com\t0\t/m);
  const failed = dueline(['user', 'export', 'no\u009B31mbody', '--store', url]).stderr;
  assert.match(failed, /no\\u009b31mbody/);
  // DEL, C1 and the controls of direction; new lines and tabs are layout.
  const printed = (exported + listed + failed).replaceAll(/[\n\t]/g, '');
  assert.doesNotMatch(printed, /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/u);
});

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

  const user = (...args: string[]) => dueline(['user', ...args, '--store', '${URL}'], { env: { URL: url } });
  const listed = user('list');
  assert.deepEqual([listed.status, listed.stderr], [0, '']);
  const lines = listed.stdout.trimEnd().split('\n');
  assert.deepEqual(lines.slice(0, 2), [
    `${ada}\t1\t2026-01-15T00:00:00.000Z`,
    `${grace}\t0\t2026-01-15T00:00:00.001Z`,
  ]);
  assert.equal(new Set(lines).size, 1102);
  const [first = ''] = user('list', '--json').stdout.split('\n');
  assert.deepEqual(JSON.parse(first), { email: ada, tasks: 1, createdAt: '2026-01-15T00:00:00.000Z' });

  const file = join(folder, 'ada.json');
  const exported = user('export', ada, '--to', file);
  assert.deepEqual([exported.status, exported.output], [0, '']);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const {
    exportedAt,
    user: record,
    tasks,
    idempotency,
    sessionsEnded,
    ...nothing
  } = JSON.parse(readFileSync(file, 'utf8'));
  const at = '2026-01-15T00:00:00.000Z';
  assert.ok(Date.parse(exportedAt) > nowMs);
  assert.deepEqual(record, { id: record.id, email: ada, createdAt: at });
  assert.deepEqual(tasks, [{ ...created.task, createdAt: at, updatedAt: at }]);
  assert.deepEqual(idempotency, [{ key: 'key', bodyHash: 'hash', taskId: created.task.id, createdAt: at }]);
  assert.deepEqual([sessionsEnded.length, sessionsEnded[0].before, nothing], [1, at, {}]);

  const again = user('export', ada, '--to', file);
  assert.deepEqual([again.status, again.stdout], [1, '']);
  assert.match(again.stderr, /exists: name a file that does not/);
  const other = user('export', 'ADA@example.com');
  assert.equal(other.status, 1);
  assert.match(other.stderr, /in another letter case: ada@example\.com\nThere is no user ADA@example\.com\n/);
  await store.close();
}
