import type { DatabaseSync } from 'node:sqlite';

import type { Owner } from '../fair-queue.ts';
import { makeFairQueue } from '../fair-queue.ts';
import { isBusy, isDiskFault, isDiskFull, sqliteStoreError } from './sqlite-errors.ts';
import { StoreError } from '../store.ts';

type Waiting = Readonly<{
  owner: Owner;
  /** Does the work and returns the function that resolves its promise after the commit. */
  run: () => () => void;
  refuse: (error: StoreError) => void;
  deadlineMs: number;
}>;

/** The largest number of waiting writes, and their longest wait for the lock of another process. */
export const defaultLimits = { mostWaiting: 2000, lockTimeoutMs: 5000 };
const mostTogether = 100;
/** After this time a turn begins no further write, so that slow writes do not block reads. */
const longestTurnMs = 20;
const pauseMs = 25;
/** The pause between attempts to copy the write-ahead log: a failed attempt takes time too. */
const fullPauseMs = 250;

/**
 * A queue of the writes of one process, with one transaction at a time. Commits the writes of one turn of the event loop
 * together, with one sync to disk for all; when one of them fails, the others run again. While another process holds the lock,
 * writes wait within the limits without blocking reads; then they are refused. After the disk has refused a write, all further
 * writes are refused as `lost`. An error of `beforeCommit` refuses the writes of the turn.
 */
export function openWriteQueue(
  database: DatabaseSync,
  path: string,
  beforeCommit: () => void,
  { mostWaiting, lockTimeoutMs } = defaultLimits,
) {
  const begin = database.prepare('BEGIN IMMEDIATE');
  const commit = database.prepare('COMMIT');
  const queue = makeFairQueue<Waiting>(mostWaiting, `The write queue of the database ${path}`);
  let scheduled = false;
  let lost: StoreError | undefined;
  /** The error of a full disk, and the time of the next attempt to copy the log; undefined when the log is copied. */
  let full: Readonly<{ cause: unknown; againMs: number }> | undefined;
  let drained: PromiseWithResolvers<void> | undefined;

  /** Plans a turn, unless the queue is empty. */
  function schedule(afterMs: number): void {
    if (queue.size() === 0) return drained?.resolve();
    if (scheduled) return;
    scheduled = true;
    if (afterMs === 0) setImmediate(turn);
    else setTimeout(turn, afterMs);
  }

  function turn(): void {
    scheduled = false;
    const begun: Waiting[] = [];
    const done: Array<() => void> = [];
    try {
      emptyLog();
      begin.run();
      const endMs = performance.now() + longestTurnMs;
      while (begun.length < mostTogether && performance.now() < endMs) {
        const one = queue.take();
        if (one === undefined) break;
        begun.push(one);
        done.push(one.run());
      }
      beforeCommit();
      commit.run();
      for (const tell of done) tell();
      schedule(0);
    } catch (cause) {
      undo(cause, begun, begun.length > done.length ? begun.length - 1 : 0);
      schedule(begun.length > 0 ? 0 : pauseMs);
    }
  }

  /** Rolls back a transaction and refuses its writes from the index `failed` on. The writes before it run again. */
  function undo(cause: unknown, begun: readonly Waiting[], failed: number): void {
    rollBack();
    let error = sqliteStoreError(path, cause);
    if (isDiskFull(cause)) full ??= { cause, againMs: 0 };
    if (isDiskFault(cause)) error = lost = new StoreError('lost', error.message, cause);
    for (const one of begun.slice(failed)) one.refuse(error);
    for (const one of begun.slice(0, failed)) queue.add(one.owner, one);
    // When no write has begun, every waiting write is refused; if another process holds the lock, only those past their deadline.
    const mostMs = isBusy(cause) ? performance.now() : Infinity;
    const isRefused = (_: Owner, one: Waiting) =>
      lost !== undefined || (begun.length === 0 && one.deadlineMs <= mostMs);
    for (let one = queue.take(isRefused); one; one = queue.take(isRefused)) one.refuse(error);
  }

  /**
   * After the disk was full, no write runs before the log is copied into the database and emptied. Otherwise the log takes the
   * room that the database needs for the copy, and no write ever succeeds again.
   */
  function emptyLog(): void {
    if (full === undefined) return;
    if (performance.now() < full.againMs) throw full.cause;
    full = { ...full, againMs: performance.now() + fullPauseMs };
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    full = undefined;
  }

  function rollBack(): void {
    try {
      // After some errors SQLite has rolled back already.
      if (database.isTransaction) database.exec('ROLLBACK');
    } catch {
      // The same fault fails the next transaction, which reports it to its callers.
    }
  }

  return {
    /** Resolves with the result of `work` when it is on disk. `work` is synchronous and may run more than once. */
    write: <T>(owner: Owner, work: () => T) =>
      new Promise<T>((resolve, reject) => {
        if (lost) return reject(lost);
        const run = () => {
          const result = work();
          return () => resolve(result);
        };
        queue.add(owner, {
          owner,
          run,
          refuse: reject,
          deadlineMs: performance.now() + lockTimeoutMs,
        });
        schedule(0);
      }),
    /** The number of waiting writes. */
    waiting: queue.size,
    /** Whether the disk was full at the last write. */
    isDiskFull: () => full !== undefined,
    /** Resolves when every write so far is done or refused. */
    drained() {
      drained ??= Promise.withResolvers();
      schedule(0);
      return drained.promise;
    },
  };
}
