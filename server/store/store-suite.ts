import { describe, test } from 'node:test';

import type { Store } from './store.ts';
import type { WithStores } from './suite/kit.ts';
import { describeLimits } from './suite/limits-suite.ts';
import { describeSessions } from './suite/sessions-suite.ts';
import { describeTasks } from './suite/tasks-suite.ts';

/**
 * A new, empty database. `open` may be called again for another store on the same database; `byHand` runs one statement
 * outside of any store.
 */
export type EmptyDatabase = Readonly<{
  open: () => Promise<Store>;
  byHand: (sql: string) => Promise<unknown>;
  remove: () => Promise<void>;
}>;

/** What every store promises, run against one engine; each test gets a database of its own. */
export function describeStore(name: string, makeDatabase: () => Promise<EmptyDatabase>, runs = 50): void {
  /** A test with one store, or with two on the same database, as two processes have. */
  const withStores: WithStores = (title, check) => {
    test(title, async () => {
      const database = await makeDatabase();
      const opened: Store[] = [];
      const open = async () => {
        const store = await database.open();
        opened.push(store);
        return store;
      };
      try {
        await check(await open(), open, database.byHand);
      } finally {
        await Promise.all(opened.map((store) => store.close()));
        await database.remove();
      }
    });
  };

  describe(`${name}: tasks and their lists`, () => describeTasks(withStores, runs));
  describe(`${name}: many creates, too many and repeated ones`, () => describeLimits(withStores));
  describe(`${name}: renewals, revocations and the sweep`, () => describeSessions(withStores));
}
