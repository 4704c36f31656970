import assert from 'node:assert/strict';
import { chownSync, copyFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';

import { openSqliteStore } from '../server/store/sqlite/sqlite-store.ts';
import { fill, folders, hashOf, run, tasksIn } from '../test/databases.ts';
import { startProcess } from '../test/process.ts';

test('restoring is refused while the service runs; after a stop it works, and the service starts with the backup', async (t) => {
  const { folder, from: database, to: backup } = folders(t);
  await fill(database, 5);
  const first = await startProcess(t, { DATA: folder });
  await first.line(/Dueline is ready/);
  assert.equal(run('backup', database, backup).status, 0);
  const kept = hashOf(backup);

  const refused = run('restore', backup, database);
  assert.equal(refused.status, 1);
  assert.match(refused.output, /dueline\.db-wal stands beside .*: a process has it open/);
  first.signal('SIGTERM');
  assert.equal((await first.ended).code, 0);
  assert.equal(await tasksIn(database), 5);

  await fill(database, 2);
  const replaced = hashOf(database);
  const { status, output } = run('restore', backup, database);
  assert.equal(status, 0, output);
  const [, name = ''] =
    /^.* holds tasks: 5, people: 1\nThe previous database is kept as (.+)\n$/.exec(output) ?? [];
  assert.equal(hashOf(name), replaced);
  assert.equal(statSync(database).mode & 0o777, 0o600);
  assert.equal(hashOf(backup), kept);
  const second = await startProcess(t, { DATA: folder });
  await second.line(/Dueline is ready/);
  second.signal('SIGTERM');
  assert.equal((await second.ended).code, 0);
  assert.equal(await tasksIn(database), 5);
  assert.equal(await tasksIn(name), 7);
});

test('a session that was ended before the backup is refused after it is restored', async (t) => {
  const { folder, from: database, to: backup } = folders(t);
  const ending = { subject: 'hash-of-a-session', endedAtMs: 1, untilMs: Date.UTC(2100, 0) };
  const store = openSqliteStore(database);
  await store.noteEnding(ending);
  assert.equal(run('backup', database, backup).status, 0);
  await store.close();
  const other = join(folder, 'other.db');
  assert.equal(run('restore', backup, other).status, 0);
  const restored = openSqliteStore(other);
  const [found] = await restored.findEndings([ending.subject]);
  await restored.close();
  assert.equal(found?.endedAtMs, ending.endedAtMs);
});

test('the database of a killed service is not replaced beside its remaining log', async (t) => {
  const { folder, from: database, to: backup } = folders(t);
  await fill(database, 3);
  copyFileSync(database, backup);
  const service = await startProcess(t, { DATA: folder });
  await service.line(/Dueline is ready/);
  service.signal('SIGKILL');
  await service.ended;
  const refused = run('restore', backup, database);
  assert.equal(refused.status, 1);
  assert.match(refused.output, /ended without closing it/);
  assert.equal(await tasksIn(database), 3);
  assert.equal(run('restore', backup, database).status, 0);
});

test('where no database exists the backup becomes the database, for the owner of the folder', async (t) => {
  const { folder, from: backup, to: database } = folders(t);
  await fill(backup, 2);
  const { status, output } = run('restore', backup, database);
  assert.deepEqual([status, output], [0, `${database} holds tasks: 2, people: 1\n`]);
  assert.deepEqual(readdirSync(folder).toSorted(), ['copy.db', 'dueline.db']);
  assert.match(run('restore', backup, join(folder, 'none', 'a.db')).output, /There is no folder/);
});

test('a database that is damaged is replaced, and kept', async (t) => {
  const { from: backup, to: database } = folders(t);
  await fill(backup, 2);
  writeFileSync(database, 'no database at all, and long enough to be taken for the head of one'.repeat(20));
  const { status, output } = run('restore', backup, database);
  assert.equal(status, 0, output);
  assert.match(readFileSync(/kept as (.+)/.exec(output)?.[1] ?? '', 'utf8'), /^no database/);
  assert.equal(await tasksIn(database), 2);
});

test('a backup that is damaged, inconsistent, newer or not of Dueline changes nothing', async (t) => {
  const { folder, from: backup, to: database } = folders(t);
  await fill(database, 3);
  const before = hashOf(database);
  const changed = async (change: (backup: DatabaseSync) => void) => {
    await fill(backup, 200);
    const open = new DatabaseSync(backup, { enableForeignKeyConstraints: false });
    change(open);
    open.close();
  };
  const refusal = (pattern: RegExp) => {
    const { status, output } = run('restore', backup, database);
    assert.equal(status, 1);
    assert.match(output, pattern);
    assert.doesNotMatch(output, /\n\s+at /);
  };
  refusal(/There is no database .*dueline\.db/);
  await changed((open) => open.exec('DELETE FROM users'));
  refusal(/is damaged: tasks refers to a user who is not there/);
  await changed((open) => open.exec('PRAGMA user_version = 999'));
  refusal(/schema version 999, .*start the release that made it/);
  const bytes = readFileSync(backup);
  writeFileSync(backup, bytes.fill(7, 4096, 3 * 4096));
  refusal(/is damaged/);
  writeFileSync(backup, bytes.fill(7));
  refusal(/is not an SQLite database/);
  writeFileSync(backup, '');
  refusal(/is no database of Dueline/);
  assert.equal(hashOf(database), before);
  assert.deepEqual(readdirSync(folder).toSorted(), ['copy.db', 'dueline.db']);
});

test('when root restores, the file keeps the owner of the previous one', { skip: !isRoot() }, async (t) => {
  const { folder, from: backup, to: database } = folders(t);
  await fill(backup);
  chownSync(folder, 12_345, 12_345);
  assert.equal(run('restore', backup, database).status, 0);
  assert.equal(statSync(database).uid, 12_345);
  chownSync(database, 23_456, 23_456);
  assert.equal(run('restore', backup, database).status, 0);
  assert.deepEqual([statSync(database).uid, statSync(database).gid], [23_456, 23_456]);
});

function isRoot(): boolean {
  return process.geteuid?.() === 0;
}
