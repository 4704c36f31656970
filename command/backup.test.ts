import assert from 'node:assert/strict';
import { linkSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';

import { openSqliteStore } from '../server/store/sqlite/sqlite-store.ts';
import { fill, folders, hashOf, owner, run, tasksIn, walk } from '../test/databases.ts';
import { startProcess } from '../test/process.ts';
import { tasksOf } from '../test/task-list.ts';

test('the copy of a database in use holds all acknowledged writes, and only its owner may read it', async (t) => {
  const { from, to } = folders(t);
  const store = openSqliteStore(from);
  await store.createTask(owner, walk, 0);
  assert.equal(run('backup', from, to).output, `${to} holds tasks: 1, people: 1\n`);
  await store.createTask(owner, walk, 0);
  assert.equal(run('backup', from, to).output, `${to} holds tasks: 2, people: 1\n`);
  const listed = await tasksOf(store, owner);
  await store.close();

  assert.equal(statSync(to).mode & 0o777, 0o600);
  const restored = openSqliteStore(to);
  assert.deepEqual(await tasksOf(restored, owner), listed);
  const next = await restored.createTask(owner, walk, 0);
  assert.ok(next.kind === 'created' && next.task.id > 2, 'the copy continues the ids');
  await restored.close();
});

test('a failed copy leaves the earlier copy unchanged, and no file beside it', (t) => {
  const { folder, from, to } = folders(t);
  writeFileSync(to, 'the earlier copy');
  writeFileSync(from, 'no database at all, and long enough to be taken for the head of one'.repeat(20));
  const damaged = run('backup', from, to);
  assert.equal(damaged.status, 1);
  assert.match(damaged.output, /is not an SQLite database/);
  rmSync(from);
  const missing = run('backup', from, to);
  assert.deepEqual([missing.status, missing.output], [1, `There is no database ${from}\n`]);
  assert.equal(readFileSync(to, 'utf8'), 'the earlier copy');
  assert.deepEqual(readdirSync(folder), ['copy.db']);
});

test('the database of a running service is no target under any name, and the service loses nothing', async (t) => {
  const { folder, from } = folders(t);
  await fill(from, 5);
  const service = await startProcess(t, { DATA: folder });
  await service.line(/Dueline is ready/);
  const other = join(folder, 'other.db');
  await fill(other);
  const [link, hardLink] = [join(folder, 'link.db'), join(folder, 'hard-link.db')];
  symlinkSync('dueline.db', link);
  linkSync(from, hardLink);
  for (const [source, target] of [
    [from, from],
    [from, 'dueline.db'],
    [from, './x/../dueline.db'],
    [from, link],
    [from, hardLink],
    [link, from],
    [other, from],
    [other, link],
    [other, hardLink],
  ] as const) {
    const refused = run('backup', source, target, folder);
    assert.equal(refused.status, 1, `${source} to ${target}`);
    assert.match(refused.output, /is the source itself|stands beside .*: a process has it open|is in use/);
  }
  assert.ok(!readdirSync(folder).some((name) => /draft|hard-link.db-/.test(name)));
  service.signal('SIGTERM');
  assert.equal((await service.ended).code, 0);
  assert.equal(await tasksIn(from), 5);
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
  assert.equal(hashOf(to), before);
  const writer = new DatabaseSync(to);
  writer.exec('PRAGMA journal_mode = DELETE; BEGIN IMMEDIATE');
  const { status, output } = run('backup', from, to);
  assert.deepEqual([status, output], [1, `${to} is in use: stop the process that has it open\n`]);
  writer.close();
  symlinkSync('nothing.db', join(folder, 'dangling.db'));
  assert.match(run('backup', from, join(folder, 'dangling.db')).output, /a link that leads nowhere/);
  assert.equal(await tasksIn(to), 3);
});

test('a link to an earlier copy stays a link, and the copy behind it is replaced', async (t) => {
  const { folder, from, to } = folders(t);
  await fill(from, 2);
  await fill(to);
  const link = join(folder, 'latest.db');
  symlinkSync('copy.db', link);
  assert.equal(run('backup', from, link).status, 0);
  assert.equal(await tasksIn(to), 2);
});

test('copying a closed database leaves no file beside it that only the copying user may open', async (t) => {
  const { folder, from, to } = folders(t);
  await fill(from);
  const before = hashOf(from);
  assert.equal(run('backup', from, to).status, 0);
  assert.deepEqual(readdirSync(folder).toSorted(), ['copy.db', 'dueline.db']);
  assert.equal(hashOf(from), before);
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
  const copy = new DatabaseSync(to, { readOnly: true });
  assert.deepEqual({ ...copy.prepare('SELECT count(*) AS rows FROM renewals').get() }, { rows: 0 });
  copy.close();
  assert.equal(await tasksIn(to), 1);
});
