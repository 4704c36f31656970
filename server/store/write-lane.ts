import type { DatabaseSync } from 'node:sqlite';

import { forgetDamage } from './sqlite-database.ts';
import { isBusy, isDiskFault, sqliteStoreError } from './sqlite-errors.ts';
import { StoreError } from './store.ts';

/** Writes of one process on one SQLite connection, one transaction at a time. */
export type WriteLane = Readonly<{
  /** Resolves with what `work` returned once that is on disk. `work` is synchronous and may run more than once. */
  write: <T>(work: () => T) => Promise<T>;
  /** Resolves when every write that was asked for is done or refused. */
  drained: () => Promise<void>;
}>;

type Waiting = Readonly<{
  /** Does the work and returns what tells its caller after the commit. */
  run: () => () => void;
  refuse: (error: StoreError) => void;
  deadlineMs: number;
}>;

/** How many writes may wait, and how long while another process holds the lock. */
export type WriteLimits = Readonly<{ mostWaiting: number; patienceMs: number }>;

const usualLimits: WriteLimits = { mostWaiting: 2000, patienceMs: 5000 };
const mostTogether = 100;
const pauseMs = 25;

/**
 * Commits the writes that arrive in one turn of the event loop together, with one sync to disk for all. While another
 * process holds the lock they wait without blocking reads, within the limits; then they are refused. When the disk takes no
 * write, every one from then on is refused as `lost`.
 */
export function openWriteLane(database: DatabaseSync, path: string, limits = usualLimits): WriteLane {
  const { mostWaiting, patienceMs } = limits;
  const begin = database.prepare('BEGIN IMMEDIATE');
  const commit = database.prepare('COMMIT');
  let waiting: Waiting[] = [];
  /** So many at the head run each alone, because together one of them failed. */
  let alone = 0;
  let scheduled = false;
  let lost: StoreError | undefined;
  let whenDrained: Array<() => void> = [];

  function schedule(afterMs = 0): void {
    if (scheduled) return;
    scheduled = true;
    if (afterMs === 0) setImmediate(turn);
    else setTimeout(turn, afterMs);
  }

  function turn(): void {
    scheduled = false;
    try {
      begin.run();
    } catch (cause) {
      if (isDiskFault(cause)) lose(cause);
      else refuse(isBusy(cause) ? (one) => one.deadlineMs <= performance.now() : () => true, cause);
      return next(pauseMs);
    }
    const batch = waiting.slice(0, alone > 0 ? 1 : mostTogether);
    try {
      const tell = batch.map((one) => one.run());
      commit.run();
      waiting = waiting.slice(batch.length);
      alone = Math.max(0, alone - batch.length);
      for (const one of tell) one();
    } catch (cause) {
      rollBack();
      forgetDamage(database, cause);
      if (isDiskFault(cause)) lose(cause);
      else if (batch.length > 1) alone = batch.length;
      else refuse((one) => one === batch[0], cause);
    }
    next(0);
  }

  function lose(cause: unknown): void {
    lost = new StoreError('lost', sqliteStoreError(path, cause).message, cause);
    refuse(() => true, lost);
  }

  function refuse(which: (one: Waiting) => boolean, cause: unknown): void {
    const kept: Waiting[] = [];
    for (const one of waiting) {
      if (which(one)) one.refuse(sqliteStoreError(path, cause));
      else kept.push(one);
    }
    alone = Math.max(0, alone - (waiting.length - kept.length));
    waiting = kept;
  }

  function rollBack(): void {
    try {
      // Some errors have rolled back already.
      if (database.isTransaction) database.exec('ROLLBACK');
    } catch {
      // What hinders it hinders the next transaction too, and that one tells its callers.
    }
  }

  function next(afterMs: number): void {
    if (waiting.length > 0) return schedule(afterMs);
    for (const tell of whenDrained) tell();
    whenDrained = [];
  }

  return {
    write: (work) =>
      new Promise((resolve, reject) => {
        if (lost) {
          reject(lost);
          return;
        }
        if (waiting.length >= mostWaiting) {
          reject(
            new StoreError('overloaded', `More than ${mostWaiting} writes wait for the database ${path}`),
          );
          return;
        }
        const run = () => {
          const result = work();
          return () => resolve(result);
        };
        waiting.push({ run, refuse: reject, deadlineMs: performance.now() + patienceMs });
        schedule();
      }),
    drained: () =>
      new Promise((resolve) => {
        if (waiting.length === 0) resolve();
        else whenDrained.push(resolve);
      }),
  };
}
