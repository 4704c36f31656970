import type { BigIntStats } from 'node:fs';
import {
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

import { isBusy, isNoDatabase, sqliteStoreError } from '../../server/store/sqlite/sqlite-errors.ts';
import { StoreError } from '../../server/store/store.ts';
import { actAsOwnerOf } from '../owner.ts';

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
export async function replaceDatabase<T>(
  target: string,
  { source, keepAs, mustBeEmpty = false }: Replacing,
  fill: (draft: string) => Promise<T>,
): Promise<Readonly<{ filled: T; keptAs: string | undefined }>> {
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
    return { filled, keptAs };
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
