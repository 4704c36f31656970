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

import { isBusy, isNoDatabase, sqliteStoreError } from './sqlite-errors.ts';
import { StoreError } from './store.ts';

/** What SQLite keeps beside a database that is open, or whose last process did not come to close it. */
export const besides = ['-wal', '-shm', '-journal'] as const;

/**
 * The file at which a database may be written, all links followed. Refuses a database that is `source` itself under
 * whatever name, that another process has open or locked, or that has files of an open database beside it.
 */
export function placeFor(target: string, source?: string): string {
  const place = followLinks(target);
  if (source !== undefined && isSameFile(place, source)) {
    throw refusal(`${target} is the source itself, ${source}: name another file`);
  }
  const beside = besides.map((suffix) => place + suffix).find((file) => existsSync(file));
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
 * An empty file beside `place` for what is to replace it, for this user alone. What an earlier run has left goes, unless
 * this one is to go on with it.
 */
export function makeDraft(place: string, { goOn = false } = {}): string {
  const draft = `${place}.${goOn ? 'moving' : 'draft'}`;
  if (existsSync(draft)) refuseLocked(draft);
  if (goOn && existsSync(draft)) return draft;
  removeDraft(draft);
  closeSync(openSync(draft, 'wx', 0o600));
  return draft;
}

/** Removes a draft with whatever SQLite has put beside it. */
export function removeDraft(draft: string): void {
  for (const suffix of ['', ...besides]) rmSync(draft + suffix, { force: true });
}

type Taking = Readonly<{
  /** A further name for what is replaced; nothing may have it yet. */
  keepAs?: string;
  /** Give it to the owner of what it replaces, else of its folder: the service's user, when root restores. */
  giveToOwner?: boolean;
}>;

/** The draft, closed by now, becomes the database at `place`, durably and at once. Looks again whether it may. */
export function takePlace(draft: string, place: string, { keepAs, giveToOwner = false }: Taking = {}): void {
  if (giveToOwner) {
    const { uid, gid } = statSync(existsSync(place) ? place : dirname(place));
    if (uid !== process.geteuid?.()) chownSync(draft, uid, gid);
  }
  flush(draft, 'r+');
  placeFor(place);
  if (keepAs !== undefined) linkSync(place, keepAs);
  renameSync(draft, place);
  // A folder cannot be opened everywhere; where it cannot, its file system has to do without.
  if (process.platform !== 'win32') flush(dirname(place), 'r');
}

/** A file that is not there yet has the real folder of its name. */
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

/** By what the file system says, not by names: links and letter case make many names of one file. */
function isSameFile(one: string, other: string): boolean {
  const [here, there] = [one, other].map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }));
  return here !== undefined && here.dev === there?.dev && here.ino === there.ino;
}

/**
 * Asks SQLite for the file alone, and gives it back. A program that has a rollback journal and is idle holds no lock; it
 * goes on with the file that it has, which is no longer the one at this name.
 */
function refuseLocked(path: string): void {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { timeout: 0 });
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; ROLLBACK');
  } catch (cause) {
    if (isBusy(cause)) throw refusal(`${path} is in use: stop the process that has it open`);
    if (!isNoDatabase(cause)) throw sqliteStoreError(path, cause);
  } finally {
    database?.close();
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
