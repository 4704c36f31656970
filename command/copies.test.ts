import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';

import { openSqliteStore } from '../server/store/sqlite/sqlite-store.ts';
import { fill, folders, hashOf, owner, run, tasksIn, walk } from '../test/databases.ts';
import { startProcess } from '../test/process.ts';

const noDatabase = 'no database at all, and long enough to be taken for the head of one'.repeat(20);

test('the database of a running service is backed up and moved, is no target under any name, and is restored after a stop', async (t) => {
  const { folder, from: database, to: backup } = folders(t);
  await fill(database, 5);
  const first = await startProcess(t, { DATA: folder });
  await first.line(/Dueline is ready/);
  const before = [hashOf(database), hashOf(`${database}-wal`)];
  for (const tasks of [5, 5]) {
    assert.equal(run('backup', database, backup).output, `${backup} holds tasks: ${tasks}, people: 1\n`);
    assert.equal(statSync(backup).mode & 0o777, 0o600);
  }
  const other = join(folder, 'other.db');
  const moved = run('move', database, other);
  assert.equal(moved.status, 0, moved.output);
  assert.match(moved.stderr, /^WARNING: A process has .*stop the service first\n$/);
  assert.equal(await tasksIn(other), 5);
  assert.deepEqual([hashOf(database), hashOf(`${database}-wal`)], before);

  const [link, hardLink] = [join(folder, 'link.db'), join(folder, 'hard-link.db')];
  symlinkSync('dueline.db', link);
  linkSync(database, hardLink);
  for (const [source, target] of [
    [database, database],
    [database, 'dueline.db'],
    [database, link],
    [database, hardLink],
    [other, database],
    [other, hardLink],
  ] as const) {
    const { status, output } = run('backup', source, target, folder);
    assert.equal(status, 1, `${source} to ${target}`);
    assert.match(output, /is the source itself|is a link|stands beside .*: a process has it open|is in use/);
  }
  for (const command of ['restore', 'move'] as const) {
    const { status, output } = run(command, backup, database);
    assert.equal(status, 1, command);
    assert.match(output, /dueline\.db-wal stands beside .*: a process has it open/);
  }
  assert.ok(!readdirSync(folder).some((name) => /draft|hard-link.db-/.test(name)));
  first.signal('SIGTERM');
  assert.equal((await first.ended).code, 0);
  assert.equal(await tasksIn(database), 5);
  rmSync(hardLink);

  await fill(database, 2);
  const [replaced, kept] = [hashOf(database), hashOf(backup)];
  const { status, output } = run('restore', backup, database);
  assert.equal(status, 0, output);
  const [, name = ''] =
    /^.* holds tasks: 5, people: 1\nThe previous database is kept as (.+)\n$/.exec(output) ?? [];
  assert.deepEqual([hashOf(name), hashOf(backup)], [replaced, kept]);
  assert.equal(statSync(database).mode & 0o777, 0o600);
  const second = await startProcess(t, { DATA: folder });
  await second.line(/Dueline is ready/);
  second.signal('SIGTERM');
  assert.equal((await second.ended).code, 0);
  assert.deepEqual([await tasksIn(database), await tasksIn(name)], [5, 7]);
});

test('the database of a killed service is read with its log, and is not replaced beside it', async (t) => {
  const { folder, from, to } = folders(t);
  await fill(from, 3);
  // One that ends without closing it.
  const program = `const { openSqliteStore } = await import('${join(import.meta.dirname, '../server/store/sqlite/sqlite-store.ts')}');
    const store = openSqliteStore('${from}');
    await store.createTask('${owner}', ${JSON.stringify(walk)}, 0);
    process.kill(process.pid, 'SIGKILL');`;
  await once(spawn(process.execPath, ['--input-type=module', '-e', program]), 'exit');
  const before = [hashOf(from), hashOf(`${from}-wal`)];
  const { status, stderr, output } = run('move', `sqlite:${from}`, `sqlite:${to}`);
  assert.equal(status, 0, output);
  assert.match(stderr, /^WARNING: A process has .*dueline\.db open, or ended without closing it\./);
  assert.deepEqual([hashOf(from), hashOf(`${from}-wal`)], before);
  const refused = run('restore', to, from);
  assert.equal(refused.status, 1);
  assert.match(refused.output, /ended without closing it/);
  assert.equal(await tasksIn(to), 4);
  assert.equal(await tasksIn(from), 4);
  assert.equal(run('restore', to, from).status, 0);
  assert.ok(!readdirSync(folder).some((name) => /draft/.test(name)));
});

test('a source is only read: no byte of it changes and no file appears beside it', async (t) => {
  const { folder, from, to } = folders(t);
  await fill(from, 3);
  const before = hashOf(from);
  for (const command of ['backup', 'restore', 'move'] as const) {
    const { status, stderr, output } = run(command, from, to);
    assert.deepEqual([status, stderr], [0, ''], output);
    assert.equal(hashOf(from), before, command);
    assert.deepEqual(readdirSync(folder).toSorted(), ['copy.db', 'dueline.db'], command);
    assert.equal(await tasksIn(to), 3);
    rmSync(to);
  }
});

