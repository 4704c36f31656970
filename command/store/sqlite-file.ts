import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

import { schemaVersion } from '../../server/store/sqlite/sqlite-database.ts';
import { isBusy, isNoDatabase, sqliteStoreError } from '../../server/store/sqlite/sqlite-errors.ts';
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

/** Puts a checked copy in the place of the database at `place`. */
export function copyDatabase(from: string, place: string, taking?: Taking): Promise<Contents> {
  return withDraft(place, async (draft) => {
    fillDraft(draft, from);
    const contents = checkDatabase(draft);
    takePlace(draft, place, taking);
    return contents;
  });
}

/**
 * Copies everything into an empty draft, in one snapshot, which concurrent writes neither change nor restart, except the
 * tables in `leftBehind`.
 */
export function fillDraft(draft: string, from: string): void {
  withDatabase(from, openToRead, (source) => source.prepare('VACUUM INTO ?').run(draft));
  withDatabase(draft, openToWrite, (copy) => {
    // The deleted rows are overwritten, not only marked as free, and no journal holds them.
    copy.exec('PRAGMA secure_delete = ON; PRAGMA journal_mode = MEMORY');
    for (const table of leftBehind) if (hasTable(copy, table)) copy.exec(`DELETE FROM ${table}`);
    startLists(copy);
  });
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

/** Gives each user a list whose version is the time, so that a version that a client knows never comes again with other tasks. */
export function startLists(database: DatabaseSync): void {
  // A backup of the first release has no lists: the migration makes them.
  if (!hasTable(database, 'lists')) return;
  const now = "CAST(unixepoch('subsec') * 1000 AS INTEGER) * 1000";
  database.exec(`INSERT INTO lists (owner, version) SELECT id, ${now} FROM users`);
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

/** The files that SQLite keeps beside a database while it is open, or after a process that did not close it. */
const filesBeside = ['-wal', '-shm', '-journal'] as const;

/**
 * The file to which a database may be written, with all links resolved. Refuses `source` itself under any name, a database
 * that another process has open or locked, and one that has files of an open database beside it.
 */
export function placeFor(target: string, source?: string): string {
  const place = followLinks(target);
  if (source !== undefined && isSameFile(place, source)) {
    throw refusal(`${target} is the source itself, ${source}: name another file`);
  }
  const beside = filesBeside.map((suffix) => place + suffix).find((file) => existsSync(file));
  if (beside !== undefined) {
    throw refusal(
      `${beside} stands beside ${place}: a process has it open, or ended without closing it. Stop that process; if ` +
        'there is none, move the database away with all files beside it, or let the service start and stop once',
    );
  }
  if (existsSync(place)) refuseLocked(place);
  return place;
}

/**
 * Calls `work` with an empty file beside `place`, readable by this user only, for the database that is to replace `place`,
 * and removes what is left of it. The draft of an interrupted run is removed before.
 */
export async function withDraft<T>(place: string, work: (draft: string) => Promise<T>): Promise<T> {
  const draft = `${place}.draft`;
  if (existsSync(draft)) refuseLocked(draft);
  const remove = () => ['', ...filesBeside].forEach((suffix) => rmSync(draft + suffix, { force: true }));
  remove();
  closeSync(openSync(draft, 'wx', 0o600));
  try {
    return await work(draft);
  } finally {
    remove();
  }
}

export type Taking = Readonly<{
  /** A further name for the replaced file; no file may have it yet. */
  keepAs?: string;
  /** Gives the file to the owner of the replaced file, else of its folder: the service's user, when root restores. */
  giveToOwner?: boolean;
}>;

/** Makes the closed draft the database at `place`, durably and atomically. Repeats the checks of `placeFor` before. */
export function takePlace(draft: string, place: string, { keepAs, giveToOwner = false }: Taking = {}): void {
  if (giveToOwner) {
    const { uid, gid } = statSync(existsSync(place) ? place : dirname(place));
    if (uid !== process.geteuid?.()) chownSync(draft, uid, gid);
  }
  flush(draft, 'r+');
  placeFor(place);
  if (keepAs !== undefined) linkSync(place, keepAs);
  renameSync(draft, place);
  // Not every file system can open a folder to sync it; there the rename is as durable as the file system makes it.
  if (process.platform !== 'win32') flush(dirname(place), 'r');
}

/** The path without links. Of a file that does not exist yet the folder is resolved. */
function followLinks(target: string): string {
  const path = resolve(target);
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return join(realFolder(dirname(path)), basename(path));
  if (found.isSymbolicLink() && !existsSync(path)) throw refusal(`${target} is a link that leads nowhere`);
  const place = realpathSync.native(path);
  if (!statSync(place).isFile()) throw refusal(`${target} is no file`);
  return place;
}

function realFolder(folder: string): string {
  if (!existsSync(folder)) throw refusal(`There is no folder ${folder}`);
  return realpathSync.native(folder);
}

/** Compares what the file system says, not names: links and letter case give one file many names. */
function isSameFile(one: string, other: string): boolean {
  const [here, there] = [one, other].map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }));
  return here !== undefined && here.dev === there?.dev && here.ino === there.ino;
}

/**
 * Takes SQLite's exclusive lock and releases it again. An idle program with a rollback journal holds no lock; it continues
 * with the file that it has open, which no longer has this name.
 */
function refuseLocked(path: string): void {
  try {
    using database = new DatabaseSync(path, { timeout: 0 });
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; ROLLBACK');
  } catch (cause) {
    if (isBusy(cause)) throw refusal(`${path} is in use: stop the process that has it open`);
    if (!isNoDatabase(cause)) throw sqliteStoreError(path, cause);
  }
}

function flush(path: string, flags: string): void {
  const file = openSync(path, flags);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

const refusal = (message: string) => new StoreError('failed', message);
