import { closeSync, existsSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { makeFolder } from '../make-folder.ts';
import { newerDatabase, readMigrations } from './migrations.ts';
import { isBusy, isDamage, sqliteStoreError } from './sqlite-errors.ts';
import { StoreError } from './store.ts';

export type OpeningOptions = Readonly<{
  /** How long the thread may stand still for another process' lock; 10 s when not given. */
  mostBlockingMs?: number;
  /** false: a file that is missing has been there, and its disk is away. */
  mayMake?: boolean;
}>;

/** SQLite waits inside the one thread, so later waits are short; the write lane waits longer without blocking. */
const workingPatienceMs = 50;
const pauseMs = 20;

/**
 * Opens the database at `path` (made with its folder when missing, for this user alone), ready to write durably and migrated to this release.
 * Any number of processes may open it at once. Refuses one that is newer, damaged or not writable.
 */
export function openSqliteDatabase(path: string, options: OpeningOptions = {}): DatabaseSync {
  const { mostBlockingMs = 10_000, mayMake = true } = options;
  let database: DatabaseSync | undefined;
  try {
    if (path !== ':memory:') findFile(path, mayMake);
    database = new DatabaseSync(path, { timeout: mostBlockingMs });
    useWriteAheadLog(database, mostBlockingMs);
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

/** SQLite would make it anew, and let everybody read it; the files beside it get the rights that it has. */
function findFile(path: string, mayMake: boolean): void {
  if (existsSync(path)) return;
  if (!mayMake) {
    throw new StoreError(
      'unavailable',
      `The database ${path} is not there any more: mount its disk or restore it. A new one is made at a start only`,
    );
  }
  makeFolder(dirname(path));
  closeSync(openSync(path, 'a', 0o600));
}

/** A damaged page stays in SQLite's cache; without it, one that has been mended on the disk is seen without a restart. */
export function forgetDamage(database: DatabaseSync, cause: unknown): void {
  if (isDamage(cause)) database.exec('PRAGMA shrink_memory');
}

/** The switch needs the file alone, and SQLite does not wait for that by itself when others switch too. */
function useWriteAheadLog(database: DatabaseSync, patienceMs: number): void {
  const deadlineMs = performance.now() + patienceMs;
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

/** The last migration that the database has had; 0 for none. */
export function schemaVersion(database: DatabaseSync): number {
  const version = database.prepare('PRAGMA user_version').get()?.['user_version'];
  return typeof version === 'number' ? version : 0;
}
