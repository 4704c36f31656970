import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';

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
  const until = async (holds: () => boolean) => {
    while (!holds()) await nextTurn();
  };
  const course: Course = { opened: 0, closed: 0 };

  async function open(): Promise<Store> {
    await course.held;
    if (course.trouble) throw course.trouble;
    const memory = openSqliteStore(':memory:');
    course.opened += 1;
    return {
      ...memory,
      deleteTask: (...args) => (course.fault ? Promise.reject(course.fault) : memory.deleteTask(...args)),
      close: () => memory.close().then(() => void (course.closed += 1)),
    };
  }

  const { store, begin } = makeReopeningStore({
    open,
    wait: clock.wait,
    failed: () => undefined,
    log: {
      error: (_details, message) => logged.push(`error: ${message}`),
      info: (message) => logged.push(`info: ${message}`),
    },
  });
  return Object.assign(course, {
    clock,
    logged,
    store,
    begin,
    async lose(reason: string) {
      course.fault = new StoreError('lost', reason);
      await assert.rejects(store.deleteTask('ada@example.com', 1), { code: 'lost' });
      course.fault = undefined;
    },
    /** Resolves when so many attempts have succeeded, and the last one is in use. */
    async untilOpened(times: number) {
      await until(() => course.opened >= times);
      await nextTurn();
    },
    untilClosed: () => until(() => course.closed > 0),
  });
}
