import type { StoreErrorCode } from '../store.ts';
import { StoreError } from '../store.ts';

type Meaning = readonly [StoreErrorCode, string];

const locked: Meaning = ['unavailable', 'is locked by another process'];
const readOnlyDisk: Meaning = [
  'not_writable',
  'is read-only: mend its disk, or make the file and its folder writable for this user',
];
const diskFault: Meaning = [
  'unavailable',
  "cannot be read or written: the disk reports an error or is read-only, see the system's log",
];

/** What SQLite's primary result codes mean to the operator (https://sqlite.org/rescode.html). */
const meanings: Readonly<Record<number, Meaning>> = {
  3: ['not_writable', 'may not be opened by this user'],
  5: locked,
  6: locked,
  8: readOnlyDisk,
  10: diskFault,
  11: ['damaged', 'is damaged: restore it from a backup'],
  13: ['unavailable', 'cannot grow: the disk is full'],
  14: ['not_writable', 'cannot be opened: make its folder exist and be writable for this user'],
  15: locked,
  26: ['damaged', 'is not an SQLite database: restore it from a backup, or name another file'],
};

const busy = 5;
const readOnly = 8;
const inputOutput = 10;
const damaged = 11;
const full = 13;
const notADatabase = 26;
/** SQLITE_IOERR_READ and SQLITE_IOERR_SHORT_READ. */
const unreadable: ReadonlySet<number> = new Set([266, 522]);

/** The StoreError for any error of node:sqlite or the file system at the database `path`. */
export function sqliteStoreError(path: string, cause: unknown): StoreError {
  if (cause instanceof StoreError) return cause;
  const [code, meaning] = meanings[primaryCode(cause) ?? -1] ?? fileSystemMeaning(cause);
  return new StoreError(code, `The database ${path} ${meaning}`, cause);
}

/** Another process holds the lock; a later attempt may succeed. */
export function isBusy(cause: unknown): boolean {
  return primaryCode(cause) === busy;
}

/** There is no room on the disk. */
export function isDiskFull(cause: unknown): boolean {
  return primaryCode(cause) === full;
}

/** The disk returned a page that is not a page of a database. */
export function isDamage(cause: unknown): boolean {
  return primaryCode(cause) === damaged;
}

/** The file cannot be locked: it is not a database, or its header is damaged. */
export function isNoDatabase(cause: unknown): boolean {
  const primary = primaryCode(cause);
  return primary === damaged || primary === notADatabase;
}

/** The disk refuses writes, and can be repaired only when the files are closed. An unreadable page fails its reader only. */
export function isDiskFault(cause: unknown): boolean {
  const primary = primaryCode(cause);
  return primary === readOnly || (primary === inputOutput && !unreadable.has(resultCode(cause) ?? 0));
}

/** The low byte; the rest is detail (extended result codes). */
function primaryCode(cause: unknown): number | undefined {
  const code = resultCode(cause);
  return code === undefined ? undefined : code & 0xff;
}

function resultCode(cause: unknown): number | undefined {
  if (!(cause instanceof Error && 'errcode' in cause && typeof cause.errcode === 'number')) return undefined;
  return cause.errcode;
}

/** Why a new database cannot be created at its path. The operator has just chosen that path, so waiting does not help. */
const noPlace: Readonly<Record<string, string>> = {
  EACCES: 'its folder is not writable for this user',
  EEXIST: 'a file is in the way of its folder',
  EISDIR: 'a folder has its name',
  ENAMETOOLONG: 'the name is too long',
  ENOENT: 'no folder can be made there',
  ENOTDIR: 'a file is in the way of its folder',
  EPERM: 'its folder is not writable for this user',
  EROFS: 'its disk is read-only',
};

function fileSystemMeaning(cause: unknown): Meaning {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code === 'ENOSPC' || code === 'EDQUOT') return ['unavailable', 'cannot grow: the disk is full'];
  if (code === 'EIO') return diskFault;
  if (code === 'ERR_INVALID_STATE') return ['unavailable', 'is closed'];
  const reason = typeof code === 'string' ? noPlace[code] : undefined;
  if (reason === undefined) return ['failed', 'failed'];
  return ['misconfigured', `cannot be made: ${reason}. Choose another place with DATA=<folder> or store.url`];
}
