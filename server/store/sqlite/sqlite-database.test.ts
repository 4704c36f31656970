import assert from 'node:assert/strict';
import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';

import { emptyFolder } from '../../../test/folder.ts';
import type { Migration } from '../migrations.ts';
import { readMigrations } from '../migrations.ts';
import { openSqliteDatabase } from './sqlite-database.ts';
import { openSqliteStore } from './sqlite-store.ts';
import { tasksOf } from '../../../test/task-list.ts';
import { ada, nowMs, walk } from '../suite/kit.ts';

/** Calls `work` without the right to write everywhere, which root has. */
function asOrdinaryUser(work: () => void): void {
  const nobody = 65_534;
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(nobody);
  try {
    work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

test('a commit is on disk before it returns: write-ahead log, synchronous FULL, foreign keys on', (t) => {
  const database = openSqliteDatabase(join(emptyFolder(t), 'tasks.db'));
  const pragma = (name: string) => Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0];
  assert.equal(pragma('journal_mode'), 'wal');
  assert.equal(pragma('synchronous'), 2);
  assert.equal(pragma('foreign_keys'), 1);
  assert.ok(Number(pragma('busy_timeout')) > 0);
  database.close();
});

test('a new database, the files beside it and its folder are for their owner alone', (t) => {
  const folder = join(emptyFolder(t), 'deep', 'data');
  const database = openSqliteDatabase(join(folder, 'tasks.db'));
  const modeOf = (path: string) => statSync(path).mode & 0o777;
  assert.equal(modeOf(folder), 0o700);
  assert.deepEqual(readdirSync(folder).toSorted(), ['tasks.db', 'tasks.db-shm', 'tasks.db-wal']);
  for (const name of readdirSync(folder)) assert.equal(modeOf(join(folder, name)), 0o600, name);
  database.close();
});

/** The migrations of this release, and one more. */
function next(sql: string): Migration[] {
  const known = readMigrations('sqlite');
  const version = known.length + 1;
  return [...known, { version, name: 'next', readableFrom: version, sql }];
}

test('a database of an earlier version is migrated, and keeps its data', async (t) => {
  const path = join(emptyFolder(t), 'tasks.db');
  const store = openSqliteStore(path);
  const created = await store.createTask(ada, walk, nowMs);
  await store.close();
  const migrations = next('ALTER TABLE endings ADD COLUMN reason TEXT');
  const migrated = openSqliteStore(path, { migrations });
  assert.deepEqual(await tasksOf(migrated, ada), created.kind === 'created' && [created.task]);
  await migrated.close();
  const raw = new DatabaseSync(path);
  assert.equal(raw.prepare('PRAGMA user_version').get()?.['user_version'], migrations.length);
  raw.close();
});

test('a migration that fails leaves the version before it', (t) => {
  const path = join(emptyFolder(t), 'tasks.db');
  const migrations = next('CREATE TABLE more (id INTEGER); CREATE TABLE users (in_the_way TEXT)');
  assert.throws(() => openSqliteStore(path, { migrations }), { name: 'StoreError', code: 'failed' });
  const raw = new DatabaseSync(path);
  assert.equal(raw.prepare('PRAGMA user_version').get()?.['user_version'], migrations.length - 1);
  assert.equal(raw.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'more'").get(), undefined);
  raw.close();
});

test('a folder or a database file that cannot be written is refused at once', (t) => {
  const folder = emptyFolder(t);
  const path = join(folder, 'tasks.db');
  openSqliteDatabase(path).close();
  chmodSync(path, 0o444);
  chmodSync(folder, 0o555);
  asOrdinaryUser(() => {
    assert.throws(() => openSqliteStore(path), { code: 'not_writable' });
    const below = join(folder, 'data', 'tasks.db');
    assert.throws(() => openSqliteStore(below), { code: 'misconfigured', message: new RegExp(below) });
  });
  chmodSync(folder, 0o755);
});
