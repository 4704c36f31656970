import type { DatabaseSync } from 'node:sqlite';

import { keepRecent } from './recent.ts';
import { readInteger } from './row.ts';

/** How many tasks owners have, inside write transactions. To count them reads them all, so a count is kept while it is certain. */
export type TaskCounts = Readonly<{
  of: (owner: string, ownerId: number) => number;
  /** This transaction has made it so many. */
  set: (owner: string, count: number) => void;
  forget: (owner: string) => void;
  /** What was set in a transaction that is rolled back was never true. */
  forgetAll: () => void;
}>;

/** SQLite says when another connection has written, but not what: then every count is forgotten. */
export function makeTaskCounts(database: DatabaseSync): TaskCounts {
  const version = database.prepare('PRAGMA data_version', { returnArrays: true });
  const count = database.prepare('SELECT count(*) FROM tasks WHERE owner = ?', { returnArrays: true });
  const kept = keepRecent<number>(mostWeight, () => 0);
  let keptAt: unknown;

  return {
    of(owner, ownerId) {
      const now = version.get()?.[0];
      if (now !== keptAt) kept.clear();
      keptAt = now;
      return kept.get(owner) ?? readInteger(count.get(ownerId));
    },
    set: kept.set,
    forget: kept.delete,
    forgetAll: kept.clear,
  };
}

/** Of 5,000 owners. */
const mostWeight = 1_000_000;
