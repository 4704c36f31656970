import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

import { readMigrations, refuseNewer } from '../../server/store/migrations.ts';
import { openSqliteDatabase, schemaVersion } from '../../server/store/sqlite/sqlite-database.ts';
import { sqliteStoreError } from '../../server/store/sqlite/sqlite-errors.ts';
import { readText } from '../../server/store/row.ts';
import { StoreError } from '../../server/store/store.ts';
import { actAsOwnerOf } from '../owner.ts';
import type { Inspected, Query, Source, Target } from './rows.ts';
import { refuseStranger } from './rows.ts';

/**
 * Opens the embedded database at `path` to read it in one snapshot, and changes no byte of it. One that no process has open is read
 * without locks and without files beside it; one with a write-ahead log is read together with that log.
 */
export function openSqliteSource(path: string): Source {
  const known = readMigrations('sqlite').length;
  using _acting = actAsOwnerOf(path);
  let database: DatabaseSync | undefined;
  try {
    database = openToRead(path);
    const isInUse = hasLog(path);
    const before = stateOf(path);
    // From its first statement on the transaction needs no further file, so its reader may be another user.
    database.exec('BEGIN');
    const version = schemaVersion(database);
    refuseStranger(version);
    refuseNewer(version, known);
    const query = queryOn(database, path);
    const first = async (text: string) => (await query(text))[0]?.[0];
    return {
      query,
      columnsOf: async (table) =>
        (await query('SELECT name FROM pragma_table_info(?)', [table])).map(([name]) => String(name)),
      lastTaskId: async () => Number(await first('SELECT last FROM task_ids')),
      alsoUsedBy: isInUse ? `A process has ${path} open, or ended without closing it` : null,
      async check() {
        const damaged = (how: string) => new StoreError('damaged', `${path} is damaged: ${how}`);
        const verdict = await first('PRAGMA integrity_check');
        if (verdict !== 'ok') throw damaged(String(verdict));
        const stray = await first('PRAGMA foreign_key_check');
        if (stray !== undefined) throw damaged(`${readText([stray])} refers to a user who is not there`);
      },
      async checkUnchanged() {
        using _again = actAsOwnerOf(path);
        // A database with a log is read in one snapshot.
        if (isInUse || before === stateOf(path)) return;
        throw new StoreError(
          'failed',
          `${path} has changed while it was read: stop what uses it and start again`,
        );
      },
      [Symbol.asyncDispose]: closing(database),
    };
  } catch (cause) {
    database?.close();
    throw sqliteStoreError(path, cause);
  }
}

function openToRead(path: string): DatabaseSync {
  if (!existsSync(path)) throw new StoreError('failed', `There is no database ${path}`);
  const address = pathToFileURL(realpathSync.native(path));
  if (!hasLog(path)) address.searchParams.set('immutable', '1');
  return new DatabaseSync(address, { readOnly: true });
}

/** Whether the file may be incomplete without its log: a process has the database open, or did not close it. */
function hasLog(path: string): boolean {
  const file = realpathSync.native(path);
  return ['-wal', '-journal'].some((suffix) => existsSync(file + suffix));
}

/** A value that changes with every write of any process. */
function stateOf(path: string): string {
  const { mtimeNs, size, ino } = statSync(path, { bigint: true });
  return [mtimeNs, size, ino, hasLog(path)].join(' ');
}

const busyTimeoutMs = 10_000;

const pauseMs = 100;
const mostTries = 300;

type TargetOptions = Readonly<{
  /** The file is thrown away unless it becomes complete, so that it needs no log. */
  isDraft?: boolean;
  wait?: (milliseconds: number) => Promise<unknown>;
}>;

