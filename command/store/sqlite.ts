import {
  existsSync,
  linkSync,
  lstatSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

import { readMigrations, refuseNewer } from '../../server/store/migrations.ts';
import { readText } from '../../server/store/row.ts';
import {
  openSqliteDatabase,
  refuseForeign,
  schemaVersion,
} from '../../server/store/sqlite/sqlite-database.ts';
import { hasFullDisk } from '../../server/store/sqlite/disk.ts';
import { isBusy, isNoDatabase, sqliteStoreError } from '../../server/store/sqlite/sqlite-errors.ts';
import { StoreError } from '../../server/store/store.ts';
import { actAsOwnerOf, tryFolder } from '../owner.ts';
import type { TableChecksum, Dialect, Query, Source, Target } from './rows.ts';

const dialect: Dialect = {
  // Deleted rows are overwritten, not only marked as free. The timeout is long because a running service writes often.
  begin: ['PRAGMA secure_delete = ON', 'PRAGMA busy_timeout = 10000', 'BEGIN IMMEDIATE'],
  columnsOf: 'SELECT name FROM pragma_table_info(?)',
  lastTaskId: 'SELECT last FROM task_ids',
  continueAbove: 'UPDATE task_ids SET last = max(last, ?)',
  startLists:
    "INSERT INTO lists (owner, version) SELECT id, CAST(unixepoch('subsec') * 1000 AS INTEGER) * 1000 FROM users",
};

/** Opens the embedded database at `path` to read it in one snapshot, together with its write-ahead log. */
export function openSqliteSource(path: string): Source {
  const known = readMigrations('sqlite').length;
  using _acting = actAsOwnerOf(path);
  let database: DatabaseSync | undefined;
  try {
    if (!isThere(path)) throw refusal(`There is no database ${path}`);
    const isInUse = fileBeside(realpathSync.native(path)) !== undefined;
    database = new DatabaseSync(path, { timeout: 5000 });
    // After its first statement the transaction opens no more files, so it works after the change back to the other user.
    database.exec('PRAGMA query_only = ON; BEGIN');
    const version = schemaVersion(database);
    refuseForeign(database, path);
    refuseNewer(version, known);
    const opened = openedOn(database, path);
    return {
      ...opened,
      version,
      alsoUsedBy: isInUse ? `A process has ${path} open, or ended without closing it` : null,
      async check() {
        await refuseDamaged(opened.query, 'integrity_check', path);
        const [stray] = await opened.query('PRAGMA foreign_key_check');
        if (stray !== undefined)
          throw damagedError(path, `${readText(stray)} refers to a user who is not there`);
      },
    };
  } catch (cause) {
    database?.close();
    throw sqliteStoreError(path, cause);
  }
}

/** Reads the whole database. `quick_check` takes half the time, and does not compare indexes with their tables. */
async function refuseDamaged(query: Query, check: 'integrity_check' | 'quick_check', path: string) {
  const verdict = readText((await query(`PRAGMA ${check}`))[0]);
  if (verdict !== 'ok') throw damagedError(path, verdict.replaceAll(/\s+/g, ' '));
}

const damagedError = (path: string, how: string) =>
  new StoreError('damaged', `${path} is damaged: ${how}`);

/** Unlike existsSync it throws an error that names the reason, such as a folder without access for this user. */
function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (cause) {
    throw refusal(
      `The database ${path} cannot be opened: ${cause instanceof Error ? cause.message : ''}`,
    );
  }
}

/**
 * The version of the schema, 0 for none. Refuses a damaged database, and a path at which the start cannot create or write one. Changes
 * nothing.
 */
export async function trySqlite(path: string): Promise<number> {
  if (path === ':memory:') return 0;
  using _acting = actAsOwnerOf(path);
  let folder = dirname(path);
  while (!existsSync(folder)) folder = dirname(folder);
  try {
    tryFolder(folder);
  } catch (cause) {
    throw sqliteStoreError(path, cause);
  }
  if (hasFullDisk(join(folder, basename(path))))
    throw new StoreError('unavailable', `The database ${path} cannot grow: the disk is full`);
  if (!existsSync(path)) return 0;
  await using source = openSqliteSource(path);
  await refuseDamaged(source.query, 'quick_check', path);
  return source.version;
}

/**
 * Opens the embedded database at `path` to write it, as the owner of its folder. `migrates`: it is created or migrated first.
 * `isDraft`: it has no write-ahead log, so that a full disk fails the commit, not the close, and it can be read on a read-only disk.
 */
