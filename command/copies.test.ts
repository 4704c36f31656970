import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';

import { dueline, fill, folders, hashOf, run, tasksIn } from '../test/databases.ts';
import { startReady } from '../test/process.ts';

const noDatabase = 'no database at all, and long enough to be taken for the head of one'.repeat(20);
const commands = ['backup', 'restore'] as const;

test('the database of a running service is backed up, is no target, and is restored after a stop, be it damaged', async (t) => {
  const { folder, from: database, to: backup } = folders(t);
  await fill(database, 5);
  const first = await startReady(t, { DATA: folder });
  const before = [hashOf(database), hashOf(`${database}-wal`)];
  for (const command of ['backup', 'backup again'])
    assert.equal(
      run('backup', database, backup).stdout,
      `${backup} holds tasks: 5, people: 1\n`,
      command,
    );
  assert.equal(statSync(backup).mode & 0o777, 0o600);
  const other = join(folder, 'other.db');
  const copied = run('restore', database, other);
  assert.equal(copied.status, 0, copied.output);
  assert.match(copied.stderr, /^WARNING: A process has .*stop the service first\n$/);
  assert.equal(await tasksIn(other), 5);
  assert.deepEqual([hashOf(database), hashOf(`${database}-wal`)], before);

  for (const [source, target] of [
    [database, database],
    [database, 'dueline.db'],
    [other, database],
  ] as const) {
    const { status, output } = run('backup', source, target, folder);
    assert.equal(status, 1, `${source} to ${target}`);
    assert.match(output, /stands beside .*: a process has it open/);
  }
  const refused = run('restore', backup, database);
  assert.equal(refused.status, 1);
  assert.match(refused.output, /dueline\.db-wal stands beside .*: a process has it open/);
  assert.ok(!readdirSync(folder).some((name) => name.includes('draft')));
  await first.stop();
  assert.equal(await tasksIn(database), 5);

  writeFileSync(database, readFileSync(database).fill(7, 3 * 4096));
  const replaced = hashOf(database);
  const kept = hashOf(backup);
  const { status, stdout } = run('restore', backup, database);
  assert.equal(status, 0);
  const printed = /^.* holds tasks: 5, people: 1\nThe previous database is kept as (.+)\n$/.exec(
    stdout,
  );
  const [, name = ''] = printed ?? [];
  assert.deepEqual([hashOf(name), hashOf(backup)], [replaced, kept]);
  assert.equal(statSync(database).mode & 0o777, 0o600);
  await (await startReady(t, { DATA: folder })).stop();
  assert.equal(await tasksIn(database), 5);
});

test('a source that is damaged, inconsistent, newer or not of Dueline changes nothing', async (t) => {
  const { folder, from: database, to: source } = folders(t);
  await fill(database, 3);
  const before = hashOf(database);
  const refusal = (pattern: RegExp, command: (typeof commands)[number] = 'restore') => {
    const { status, output } = run(command, source, database);
    assert.equal(status, 1, `${pattern}`);
    assert.match(output, pattern);
    assert.doesNotMatch(output, /\n\s+at /);
  };
  const change = async (sql: string) => {
    rmSync(source, { force: true });
    await fill(source, 200);
    const open = new DatabaseSync(source, { enableForeignKeyConstraints: false });
    open.exec(sql);
    open.close();
  };
  refusal(/There is no database .*copy\.db/);
  symlinkSync('copy.db', source);
  refusal(/copy\.db cannot be opened: ELOOP/);
  await change('DELETE FROM users');
  for (const command of commands)
    refusal(/is damaged: (tasks|lists) refers to a user who is not there/, command);
  await change('PRAGMA user_version = 999');
  for (const command of commands)
    refusal(/schema version 999, .*start the release that made it/, command);
  await change('VACUUM');
  writeFileSync(source, readFileSync(source).fill(7, 4096, 3 * 4096));
  refusal(/is damaged/);
  writeFileSync(source, noDatabase);
  refusal(/is not an SQLite database/);
  writeFileSync(source, '');
  refusal(/is no database of Dueline/);
  assert.equal(hashOf(database), before);
  assert.deepEqual(readdirSync(folder).toSorted(), ['copy.db', 'dueline.db']);
});

test('a target that is locked, or has files of an open database beside it is refused unchanged', async (t) => {
  const { from, to } = folders(t);
  await fill(from);
  await fill(to, 3);
  const before = hashOf(to);
  const refusal = (pattern: RegExp) => assert.match(run('backup', from, to).stderr, pattern);
  for (const suffix of ['-wal', '-shm', '-journal']) {
    writeFileSync(to + suffix, '');
    refusal(new RegExp(`copy.db${suffix} stands beside`));
    rmSync(to + suffix);
  }
  assert.equal(hashOf(to), before);
  for (const locked of [to, `${to}.draft`]) {
    const writer = new DatabaseSync(locked);
    writer.exec('PRAGMA journal_mode = DELETE; BEGIN IMMEDIATE');
    refusal(new RegExp(`${locked} is in use: stop the process that has it open\n$`));
    writer.close();
  }
  assert.match(run('restore', from, join(to, 'none', 'a.db')).stderr, /There is no folder/);
  assert.equal(await tasksIn(to), 3);
});

test('a link is no target, nor is a file that is no database of Dueline; the draft of an interrupted run is removed', async (t) => {
  const { folder, from, to } = folders(t);
  await fill(from, 2);
  await fill(to);
  const link = join(folder, 'latest.db');
  const text = join(folder, 'text');
  const other = join(folder, 'other.db');
  symlinkSync('copy.db', link);
  writeFileSync(text, noDatabase);
  const database = new DatabaseSync(other);
  database.exec('CREATE TABLE users (id INTEGER)');
  database.close();
  assert.match(run('backup', from, link).stderr, /latest\.db is a link: name the file itself\n$/);
  for (const command of commands)
    assert.match(run(command, from, text).stderr, /is no database of Dueline: name another file/);
  assert.match(run('backup', from, other).stderr, /is no database of Dueline: name another file/);
  assert.equal(readFileSync(text, 'utf8'), noDatabase);
  assert.equal(await tasksIn(to), 1);
  writeFileSync(`${to}.draft`, 'half a copy');
  assert.equal(run('backup', from, to).status, 0);
  assert.equal(await tasksIn(to), 2);
  assert.ok(!readdirSync(folder).some((name) => name.includes('draft')));
});

test('a restore on a new machine makes the data folder, before any start', async (t) => {
  const { folder, from } = folders(t);
  await fill(from, 3);
  const data = join(folder, 'new', 'data');
  const restored = dueline(['restore', from], { env: { PROFILE: 'local', DATA: data } });
  assert.equal(restored.status, 0, restored.output);
  assert.equal(statSync(data).mode & 0o777, 0o700);
  const service = await startReady(t, { DATA: data });
  await service.stop();
  assert.equal(await tasksIn(join(data, 'dueline.db')), 3);
});
