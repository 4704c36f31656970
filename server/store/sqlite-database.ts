import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { newerDatabase, readMigrations } from './migrations.ts';
import { isBusy, isDamage, sqliteStoreError } from './sqlite-errors.ts';

/** While opening, nobody waits for this process yet. */
const openingPatienceMs = 10_000;
/** SQLite waits inside the one thread, so later waits are short; the write lane waits longer without blocking. */
const workingPatienceMs = 50;
const pauseMs = 20;

/**
 * Opens the database at `path` (made with its folder when missing, for this user alone), ready to write durably and migrated to this release.
 * Any number of processes may open it at once. Refuses one that is newer, damaged or not writable.
 */
export function openSqliteDatabase(path: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    if (path !== ':memory:') makeFile(path);
    database = new DatabaseSync(path, { timeout: openingPatienceMs });
    useWriteAheadLog(database);
    // FULL: a commit is on disk before it returns. fullfsync: on macOS fsync alone stops at the drive's cache.
    database.exec('PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA foreign_keys = ON');
    migrate(database);
    database.exec(`PRAGMA busy_timeout = ${workingPatienceMs}`);
    return database;
  } catch (cause) {
    database?.close();
    throw sqliteStoreError(path, cause);
  }
}

/** SQLite would let everybody read it; the files beside it get the rights that it has. */
function makeFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
}

/** A damaged page stays in SQLite's cache; without it, one that has been mended on the disk is seen without a restart. */
export function forgetDamage(database: DatabaseSync, cause: unknown): void {
  if (isDamage(cause)) database.exec('PRAGMA shrink_memory');
}

/** The switch needs the file alone, and SQLite does not wait for that by itself when others switch too. */
function useWriteAheadLog(database: DatabaseSync): void {
  const deadlineMs = performance.now() + openingPatienceMs;
  for (;;) {
    try {
      database.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (cause) {
      if (!isBusy(cause) || performance.now() > deadlineMs) throw cause;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
    }
  }
}

/**
 * Each migration in a transaction of its own; the version is read again under the lock, for others may migrate too. It is
 * written even when nothing is to do, which tells at once when the file cannot be written: the lock alone does not.
 */
function migrate(database: DatabaseSync): void {
  const migrations = readMigrations('sqlite');
  for (const next of migrations) {
    database.exec('BEGIN IMMEDIATE');
    const version = schemaVersion(database);
    if (version > migrations.length) throw newerDatabase(version, migrations.length);
    if (next.version > version) database.exec(next.sql);
    database.exec(`PRAGMA user_version = ${Math.max(version, next.version)}`);
    database.exec('COMMIT');
  }
}

function schemaVersion(database: DatabaseSync): number {
  const version = database.prepare('PRAGMA user_version').get()?.['user_version'];
  return typeof version === 'number' ? version : 0;
}