/** Opens the embedded database at `path` to write it. It is created or migrated first. */
export function openSqliteTarget(
  path: string,
  { isDraft = false, wait = sleep }: TargetOptions = {},
): Target {
  const { database, close } = openToWrite(path);
  if (isDraft) database.exec('PRAGMA journal_mode = OFF');
  const query = queryOn(database, path);
  return {
    async alone(work) {
      try {
        // The removed rows are overwritten, not only marked as free. A running service writes often: its turns are waited for.
        database.exec(`PRAGMA secure_delete = ON; PRAGMA busy_timeout = ${busyTimeoutMs}; BEGIN IMMEDIATE`);
        const result = await work(query);
        database.exec('COMMIT');
        return result;
      } catch (cause) {
        if (database.isTransaction) database.exec('ROLLBACK');
        throw sqliteStoreError(path, cause);
      }
    },
    async write({ name, columns }, rows) {
      const marks = columns.map(() => '?').join(', ');
      const insert = database.prepare(`INSERT INTO ${name} (${columns.join(', ')}) VALUES (${marks})`);
      for (const row of rows) insert.run(...row);
    },
    async continueAbove(taskId) {
      await query('UPDATE task_ids SET last = max(last, ?)', [taskId]);
      // Each user gets a list whose version is the time, so that a version that a client knows never comes again with other tasks.
      const now = "CAST(unixepoch('subsec') * 1000 AS INTEGER) * 1000";
      database.exec(`INSERT INTO lists (owner, version) SELECT id, ${now} FROM users`);
    },
    /** Also what was removed earlier: free pages leave the file, and the log ends. */
    async overwriteRemoved() {
      try {
        database.exec('VACUUM; PRAGMA busy_timeout = 50');
        for (let tries = 0; tries < mostTries; tries += 1) {
          const [[isBusy] = []] = await query('PRAGMA wal_checkpoint(TRUNCATE)');
          if (isBusy === 0) return;
          // The timeout does not cover this: a service that copies its long log into the file makes SQLite give up at once.
          await wait(pauseMs);
        }
      } catch (cause) {
        throw sqliteStoreError(path, cause);
      }
      throw new StoreError(
        'unavailable',
        `${path}-wal still holds removed rows, because another process reads: run this again`,
      );
    },
    [Symbol.asyncDispose]: async () => close(),
  };
}

/** As the owner of the folder, until it is closed. */
function openToWrite(path: string): Readonly<{ database: DatabaseSync; close: () => void }> {
  const migrations = readMigrations('sqlite');
  const acting = actAsOwnerOf(path);
  try {
    const database = openSqliteDatabase(path, { migrations });
    const close = () => {
      database.close();
      acting[Symbol.dispose]();
    };
    return { database, close };
  } catch (cause) {
    acting[Symbol.dispose]();
    throw cause;
  }
}

/** Proves that the database at `path` can be written, or made, without changing anything. */
export function inspectSqlite(path: string): Inspected {
  const known = readMigrations('sqlite').length;
  if (path === ':memory:') return { version: 0, known };
  using _acting = actAsOwnerOf(path);
  try {
    if (!existsSync(path)) {
      for (let folder = dirname(path); ; folder = dirname(folder)) {
        if (!existsSync(folder)) continue;
        // Refuses a file in the place of the folder.
        accessSync(`${folder}/.`, constants.W_OK);
        return { version: 0, known };
      }
    }
    using reader = openToRead(path);
    const version = schemaVersion(reader);
    refuseNewer(version, known);
    using writer = new DatabaseSync(path, { timeout: 5000 });
    writer.exec('BEGIN IMMEDIATE; ROLLBACK');
    return { version, known };
  } catch (cause) {
    throw sqliteStoreError(path, cause);
  }
}

function queryOn(database: DatabaseSync, path: string): Query {
  return async (text, values = []) => {
    try {
      return database
        .prepare(text)
        .all(...values)
        .map((row) => Object.values(row));
    } catch (cause) {
      throw sqliteStoreError(path, cause);
    }
  };
}

const closing = (database: DatabaseSync) => async () => database.close();
