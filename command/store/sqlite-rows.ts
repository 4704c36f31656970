import type { DatabaseSync } from 'node:sqlite';
import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { readMigrations, refuseNewer, refuseUnmigrated } from '../../server/store/migrations.ts';
import { hasLog, openToRead } from './sqlite-copy.ts';
import { openSqliteDatabase, schemaVersion } from '../../server/store/sqlite/sqlite-database.ts';
import { sqliteStoreError } from '../../server/store/sqlite/sqlite-errors.ts';
import { StoreError } from '../../server/store/store.ts';
import type { Query, Rows, Source, UntouchedSource } from './tables.ts';
import { readWith } from './tables.ts';

const busyTimeoutMs = 10_000;

const pauseMs = 100;
const mostTries = 300;

/** The rows of the embedded database at `path`, which is created or migrated first. */
export function openSqliteRows(path: string, wait: (milliseconds: number) => Promise<unknown> = sleep): Rows {
  const database = openSqliteDatabase(path);
  const source = sourceOf(database);
  return {
    ...source,
    async alone(work) {
      // The removed rows are overwritten, not only marked as free. A running service writes often: its turns are waited for.
      database.exec(`PRAGMA secure_delete = ON; PRAGMA busy_timeout = ${busyTimeoutMs}; BEGIN IMMEDIATE`);
      try {
        const result = await work(source.query);
        database.exec('COMMIT');
        return result;
      } catch (cause) {
        if (database.isTransaction) database.exec('ROLLBACK');
        throw sqliteStoreError(path, cause);
      }
    },
    /** Also what was removed earlier: free pages leave the file, and the log ends. */
    async overwriteRemoved() {
      try {
        database.exec('VACUUM; PRAGMA busy_timeout = 50');
        for (let tries = 0; tries < mostTries; tries += 1) {
          const [[isBusy] = []] = await source.query('PRAGMA wal_checkpoint(TRUNCATE)');
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
    async write({ name, columns }, rows) {
      const values = columns.map((_, index) => `json_extract(value, '$[${index}]')`);
      database
        .prepare(`INSERT INTO ${name} (${columns.join(', ')}) SELECT ${values.join(', ')} FROM json_each(?)`)
        .run(JSON.stringify(rows));
    },
    async continueIdsAbove(taskId) {
      database.prepare('UPDATE task_ids SET last = max(last, ?)').run(taskId);
    },
  };
}

/** The rows of the embedded database at `path` in one snapshot, as the source of a move. Refuses a newer schema. */
export function openSqliteSource(path: string): UntouchedSource {
  let database: DatabaseSync | undefined;
  try {
    database = openToRead(path);
    const alsoUsedBy = hasLog(path) ? `A process has ${path} open, or ended without closing it` : null;
    const before = alsoUsedBy === null ? stateOf(path) : undefined;
    database.exec('BEGIN');
    const [version, known] = [schemaVersion(database), readMigrations('sqlite').length];
    refuseNewer(version, known);
    refuseUnmigrated(version, known);
    return {
      ...sourceOf(database),
      alsoUsedBy,
      // A database with a log is read in one snapshot.
      async checkUnchanged() {
        if (before === undefined || before === stateOf(path)) return;
        throw new StoreError(
          'failed',
          `${path} has changed while it was read: stop what uses it and start again`,
        );
      },
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

function sourceOf(database: DatabaseSync): Source {
  const query: Query = async (text, values = []) =>
    database
      .prepare(text)
      .all(...values)
      .map((row) => Object.values(row));
  return {
    read: readWith(query),
    lastTaskId: async () => Number((await query('SELECT last FROM task_ids'))[0]?.[0]),
    query,
    close: async () => database.close(),
  };
}
