import type { DatabaseSync } from 'node:sqlite';

import type { Owner } from '../fair-queue.ts';
import { makeFairQueue } from '../fair-queue.ts';
import { forgetDamage } from './sqlite-database.ts';
import { isBusy, isDiskFault, isDiskFull, sqliteStoreError } from './sqlite-errors.ts';
import { StoreError } from '../store.ts';

export type WriteQueue = ReturnType<typeof openWriteQueue>;

type Waiting = Readonly<{
  /** Does the work and returns the function that resolves its promise after the commit. */
  run: () => () => void;
  refuse: (error: StoreError) => void;
  deadlineMs: number;
}>;

/** How many writes may wait, and how long while another process holds the lock. */
export const usualLimits = { mostWaiting: 2000, lockTimeoutMs: 5000 };
const mostTogether = 100;
/** After this time a turn begins no further write, so that slow writes do not block reads. */
const longestTurnMs = 20;
const pauseMs = 25;
/** Copying the write-ahead log costs time, also when it fails. */
const fullPauseMs = 250;

/**
 * Writes of one process on one connection, one transaction at a time. Commits the writes of one turn of the event loop
 * together, with one sync to disk for all. While another process holds the lock, writes wait within the limits without
 * blocking reads; then they are refused. After the disk has refused a write, all further writes are refused as `lost`. When
 * the work of a transaction is undone, what did not fail runs again.
 */
export function openWriteQueue(
  database: DatabaseSync,
  path: string,
  { mostWaiting, lockTimeoutMs } = usualLimits,
) {
  const begin = database.prepare('BEGIN IMMEDIATE');
  const commit = database.prepare('COMMIT');
  const queue = makeFairQueue<Waiting>(mostWaiting, `The write queue of the database ${path}`);
  /** Writes that run one by one, before all others, because one of them failed in a common transaction. */
  let alone: Waiting[] = [];
  const held = new Set<Owner>();
  let scheduled = false;
  let lost: StoreError | undefined;
  /** The last failure because the disk was full, until the log is copied. */
  let full: Readonly<{ cause: unknown; againMs: number }> | undefined;
  let drained: PromiseWithResolvers<void> | undefined;

  const waiting = () => alone.length + queue.size();

  /** Begins a turn later, unless nothing waits. */
  function schedule(afterMs: number): void {
    if (waiting() === 0) return drained?.resolve();
    if (scheduled) return;
    scheduled = true;
    if (afterMs === 0) setImmediate(turn);
    else setTimeout(turn, afterMs);
  }

  function turn(): void {
    scheduled = false;
    try {
      emptyLog();
      begin.run();
    } catch (cause) {
      const nowMs = performance.now();
      if (isDiskFault(cause)) lose(cause);
      else refuse(isBusy(cause) ? (one) => one.deadlineMs <= nowMs : () => true, cause);
      return schedule(pauseMs);
    }
    const begun: Waiting[] = [];
    try {
      const tell = runTogether(begun);
      commit.run();
      alone = alone.slice(1);
      for (const one of tell) one();
    } catch (cause) {
      rollBack();
      forgetDamage(database, cause);
      if (isDiskFull(cause)) full = { cause, againMs: 0 };
      if (alone.length === 0) alone = begun;
      if (isDiskFault(cause)) lose(cause);
      else if (begun.length === 1) refuse((one) => one === begun[0], cause);
    }
    schedule(0);
  }

  /**
   * After the disk was full, nothing is written before the log is copied into the database and emptied. Else the log takes
   * the room that the database needs for the copy, and no write succeeds any more.
   */
  function emptyLog(): void {
    if (full === undefined) return;
    if (performance.now() < full.againMs) throw full.cause;
    full = { ...full, againMs: performance.now() + fullPauseMs };
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    full = undefined;
  }

  /** Adds each write to `begun` before it runs, and returns the functions that resolve their promises. */
  function runTogether(begun: Waiting[]): Array<() => void> {
    const endMs = performance.now() + longestTurnMs;
    const most = alone.length > 0 ? 1 : mostTogether;
    const tell: Array<() => void> = [];
    while (begun.length < most && performance.now() < endMs) {
      const one = alone[0] ?? queue.take((owner) => !held.has(owner));
      if (one === undefined) break;
      begun.push(one);
      tell.push(one.run());
    }
    return tell;
  }

  function lose(cause: unknown): void {
    lost = new StoreError('lost', sqliteStoreError(path, cause).message, cause);
    refuse(() => true, lost);
  }

  function refuse(which: (one: Waiting) => boolean, cause: unknown): void {
    const refused = [...alone.filter(which), ...queue.remove(which)];
    alone = alone.filter((one) => !which(one));
    for (const one of refused) one.refuse(sqliteStoreError(path, cause));
  }

  function rollBack(): void {
    try {
      // Some errors have rolled back already.
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
        queue.add(owner, { run, refuse: reject, deadlineMs: performance.now() + lockTimeoutMs });
        schedule(0);
      }),
    /** No write of this owner begins before the returned function is called. */
    hold(owner: string) {
      held.add(owner);
      return () => void held.delete(owner);
    },
    /** How many writes wait. */
    waiting,
    /** Resolves when every write so far is done or refused. */
    drained() {
      drained ??= Promise.withResolvers();
      schedule(0);
      return drained.promise;
    },
  };
}