export function openSqliteTarget(path: string, { isDraft = false, migrates = true } = {}): Target {
  const acting = actAsOwnerOf(path);
  try {
    const database = openSqliteDatabase(path, migrates ? {} : { mayMake: false, migrations: [] });
    if (isDraft) database.exec('PRAGMA journal_mode = DELETE');
    const opened = openedOn(database, path);
    return {
      ...opened,
      purgeDeletedRows: () => purgeDeletedRows(opened.query, path),
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

/** Removes the content of all deleted rows, also of earlier ones: VACUUM removes free pages, and the log is emptied. */
async function purgeDeletedRows(query: Query, path: string) {
  await query('VACUUM');
  await query('PRAGMA busy_timeout = 50');
  for (let tries = 0; tries < 300; tries += 1) {
    const [[busy] = []] = await query('PRAGMA wal_checkpoint(TRUNCATE)');
    if (busy === 0) return;
    // The timeout has no effect here: while a service copies its long log into the file, SQLite returns busy at once.
    await sleep(100);
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

/**
 * Calls `fill` with an empty file beside `target`, which then replaces `target`, durably and atomically: no process can open a
 * partial copy. `keepAs`: the replaced file is kept under its name with this ending. Only the owner of the folder, who owns the
 * file, can read it. The draft of an interrupted run is removed first.
 */
export async function replaceDatabase(
  target: string,
  keepAs: string | undefined,
  fill: (draft: string) => Promise<TableChecksum[]>,
): Promise<Readonly<{ accounts: TableChecksum[]; keptAs: string | undefined }>> {
  using _acting = actAsOwnerOf(target);
  const place = placeFor(target);
  const draft = `${place}.draft`;
  if (lstatSync(draft, { throwIfNoEntry: false })?.isFile()) isOurs(draft);
  const remove = () =>
    ['', ...suffixes].forEach((suffix) => rmSync(draft + suffix, { force: true }));
  remove();
  writeFileSync(draft, '', { mode: 0o600, flag: 'wx' });
  try {
    const accounts = await fill(draft);
    await flush(draft, 'r+');
    const keptAs = keepAs !== undefined && existsSync(place) ? place + keepAs : undefined;
    placeFor(place);
    if (keptAs !== undefined) linkSync(place, keptAs);
    renameSync(draft, place);
    // Windows cannot open a folder to sync it; there the file system alone makes the rename durable.
    if (process.platform !== 'win32') await flush(dirname(place), 'r');
    return { accounts, keptAs };
  } finally {
    remove();
  }
}

/** The files that SQLite has beside a database while it is open, or after a process that did not close it. */
const suffixes = ['-wal', '-shm', '-journal'] as const;

const fileBeside = (path: string) =>
  suffixes.map((suffix) => path + suffix).find((file) => existsSync(file));

/**
 * The file `target` in its real folder. Refuses a link, a file that is no database of Dueline, and a database that another process
 * has open or locked.
 */
function placeFor(target: string): string {
  const folder = dirname(resolve(target));
  if (!existsSync(folder)) throw refusal(`There is no folder ${folder}`);
  const place = join(realpathSync.native(folder), basename(target));
  const found = lstatSync(place, { throwIfNoEntry: false });
  if (found?.isSymbolicLink()) throw refusal(`${target} is a link: name the file itself`);
  if (found !== undefined && !found.isFile()) throw refusal(`${target} is no file`);
  const beside = fileBeside(place);
  if (beside !== undefined) {
    throw refusal(
      `${beside} stands beside ${place}: a process has it open, or ended without closing it. Stop that process; if ` +
        'there is none, move the database away with all files beside it, or let the service start and stop once',
    );
  }
  if (found !== undefined && !isOurs(place))
    throw refusal(`${place} is no database of Dueline: name another file, or move this one away`);
  return place;
}

/**
 * True when a file is empty or a database of Dueline, checked under SQLite's exclusive lock. Refuses a file that is in use. An idle
 * program with a rollback journal has no lock: it continues with its open file, which no longer has this name.
 */
function isOurs(path: string): boolean {
  try {
    using database = new DatabaseSync(path, { timeout: 0 });
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    const tables = database
      .prepare('SELECT name FROM sqlite_schema')
      .all()
      .map(({ name }) => name);
    return tables.length === 0 || (tables.includes('users') && tables.includes('tasks'));
  } catch (cause) {
    if (isBusy(cause)) throw refusal(`${path} is in use: stop the process that has it open`);
    if (isNoDatabase(cause)) return false;
    throw sqliteStoreError(path, cause);
  }
}

async function flush(path: string, flags: string): Promise<void> {
  await using file = await open(path, flags);
  await file.sync();
}

const refusal = (message: string) => new StoreError('failed', message);
