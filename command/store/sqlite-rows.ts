import type { DatabaseSync } from 'node:sqlite';
import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { readMigrations, refuseNewer, refuseUnmigrated } from '../../server/store/migrations.ts';
import { openSqliteDatabase, schemaVersion } from '../../server/store/sqlite/sqlite-database.ts';
import { sqliteStoreError } from '../../server/store/sqlite/sqlite-errors.ts';
import { StoreError } from '../../server/store/store.ts';
import type { Query, Source, Target } from './rows.ts';
import { hasLog, openToRead, startLists } from './sqlite-file.ts';

/** Opens the embedded database at `path` to read it in one snapshot. Refuses another schema than that of this release. */
export function openSqliteSource(path: string): Source {
  let database: DatabaseSync | undefined;
  try {
    database = openToRead(path);
    const isInUse = hasLog(path);
    const before = stateOf(path);
    database.exec('BEGIN');
    const [version, known] = [schemaVersion(database), readMigrations('sqlite').length];
    refuseNewer(version, known);
    refuseUnmigrated(version, known);
    const query = queryOn(database, path);
    return {
      query,
      lastTaskId: async () => Number((await query('SELECT last FROM task_ids'))[0]?.[0]),
      alsoUsedBy: isInUse ? `A process has ${path} open, or ended without closing it` : null,
      async checkUnchanged() {
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

/** A value that changes with every write of any process. */
function stateOf(path: string): string {
  const { mtimeNs, size, ino } = statSync(path, { bigint: true });
  return [mtimeNs, size, ino, hasLog(path)].join(' ');
}

const busyTimeoutMs = 10_000;

const pauseMs = 100;
const mostTries = 300;

/** Opens the embedded database at `path` to write it. It is created or migrated first. */
export function openSqliteTarget(
  path: string,
  wait: (milliseconds: number) => Promise<unknown> = sleep,
): Target {
  const database = openSqliteDatabase(path);
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
      startLists(database);
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
    [Symbol.asyncDispose]: closing(database),
  };
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
