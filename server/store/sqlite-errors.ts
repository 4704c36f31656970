import type { StoreErrorCode } from './store.ts';
import { StoreError } from './store.ts';

/** What SQLite's primary result codes mean to whoever runs the service (https://sqlite.org/rescode.html). */
const meanings: Readonly<Record<number, readonly [StoreErrorCode, string]>> = {
  3: ['not_writable', 'may not be opened by this user'],
  5: ['unavailable', 'is locked by another process'],
  6: ['unavailable', 'is locked by another process'],
  8: ['not_writable', 'is read-only: make the file and its folder writable for this user'],
  10: [
    'unavailable',
    "cannot be read or written: the disk reports an error or is read-only, see the system's log",
  ],
  11: ['failed', 'is damaged: restore it from a backup'],
  13: ['unavailable', 'cannot grow: the disk is full'],
  14: ['not_writable', 'cannot be opened: make its folder exist and be writable for this user'],
  26: ['failed', 'is not an SQLite database: restore it from a backup, or name another file'],
};

const busy = 5;
const damaged = 11;

/** The StoreError for whatever came out of node:sqlite or the file system while working on the database at `path`. */
export function sqliteStoreError(path: string, cause: unknown): StoreError {
  if (cause instanceof StoreError) return cause;
  const [code, meaning] = meanings[primaryCode(cause) ?? -1] ?? fileSystemMeaning(cause);
  return new StoreError(code, `The database ${path} ${meaning}`, cause);
}

/** Another process holds the lock that was asked for; asking again later may succeed. */
export function isBusy(cause: unknown): boolean {
  return primaryCode(cause) === busy;
}

/** A page came from the disk as no page of a database. */
export function isDamage(cause: unknown): boolean {
  return primaryCode(cause) === damaged;
}

function primaryCode(cause: unknown): number | undefined {
  if (!(cause instanceof Error && 'errcode' in cause && typeof cause.errcode === 'number')) return undefined;
  // The low byte; the rest is detail (extended result codes).
  return cause.errcode & 0xff;
}

function fileSystemMeaning(cause: unknown): readonly [StoreErrorCode, string] {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code === 'ENOSPC' || code === 'EDQUOT') return ['unavailable', 'cannot grow: the disk is full'];
  if (code === 'ERR_INVALID_STATE') return ['unavailable', 'is closed'];
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || code === 'ENOTDIR' || code === 'EEXIST') {
    return ['not_writable', 'cannot be made: its folder is not writable for this user'];
  }
  return ['failed', 'failed'];
}
