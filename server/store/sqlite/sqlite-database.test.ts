import assert from 'node:assert/strict';
import {
  chmodSync,
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';

import { emptyFolder } from '../../../test/folder.ts';
import type { Migration } from '../migrations.ts';
import { readMigrations } from '../migrations.ts';
import { openSqliteDatabase } from './sqlite-database.ts';
import { openSqliteStore } from './sqlite-store.ts';
import { tasksOf } from '../../../test/task-list.ts';
import { StoreError } from '../store.ts';
import { ada, create, nowMs, walk } from '../suite/kit.ts';

test('a commit is on disk before it returns, and a new database, the files beside it and its folder are for their owner alone', (t) => {
  const folder = join(emptyFolder(t), 'deep', 'data');
  using database = openSqliteDatabase(join(folder, 'tasks.db'));
  const pragma = (name: string) => Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0];
  const full = 2;
  assert.deepEqual(['journal_mode', 'synchronous', 'foreign_keys'].map(pragma), ['wal', full, 1]);
  assert.ok(Number(pragma('busy_timeout')) > 0);
  const modeOf = (path: string) => statSync(path).mode & 0o777;
  assert.equal(modeOf(folder), 0o700);
  assert.deepEqual(readdirSync(folder).toSorted(), ['tasks.db', 'tasks.db-shm', 'tasks.db-wal']);
  for (const name of readdirSync(folder)) assert.equal(modeOf(join(folder, name)), 0o600, name);
});

/** The migrations of this release, and one more. */
function next(sql: string): Migration[] {
  const known = readMigrations('sqlite');
  const version = known.length + 1;
  return [...known, { version, name: 'next', readableFrom: version, sql }];
}

test('a database of an earlier version is migrated and keeps its data; a migration that fails leaves the version before it', async (t) => {
  const path = join(emptyFolder(t), 'tasks.db');
  const store = openSqliteStore(path);
  const task = await create(store, ada);
  await store.close();
  const failing = next('CREATE TABLE more (id INTEGER); CREATE TABLE users (in_the_way TEXT)');
  assert.throws(() => openSqliteStore(path, { migrations: failing }), {
    name: 'StoreError',
    code: 'failed',
  });
  const migrations = next('CREATE TABLE more (id INTEGER)');
  const migrated = openSqliteStore(path, { migrations });
  assert.deepEqual(await tasksOf(migrated, ada), [task]);
  await migrated.close();
  const raw = new DatabaseSync(path);
  assert.equal(raw.prepare('PRAGMA user_version').get()?.['user_version'], migrations.length);
  assert.deepEqual(raw.prepare('SELECT * FROM more').all(), []);
  raw.close();
});

test('a folder or a database file that cannot be written is refused at once', (t) => {
  const folder = emptyFolder(t);
  const path = join(folder, 'tasks.db');
  openSqliteDatabase(path).close();
  chmodSync(path, 0o444);
  chmodSync(folder, 0o555);
  // Root has the right to write everywhere.
  const isRoot = process.geteuid?.() === 0;
  const nobody = 65_534;
  if (isRoot) process.seteuid?.(nobody);
  t.after(() => isRoot && process.seteuid?.(0));
  assert.throws(() => openSqliteStore(path), { code: 'not_writable' });
  const below = join(folder, 'data', 'tasks.db');
  assert.throws(() => openSqliteStore(below), {
    code: 'misconfigured',
    message: new RegExp(below),
  });
  if (isRoot) process.seteuid?.(0);
  chmodSync(folder, 0o755);
});

const emailOf = (owner: number) => `owner-${owner}@example.com`;
const victim = emailOf(5);
const other = emailOf(1);
const newcomer = emailOf(99);

test('a page damaged under an open store fails its owner only', async (t) => {
  const folder = emptyFolder(t);
  const path = join(folder, 'tasks.db');
  const whole = await fillSeveralPages(path);
  const store = openSqliteStore(path);
  damagePageOf(path, `${victim} wrote this`);

  const damaged = (error: unknown) =>
    error instanceof StoreError && /is damaged: restore it from a backup/.test(error.message);
  const change = () => store.replaceTask(victim, Number(whole[0]?.id), walk, nowMs);
  await assert.rejects(change, damaged);
  await assert.rejects(tasksOf(store, victim), damaged);
  assert.equal((await tasksOf(store, other)).length, whole.length);
  const together = [store.createTask(newcomer, walk, nowMs), change()];
  assert.deepEqual(
    (await Promise.allSettled(together)).map(({ status }) => status),
    ['fulfilled', 'rejected'],
  );

  // The rollback did not free the id of an existing task: another process gets a later one.
  const [last] = await tasksOf(store, newcomer);
  const another = openSqliteStore(path);
  assert.ok((await create(another, newcomer)).id > Number(last?.id));
  await another.close();
  await store.close();
});

/** Tasks of several people, each with pages of their own; returns those of `victim`. */
async function fillSeveralPages(path: string) {
  const store = openSqliteStore(path);
  for (let owner = 0; owner < 10; owner++) {
    const description = `${emailOf(owner)} wrote this `.padEnd(200, '.');
    const task = { ...walk, description };
    await Promise.all(
      Array.from({ length: 60 }, () => store.createTask(emailOf(owner), task, nowMs)),
    );
  }
  const whole = await tasksOf(store, victim);
  await store.close();
  return whole;
}

/** Overwrites the page of the file that first holds this text. */
function damagePageOf(path: string, text: string): void {
  const pageSize = 4096;
  const start = Math.floor(readFileSync(path).indexOf(text) / pageSize) * pageSize;
  const opened = openSync(path, 'r+');
  writeSync(opened, Buffer.alloc(pageSize, 7), 0, pageSize, start);
  closeSync(opened);
}
