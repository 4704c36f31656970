import type { StoreErrorCode } from '../store.ts';
import { StoreError } from '../store.ts';

type Meaning = readonly [StoreErrorCode, string];

const locked: Meaning = ['unavailable', 'is locked by another process'];
const diskFull: Meaning = ['unavailable', 'cannot grow: the disk is full'];
const diskFault: Meaning = [
  'unavailable',
  "cannot be read or written: the disk reports an error or is read-only, see the system's log",
];

/** The error code and message of SQLite's primary result codes (https://sqlite.org/rescode.html). */
const meanings: Readonly<Record<number, Meaning>> = {
  3: ['not_writable', 'may not be opened by this user'],
  5: locked,
  6: locked,
  8: [
    'not_writable',
    'is read-only: mend its disk, or make the file and its folder writable for this user',
  ],
  10: diskFault,
  11: ['damaged', 'is damaged: restore it from a backup'],
  13: diskFull,
  14: ['not_writable', 'cannot be opened: let this user write to the file and its folder'],
  15: locked,
  26: ['damaged', 'is not an SQLite database: restore it from a backup, or name another file'],
};

/** The error code and message of errors of Node, by their code. */
const systemMeanings: Readonly<Record<string, Meaning>> = {
  ENOSPC: diskFull,
  EDQUOT: diskFull,
  EIO: diskFault,
  ERR_INVALID_STATE: ['unavailable', 'is closed'],
};

/** Errors of Node when a new database cannot be created at the path of the operator: a retry does not help. */
const noPlace = /^(EACCES|EEXIST|EISDIR|ENAMETOOLONG|ENOENT|ENOTDIR|EPERM|EROFS)$/;

/** The StoreError for any error of node:sqlite or the file system at the database `path`. */
export function sqliteStoreError(path: string, cause: unknown): StoreError {
  if (cause instanceof StoreError) return cause;
  const system = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (cause instanceof Error && noPlace.test(system)) {
    const advice = 'Choose another place with DATA=<folder> or store.url';
    return new StoreError(
      'misconfigured',
      `The database ${path} cannot be made: ${cause.message}. ${advice}`,
      cause,
    );
  }
  const [code, meaning] = meanings[primaryOf(cause)] ??
    systemMeanings[system] ?? ['failed', 'failed'];
  return new StoreError(code, `The database ${path} ${meaning}`, cause);
}

/** Another process holds the lock; a later attempt may succeed. */
export const isBusy = (cause: unknown) => primaryOf(cause) === 5;
export const isDiskFull = (cause: unknown) => primaryOf(cause) === 13;
/** The file cannot be locked: it is not a database, or its header is damaged. */
export const isNoDatabase = (cause: unknown) => [11, 26].includes(primaryOf(cause));

/** SQLITE_IOERR_READ and SQLITE_IOERR_SHORT_READ. */
const unreadable: readonly number[] = [266, 522];

/** The disk refuses writes, and can be repaired only when the files are closed. An unreadable page fails its reader only. */
export const isDiskFault = (cause: unknown) =>
  [8, 10].includes(primaryOf(cause)) && !unreadable.includes(resultOf(cause));

const primaryOf = (cause: unknown) => resultOf(cause) & 0xff;

/** The extended result code, whose low byte is the primary one; 0 for any other error. */
function resultOf(cause: unknown): number {
  if (cause instanceof Error && 'errcode' in cause && typeof cause.errcode === 'number')
    return cause.errcode;
  return 0;
}
