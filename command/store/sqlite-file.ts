import { existsSync, realpathSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

import type { Taking } from './database-file.ts';
import { makeDraft, removeDraft, takePlace } from './database-file.ts';
import { schemaVersion } from '../../server/store/sqlite/sqlite-database.ts';
import { sqliteStoreError } from '../../server/store/sqlite/sqlite-errors.ts';
import { StoreError } from '../../server/store/store.ts';
import { leftBehind } from './rows.ts';

/** What a database of Dueline holds, and its schema version. */
export type Contents = Readonly<{ version: number; tasks: number; people: number }>;

/**
 * Opens a database for reading and changes no byte of it. A database that no process has open is read without locks and
 * without files beside it; one with a write-ahead log is read together with that log.
 */
export function openToRead(path: string): DatabaseSync {
  if (!existsSync(path)) throw new StoreError('failed', `There is no database ${path}`);
  const address = pathToFileURL(realpathSync.native(path));
  if (!hasLog(path)) address.searchParams.set('immutable', '1');
  return new DatabaseSync(address, { readOnly: true });
}

/** Whether the file may be incomplete without its log: a process has the database open, or did not close it. */
export function hasLog(path: string): boolean {
  const file = realpathSync.native(path);
  return ['-wal', '-journal'].some((suffix) => existsSync(file + suffix));
}

/**
 * Puts a checked copy in the place of the database at `place`: everything in one snapshot, which concurrent writes neither
 * change nor restart, except the shared renewals: they hold sealed tokens and live for a minute.
 */
export function copyDatabase(from: string, place: string, taking?: Taking): Contents {
  const draft = makeDraft(place);
  try {
    withDatabase(from, openToRead, (source) => source.prepare('VACUUM INTO ?').run(draft));
    withDatabase(draft, openToWrite, (copy) => {
      // The deleted rows are overwritten, not only marked as free, and no journal holds them.
      copy.exec('PRAGMA secure_delete = ON; PRAGMA journal_mode = MEMORY');
      for (const table of leftBehind) if (hasTable(copy, table)) copy.exec(`DELETE FROM ${table}`);
    });
    const contents = checkDatabase(draft);
    takePlace(draft, place, taking);
    return contents;
  } finally {
    removeDraft(draft);
  }
}

/** Reads the whole database once. Refuses one that is damaged, inconsistent or not of Dueline. */
export function checkDatabase(path: string): Contents {
  return withDatabase(path, openToRead, (database) => {
    const read = (sql: string) => Object.values(database.prepare(sql).get() ?? {})[0];
    const damaged = (how: string) => new StoreError('damaged', `${path} is damaged: ${how}`);
    const verdict = read('PRAGMA integrity_check');
    if (verdict !== 'ok') throw damaged(String(verdict));
    if (!['users', 'tasks'].every((table) => hasTable(database, table))) {
      throw new StoreError('failed', `${path} is no database of Dueline`);
    }
    const stray = read('PRAGMA foreign_key_check');
    if (stray !== undefined) throw damaged(`${String(stray)} refers to a user who is not there`);
    return {
      version: schemaVersion(database),
      tasks: Number(read('SELECT count(*) FROM tasks')),
      people: Number(read('SELECT count(*) FROM users')),
    };
  });
}

const openToWrite = (path: string) => new DatabaseSync(path);

function withDatabase<T>(
  path: string,
  open: (path: string) => DatabaseSync,
  work: (on: DatabaseSync) => T,
): T {
  try {
    using database = open(path);
    return work(database);
  } catch (cause) {
    throw sqliteStoreError(path, cause);
  }
}

const hasTable = (database: DatabaseSync, name: string): boolean =>
  database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name) !== undefined;
