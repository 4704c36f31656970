import { appendFileSync, existsSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { makeFolder } from '../../folders.ts';
import type { Migration } from '../migrations.ts';
import { readMigrations, refuseNewer } from '../migrations.ts';
import { isBusy, sqliteStoreError } from './sqlite-errors.ts';
import { StoreError } from '../store.ts';

export type OpeningOptions = Readonly<{
  /** false: the file existed before; when it is missing, its disk is not mounted. */
  mayMake?: boolean;
  /** Default: those of this release. */
  migrations?: readonly Migration[];
}>;

/** The longest wait for another process' lock when a database is opened. It blocks the thread: no request is served. */
const openingTimeoutMs = 2000;
/** SQLite blocks the only thread while it waits, so later waits are short; the write queue waits longer without blocking. */
const busyTimeoutMs = 50;

/**
 * Opens the database at `path` for durable writes and migrates it to this release. A missing file or folder is created,
 * for this user only. Several processes may open it at once. Refuses a database that is newer, damaged or not writable.
 */
export function openSqliteDatabase(path: string, options: OpeningOptions = {}): DatabaseSync {
  const { mayMake = true, migrations = readMigrations('sqlite') } = options;
  let database: DatabaseSync | undefined;
  try {
    if (path !== ':memory:') findFile(path, mayMake);
    database = new DatabaseSync(path, { timeout: openingTimeoutMs });
    refuseForeign(database, path);
    database.exec('PRAGMA journal_mode = WAL');
    // FULL: a commit is on disk before it returns. fullfsync: on macOS fsync alone stops at the drive's cache.
    database.exec('PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA foreign_keys = ON');
    // The log is copied at 8 MB, twice the default: a page that was written many times is copied once.
    database.exec('PRAGMA wal_autocheckpoint = 2000');
    migrate(database, migrations);
    database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
    return database;
  } catch (cause) {
    database?.close();
    throw sqliteStoreError(path, cause);
  }
}

/**
 * Makes this process the only service on the database at `path`, until it closes the result or ends: it locks the empty file
 * `<path>-owner`. Throws StoreError while another service holds the lock. Commands take no lock.
 */
export function ownSqliteDatabase(
  path: string,
  mayMake: boolean,
): { close: () => void } | undefined {
  if (path === ':memory:') return undefined;
  let lock: DatabaseSync | undefined;
  try {
    findFile(path, mayMake);
    // A second name has its own lock and write-ahead log, so a service under that name would not be noticed.
    if (statSync(path).nlink > 1)
      throw new StoreError(
        'misconfigured',
        `The database ${path} has a second name (hard link): remove that one`,
      );
    const file = `${realpathSync(path)}-owner`;
    findFile(file, true);
    lock = new DatabaseSync(file);
    // Nothing is written, so the lock needs no room on the disk. The system releases it when the process ends.
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (cause) {
    lock?.close();
    if (!isBusy(cause)) throw sqliteStoreError(path, cause);
    const what = `Another service uses the database ${path}: stop that one first`;
    const or = 'or give this one a place of its own with DATA=<folder> or store.url';
    throw new StoreError('misconfigured', `${what}, ${or}`, cause);
  }
}

/** The result throws `lost` when the present file at `path` was removed or replaced: SQLite would write into it without an error. */
export function makeReplacementCheck(path: string): () => void {
  const find = () => {
    const found = path === ':memory:' ? undefined : statSync(path, { throwIfNoEntry: false });
    return found && `${found.dev} ${found.ino}`;
  };
  const opened = find();
  return () => {
    if (find() !== opened)
      throw new StoreError(
        'lost',
        `The database ${path} was removed or replaced while it was open`,
      );
  };
}

/** Creates a missing file: SQLite would let all users read and thus lock it. The files beside it get the same mode. */
function findFile(path: string, mayMake: boolean): void {
  if (existsSync(path)) return;
  if (!mayMake) {
    throw new StoreError(
      'unavailable',
      `The database ${path} is not there any more: mount its disk or restore it`,
    );
  }
  makeFolder(dirname(path));
  appendFileSync(path, '', { mode: 0o600 });
}

/**
 * Runs each migration in its own transaction. The version is read again under the lock, because other processes may
 * migrate too. It is written even when no migration is missing: this fails at once if the file is not writable.
 */
function migrate(database: DatabaseSync, migrations: readonly Migration[]): void {
  for (const next of migrations) {
    database.exec('BEGIN IMMEDIATE');
    const version = schemaVersion(database);
    refuseNewer(version, migrations.length);
    if (next.version > version) database.exec(next.sql);
    database.exec(`PRAGMA user_version = ${Math.max(version, next.version)}`);
    database.exec('COMMIT');
  }
}

/** Refuses the tables of another program. One statement, because another process may create this schema between two. */
export function refuseForeign(database: DatabaseSync, path: string): void {
  const text = 'SELECT 1 FROM sqlite_schema, pragma_user_version WHERE user_version = 0 LIMIT 1';
  if (database.prepare(text).get() === undefined) return;
  const what = `The database ${path} has tables of another program`;
  throw new StoreError('misconfigured', `${what}: name another file, or move this one away`);
}

/** The last migration that has run on the database; 0 for none. */
export function schemaVersion(database: DatabaseSync): number {
  const version = database.prepare('PRAGMA user_version').get()?.['user_version'];
  if (typeof version === 'number') return version;
  return 0;
}
