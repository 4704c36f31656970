import type { BigIntStats } from 'node:fs';
import {
  accessSync,
  closeSync,
  constants,
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
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

import { readMigrations, refuseNewer } from '../../server/store/migrations.ts';
import { readText } from '../../server/store/row.ts';
import { openSqliteDatabase, schemaVersion } from '../../server/store/sqlite/sqlite-database.ts';
import { isBusy, isNoDatabase, sqliteStoreError } from '../../server/store/sqlite/sqlite-errors.ts';
import { StoreError } from '../../server/store/store.ts';
import { actAsOwnerOf } from '../owner.ts';
import type { Dialect, Inspected, Query, Source, Target } from './rows.ts';
import { refuseStranger } from './rows.ts';

const dialect: Dialect = {
  // The removed rows are overwritten, not only marked as free. A running service writes often: its turns are waited for.
  begin: ['PRAGMA secure_delete = ON', 'PRAGMA busy_timeout = 10000', 'BEGIN IMMEDIATE'],
  columnsOf: 'SELECT name FROM pragma_table_info(?)',
  lastTaskId: 'SELECT last FROM task_ids',
  selectJson: (columns) =>
    `SELECT ${columns.map((column) => `value ->> '${column}'`).join(', ')} FROM json_each(?)`,
  continueAbove: 'UPDATE task_ids SET last = max(last, ?)',
  startLists:
    "INSERT INTO lists (owner, version) SELECT id, CAST(unixepoch('subsec') * 1000 AS INTEGER) * 1000 FROM users",
};

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
    const opened = openedOn(database, path);
    const damaged = (how: string) => new StoreError('damaged', `${path} is damaged: ${how}`);
    return {
      ...opened,
      alsoUsedBy: isInUse ? `A process has ${path} open, or ended without closing it` : null,
      async check() {
        const verdict = readText((await opened.query('PRAGMA integrity_check'))[0]);
        if (verdict !== 'ok') throw damaged(verdict);
        const [stray] = await opened.query('PRAGMA foreign_key_check');
        if (stray !== undefined) throw damaged(`${readText(stray)} refers to a user who is not there`);
      },
      async checkUnchanged() {
        using _again = actAsOwnerOf(path);
        // A database with a log is read in one snapshot.
        if (isInUse || before === stateOf(path)) return;
        const why = 'has changed while it was read: stop what uses it and start again';
        throw new StoreError('failed', `${path} ${why}`);
      },
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

type TargetOptions = Readonly<{
  /** The file is thrown away unless it becomes complete, so that it needs no log. */
  isDraft?: boolean;
  wait?: (milliseconds: number) => Promise<unknown>;
}>;

/** Opens the embedded database at `path` to write it, as the owner of its folder. It is created or migrated first. */
export function openSqliteTarget(
  path: string,
  { isDraft = false, wait = sleep }: TargetOptions = {},
): Target {
  const migrations = readMigrations('sqlite');
  const acting = actAsOwnerOf(path);
  try {
    const database = openSqliteDatabase(path, { migrations });
    if (isDraft) database.exec('PRAGMA journal_mode = OFF');
    const opened = openedOn(database, path);
    return {
      ...opened,
      overwriteRemoved: () => overwriteRemoved(opened.query, path, wait),
      async [Symbol.asyncDispose]() {
        database.close();
        acting[Symbol.dispose]();
      },
    };
  } catch (cause) {
    acting[Symbol.dispose]();
    throw cause;
  }
}

const pauseMs = 100;
const mostTries = 300;

/** Also what was removed earlier: free pages leave the file, and the log ends. */
async function overwriteRemoved(query: Query, path: string, wait: (ms: number) => Promise<unknown>) {
  await query('VACUUM');
  await query('PRAGMA busy_timeout = 50');
  for (let tries = 0; tries < mostTries; tries += 1) {
    const [[busy] = []] = await query('PRAGMA wal_checkpoint(TRUNCATE)');
    if (busy === 0) return;
    // The timeout does not cover this: a service that copies its long log into the file makes SQLite give up at once.
    await wait(pauseMs);
  }
  const why = 'still holds removed rows, because another process reads: run this again';
  throw new StoreError('unavailable', `${path}-wal ${why}`);
}

function openedOn(database: DatabaseSync, path: string) {
  const query: Query = async (text, values = []) => {
    try {
      return database
        .prepare(text)
        .all(...values)
        .map((row) => Object.values(row));
    } catch (cause) {
      throw sqliteStoreError(path, cause);
    }
  };
  return { query, dialect, [Symbol.asyncDispose]: async () => database.close() };
}

/** Proves that the database at `path` can be written, or made, without changing anything. */
export function inspectSqlite(path: string): Inspected {
  const known = readMigrations('sqlite').length;
  if (path === ':memory:') return { version: 0, known };
  using _acting = actAsOwnerOf(path);
  try {
    let there = path;
    while (!existsSync(there)) there = dirname(there);
    if (there !== path) {
      // Refuses a file in the place of the folder.
      accessSync(`${there}/.`, constants.W_OK);
      return { version: 0, known };
    }
    using database = new DatabaseSync(path, { timeout: 5000 });
    const version = schemaVersion(database);
    refuseNewer(version, known);
    database.exec('BEGIN IMMEDIATE; ROLLBACK');
    return { version, known };
  } catch (cause) {
    throw sqliteStoreError(path, cause);
  }
}

export type Replacing = Readonly<{
  /** The file that is copied, which is no target. */
  source?: string | undefined;
  /** What a further name for the replaced file ends with; no file may have it yet. */
  keepAs?: string;
  /** Refuses a database that holds people. */
  mustBeEmpty?: boolean;
}>;

/**
 * Calls `fill` with an empty file beside `target`, which then becomes the database `target`, durably and atomically: no process can
 * open half a copy. The file belongs to the owner of its folder, who alone may read it. The draft of an interrupted run is
 * removed before.
 */
export async function replaceDatabase<T extends object>(
  target: string,
  { source, keepAs, mustBeEmpty = false }: Replacing,
  fill: (draft: string) => Promise<T>,
): Promise<T & Readonly<{ keptAs: string | undefined }>> {
  const copied = source === undefined ? undefined : statSync(source, { bigint: true, throwIfNoEntry: false });
  using _acting = actAsOwnerOf(target);
  const place = placeFor(target, mustBeEmpty, copied);
  const draft = `${place}.draft`;
  if (lstatSync(draft, { throwIfNoEntry: false })?.isFile()) look(draft);
  const remove = () => ['', ...suffixes].forEach((suffix) => rmSync(draft + suffix, { force: true }));
  remove();
  closeSync(openSync(draft, 'wx', 0o600));
  try {
    const filled = await fill(draft);
    flush(draft, 'r+');
    const keptAs = keepAs !== undefined && existsSync(place) ? place + keepAs : undefined;
    placeFor(place, mustBeEmpty);
    if (keptAs !== undefined) linkSync(place, keptAs);
    renameSync(draft, place);
    // Not every file system can open a folder to sync it; there the rename is as durable as the file system makes it.
    if (process.platform !== 'win32') flush(dirname(place), 'r');
    return { ...filled, keptAs };
  } finally {
    remove();
  }
}

/** The files that SQLite keeps beside a database while it is open, or after a process that did not close it. */
const suffixes = ['-wal', '-shm', '-journal'] as const;

/**
 * The file `target` in its real folder. Refuses a link, a file that is no database of Dueline, the copied file under any name, and
 * a database that another process has open or locked.
 */
function placeFor(target: string, mustBeEmpty: boolean, copied?: BigIntStats): string {
  const folder = dirname(resolve(target));
  if (!existsSync(folder)) throw refusal(`There is no folder ${folder}`);
  const place = join(realpathSync.native(folder), basename(target));
  const found = lstatSync(place, { bigint: true, throwIfNoEntry: false });
  if (found?.isSymbolicLink()) throw refusal(`${target} is a link: name the file itself`);
  if (found !== undefined && !found.isFile()) throw refusal(`${target} is no file`);
  // Names say nothing: hard links and letter case give one file many.
  if (found !== undefined && found.dev === copied?.dev && found.ino === copied.ino)
    throw refusal(`${target} is the source itself: name another file`);
  const beside = suffixes.map((suffix) => place + suffix).find((file) => existsSync(file));
  if (beside !== undefined) {
    throw refusal(
      `${beside} stands beside ${place}: a process has it open, or ended without closing it. Stop that process; if ` +
        'there is none, move the database away with all files beside it, or let the service start and stop once',
    );
  }
  if (found === undefined) return place;
  const content = look(place);
  if (content === 'another')
    throw refusal(`${place} is no database of Dueline: name another file, or move this one away`);
  if (content === 'people' && mustBeEmpty)
    throw refusal(`${place} holds people: name an empty database, or a file that does not exist yet`);
  return place;
}

/**
 * What a file is, under SQLite's exclusive lock. An idle program with a rollback journal holds no lock; it continues with the
 * file that it has open, which no longer has this name.
 */
function look(path: string): 'empty' | 'people' | 'another' {
  try {
    using database = new DatabaseSync(path, { timeout: 0 });
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    const tables = database
      .prepare('SELECT name FROM sqlite_schema')
      .all()
      .map(({ name }) => name);
    if (tables.length === 0) return 'empty';
    if (!tables.includes('users') || !tables.includes('tasks')) return 'another';
    return database.prepare('SELECT 1 FROM users').get() === undefined ? 'empty' : 'people';
  } catch (cause) {
    if (isBusy(cause)) throw refusal(`${path} is in use: stop the process that has it open`);
    if (isNoDatabase(cause)) return 'another';
    throw sqliteStoreError(path, cause);
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
