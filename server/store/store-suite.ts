import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';

import type { Store } from './store.ts';
import type { StoreTest } from './suite/kit.ts';
import { describeLimits } from './suite/limits-suite.ts';
import { describeSessions } from './suite/sessions-suite.ts';
import { describeTasks } from './suite/tasks-suite.ts';

/**
 * A new, empty database. `open` may be called again for another store on the same database; `byHand` runs one statement
 * outside of any store.
 */
type EmptyDatabase = Readonly<{
  open: () => Promise<Store>;
  byHand: (sql: string) => Promise<unknown>;
}>;

type MakeDatabase = (t: TestContext) => Promise<EmptyDatabase>;

/** The tests of the contract of every store, for one engine; each test gets a database of its own. */
export function describeStore(name: string, makeDatabase: MakeDatabase, runs = 50): void {
  const withStores: StoreTest = (title, check) => {
    test(title, async (t) => {
      const { open, byHand } = await makeDatabase(t);
      const opened: Store[] = [];
      const openAnother = async () => {
        const store = await open();
        opened.push(store);
        return store;
      };
      try {
        await check(await openAnother(), openAnother, byHand);
      } finally {
        await Promise.all(opened.map((store) => store.close()));
      }
    });
  };

  describe(`${name}: tasks and their lists`, () => describeTasks(withStores, runs));
  describe(`${name}: many creates, too many and repeated ones`, () => describeLimits(withStores));
  describe(`${name}: renewals, revocations and the sweep`, () => describeSessions(withStores));
}
