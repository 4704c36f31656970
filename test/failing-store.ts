import assert from 'node:assert/strict';

import { makeReopeningStore } from '../server/store/open-store.ts';
import { openSqliteStore } from '../server/store/sqlite/sqlite-store.ts';
import type { Store } from '../server/store/store.ts';
import { StoreError } from '../server/store/store.ts';
import { makeClock } from './provider/clock.ts';

type Course = {
  /** What each attempt to open it meets. */
  trouble?: StoreError | undefined;
  /** What each delete meets. */
  fault?: StoreError | undefined;
  /** An attempt takes as long as this. */
  held?: Promise<void>;
  opened: number;
  closed: number;
};

/** A store that fails when the test says so, behind a reopening store. */
export function makePlace() {
  const clock = makeClock();
  const logged: string[] = [];
  const watchers = new Set<() => void>();
  const until = (holds: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => void (holds() && resolve());
      watchers.add(look);
      look();
    });
  const course: Course = { opened: 0, closed: 0 };
  const count = (what: 'opened' | 'closed') => {
    course[what] += 1;
    for (const look of watchers) look();
  };

  async function open(): Promise<Store> {
    await course.held;
    if (course.trouble) throw course.trouble;
    const memory = openSqliteStore(':memory:');
    count('opened');
    return {
      ...memory,
      deleteTask: (...args) => (course.fault ? Promise.reject(course.fault) : memory.deleteTask(...args)),
      close: () => memory.close().then(() => count('closed')),
    };
  }

  const { store, begin } = makeReopeningStore({
    open,
    wait: clock.wait,
    failed: () => undefined,
  });
  return Object.assign(course, {
    clock,
    logged,
    store,
    begin: () =>
      begin({
        error: (_details, message) => logged.push(`error: ${message}`),
        info: (message) => logged.push(`info: ${message}`),
      }),
    async lose(reason: string) {
      course.fault = new StoreError('lost', reason);
      await assert.rejects(store.deleteTask('ada@example.com', 1), { code: 'lost' });
      course.fault = undefined;
    },
    /** Resolves when so many attempts have succeeded, and the last one is in use. */
    async untilOpened(times: number) {
      await until(() => course.opened >= times);
      await new Promise(setImmediate);
    },
    untilClosed: () => until(() => course.closed > 0),
  });
}
