import type { DatabaseSync } from 'node:sqlite';

import { watchOtherWriters } from './other-writers.ts';
import { keepRecent } from '../recent.ts';
import { readInteger } from '../row.ts';

/** The id of an owner of tasks, and how many there are. */
export type OwnerRow = Readonly<{ id: number; tasks: number }>;

/** Owners and free task ids, inside write transactions. Both are remembered while it is certain, which spares statements. */
export type SqliteOwners = Readonly<{
  /** Makes the owner when missing. To count the tasks reads them all. */
  find: (email: string, nowMs: number) => OwnerRow;
  /** This transaction has made it so many tasks. */
  set: (email: string, owner: OwnerRow) => void;
  forget: (email: string) => void;
  /** Ids increase for each owner, in whichever process: a block ends when another one writes. */
  nextTaskId: () => number;
  /** What was done in a transaction that is rolled back was never true. */
  forgetAll: () => void;
}>;

/** `idOf` finds the id of an owner, or makes it. */
export function makeSqliteOwners(
  database: DatabaseSync,
  idOf: (email: string, nowMs: number) => number,
): SqliteOwners {
  const prepare = (sql: string) => database.prepare(sql, { returnArrays: true });
  const count = prepare('SELECT count(*) FROM tasks WHERE owner = ?');
  const takeIds = prepare(`UPDATE task_ids SET last = last + ${idsTogether} RETURNING last`);
  const kept = keepRecent<OwnerRow>(mostWeight, () => 0);
  let [lastId, lastTaken] = [0, 0];
  const check = watchOtherWriters(database, forgetAll);

  function forgetAll(): void {
    kept.clear();
    lastTaken = lastId;
  }

  return {
    find(email, nowMs) {
      check();
      const known = kept.get(email);
      if (known !== undefined) return known;
      const id = idOf(email, nowMs);
      return { id, tasks: readInteger(count.get(id)) };
    },
    set: kept.set,
    forget: kept.delete,
    nextTaskId() {
      check();
      if (lastId === lastTaken) {
        lastTaken = readInteger(takeIds.get());
        lastId = lastTaken - idsTogether;
      }
      lastId += 1;
      return lastId;
    },
    forgetAll,
  };
}

/** How many ids are taken from their counter together. Those that are left at the end are never used. */
const idsTogether = 64;

/** Of 5,000 owners. */
const mostWeight = 1_000_000;
