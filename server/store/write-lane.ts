import type { DatabaseSync } from 'node:sqlite';

import type { Owner } from './fair-queue.ts';
import { makeFairQueue } from './fair-queue.ts';
import { forgetDamage } from './sqlite-database.ts';
import { isBusy, isDiskFault, sqliteStoreError } from './sqlite-errors.ts';
import { StoreError } from './store.ts';

/** Writes of one process on one SQLite connection, one transaction at a time. */
export type WriteLane = Readonly<{
  /** Resolves with what `work` returned once that is on disk. `work` is synchronous and may run more than once. */
  write: <T>(owner: Owner, work: () => T) => Promise<T>;
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
/** Beyond it a turn begins no further write, so that reads go on beside writes that take long. */
const longestTurnMs = 20;
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
  const queue = makeFairQueue<Waiting>(mostWaiting);
  /** They run each alone, before all others, because together one of them failed. */
  let alone: Waiting[] = [];
  const tooMany = `As many writes wait for the database ${path} as may: ${mostWaiting}, of one person a quarter`;
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
    const begun: Waiting[] = [];
    try {
      const tell = runTogether(begun);
      commit.run();
      alone = alone.slice(1);
      for (const one of tell) one();
    } catch (cause) {
      rollBack();
      forgetDamage(database, cause);
      if (alone.length === 0) alone = begun;
      if (isDiskFault(cause)) lose(cause);
      else if (begun.length === 1) refuse((one) => one === begun[0], cause);
    }
    next(0);
  }

  /** Notes each write in `begun` before it runs, and returns what tells their callers. */
  function runTogether(begun: Waiting[]): Array<() => void> {
    const endMs = performance.now() + longestTurnMs;
    const most = alone.length > 0 ? 1 : mostTogether;
    const tell: Array<() => void> = [];
    while (begun.length < most && performance.now() < endMs) {
      const one = alone[0] ?? queue.take();
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
      // What hinders it hinders the next transaction too, and that one tells its callers.
    }
  }

  function next(afterMs: number): void {
    if (isWaiting()) return schedule(afterMs);
    for (const tell of whenDrained) tell();
    whenDrained = [];
  }

  const isWaiting = () => alone.length > 0 || queue.size() > 0;

  return {
    write: (owner, work) =>
      new Promise((resolve, reject) => {
        if (lost) {
          reject(lost);
          return;
        }
        const run = () => {
          const result = work();
          return () => resolve(result);
        };
        const one = { run, refuse: reject, deadlineMs: performance.now() + patienceMs };
        if (queue.add(owner, one)) schedule();
        else reject(new StoreError('overloaded', tooMany));
      }),
    drained: () =>
      new Promise((resolve) => {
        if (isWaiting()) whenDrained.push(resolve);
        else resolve();
      }),
  };
}