test('a source that is damaged, inconsistent, newer or not of Dueline changes nothing', async (t) => {
  const { folder, from: database, to: backup } = folders(t);
  await fill(database, 3);
  const before = hashOf(database);
  const changed = async (change: string) => {
    await fill(backup, 200);
    const open = new DatabaseSync(backup, { enableForeignKeyConstraints: false });
    open.exec(change);
    open.close();
  };
  const refusal = (pattern: RegExp, command: 'backup' | 'restore' | 'move' = 'restore') => {
    const target = command === 'move' ? join(folder, 'new.db') : database;
    const { status, output } = run(command, backup, target);
    assert.equal(status, 1, `${pattern}`);
    assert.match(output, pattern);
    assert.doesNotMatch(output, /\n\s+at /);
  };
  refusal(/There is no database .*copy\.db/);
  await changed('DELETE FROM users');
  refusal(/is damaged: (tasks|lists) refers to a user who is not there/);
  refusal(/is damaged: (tasks|lists) refers to a user who is not there/, 'backup');
  await changed('PRAGMA user_version = 999');
  refusal(/schema version 999, .*start the release that made it/);
  refusal(/schema version 999, .*start the release that made it/, 'move');
  rmSync(backup);
  await changed('DELETE FROM idempotency');
  const bytes = readFileSync(backup);
  writeFileSync(backup, bytes.fill(7, 4096, 3 * 4096));
  refusal(/is damaged/);
  writeFileSync(backup, noDatabase);
  refusal(/is not an SQLite database/);
  refusal(/is not an SQLite database/, 'backup');
  writeFileSync(backup, '');
  refusal(/is no database of Dueline/);
  refusal(/is no database of Dueline/, 'move');
  assert.equal(hashOf(database), before);
  assert.deepEqual(readdirSync(folder).toSorted(), ['copy.db', 'dueline.db']);
});

test('a target that is the source, is locked, or has files of an open database beside it is refused unchanged', async (t) => {
  const { folder, from, to } = folders(t);
  await fill(from);
  await fill(to, 3);
  const before = hashOf(to);
  assert.match(run('backup', to, to).output, /is the source itself/);
  for (const suffix of ['-wal', '-shm', '-journal']) {
    writeFileSync(to + suffix, '');
    assert.match(run('backup', from, to).output, new RegExp(`copy.db${suffix} stands beside`));
    rmSync(to + suffix);
  }
  assert.match(run('move', from, to).output, /holds people: name an empty database/);
  assert.equal(hashOf(to), before);
  for (const locked of [to, `${to}.draft`]) {
    const writer = new DatabaseSync(locked);
    writer.exec('PRAGMA journal_mode = DELETE; BEGIN IMMEDIATE');
    const { status, output } = run('backup', from, to);
    assert.equal(status, 1);
    assert.ok(output.endsWith(`${locked} is in use: stop the process that has it open\n`), output);
    writer.close();
  }
  assert.match(run('restore', from, join(folder, 'none', 'a.db')).output, /There is no folder/);
  assert.equal(await tasksIn(to), 3);
});

test('a link is no target, nor is a file that is no database of Dueline; the draft of an interrupted run is removed', async (t) => {
  const { folder, from, to } = folders(t);
  await fill(from, 2);
  await fill(to);
  writeFileSync(`${to}.draft`, 'half a copy');
  const link = join(folder, 'latest.db');
  symlinkSync('copy.db', link);
  const text = join(folder, 'text');
  writeFileSync(text, noDatabase);
  const other = join(folder, 'other.db');
  const database = new DatabaseSync(other);
  database.exec('CREATE TABLE users (id INTEGER)');
  database.close();
  for (const command of ['backup', 'restore', 'move'] as const) {
    assert.match(run(command, from, link).output, /latest\.db is a link: name the file itself\n$/);
    for (const file of [text, other])
      assert.match(run(command, from, file).output, /is no database of Dueline: name another file/);
  }
  assert.equal(readFileSync(text, 'utf8'), noDatabase);
  assert.equal(await tasksIn(to), 1);
  assert.equal(run('backup', from, to).status, 0);
  assert.equal(await tasksIn(to), 2);
  assert.equal(existsSync(`${to}.draft`), false);
});

test('no sealed token of a shared renewal is in the copy, neither in a row nor in a free page', async (t) => {
  const { from, to } = folders(t);
  const store = openSqliteStore(from);
  await store.createTask(owner, walk, 0);
  // Some longer than a page, some freed before.
  for (let n = 0; n < 20; n++) await store.publishRenewal(`hash-${n}`, 'sealed-token.'.repeat(700), n + 1);
  await store.claimRenewal('another', 15, 30);
  assert.ok(readFileSync(`${from}-wal`).includes('sealed-token.'));
  assert.equal(run('backup', from, to).status, 0);
  await store.close();
  assert.ok(!readFileSync(to).includes('sealed-token'));
  assert.ok(!readFileSync(to).includes('hash-'));
  assert.equal(await tasksIn(to), 1);
});

test('a database that is damaged is replaced by a backup, and kept', async (t) => {
  const { from: backup, to: database } = folders(t);
  await fill(backup, 2);
  await fill(database, 200);
  const damaged = readFileSync(database).fill(7, 3 * 4096);
  writeFileSync(database, damaged);
  const { status, output } = run('restore', backup, database);
  assert.equal(status, 0, output);
  assert.deepEqual(readFileSync(/kept as (.+)/.exec(output)?.[1] ?? ''), damaged);
  assert.equal(await tasksIn(database), 2);
});
