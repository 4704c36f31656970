import assert from 'node:assert/strict';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { emptyFolder } from '../../test/folder.ts';
import { makeClock } from '../../test/provider/clock.ts';
import { makeOpener, makeReopeningStore } from './open-store.ts';
import { openSqliteStore } from './sqlite/sqlite-store.ts';
import type { StoreErrorCode } from './store.ts';
import { StoreError } from './store.ts';
import { tasksOf } from '../../test/task-list.ts';
import { ada, walk } from './suite/kit.ts';

const options = { poolSize: 1 };

test('any other address is refused without repeating it', () => {
  assert.throws(
    () => makeOpener('mysql://me:hidden@db/dueline', options),
    (error: Error) => /store\.url/.test(error.message) && !error.message.includes('hidden'),
  );
});

test('an embedded database whose disk is unmounted is not created again, and is opened when the disk is back', async (t) => {
  const folder = emptyFolder(t);
  const mounted = join(folder, 'data');
  const elsewhere = join(folder, 'elsewhere');
  const open = makeOpener(`sqlite:${join(mounted, 'tasks.db')}`, options);
  const first = await open();
  await first.createTask(ada, walk, 1);
  await first.close();

  renameSync(mounted, elsewhere);
  await assert.rejects(open(), {
    code: 'unavailable',
    message: /is not there any more: mount its disk/,
  });
  assert.ok(!existsSync(mounted));

  renameSync(elsewhere, mounted);
  const again = await open();
  assert.equal((await tasksOf(again, ada)).length, 1);
  await again.close();
});

test('an embedded database that is removed under the service acknowledges no write, is not healthy, and is not made again', async (t) => {
  const path = join(emptyFolder(t), 'tasks.db');
  const open = makeOpener(`sqlite:${path}`, options);
  const store = await open();
  await store.createTask(ada, walk, 1);
  await store.check();
  for (const name of ['', '-wal', '-shm']) rmSync(path + name);
  const lost = { code: 'lost', message: /was removed or replaced while it was open/ };
  await assert.rejects(store.createTask(ada, walk, 2), lost);
  await assert.rejects(store.check(), lost);
  await store.close();
  await assert.rejects(open(), { code: 'unavailable', message: /is not there any more/ });
});

type Course = {
  /** The error of each attempt to open the store. */
  trouble?: StoreError | undefined;
  /** The error of each delete. */
  fault?: StoreError | undefined;
  /** Each attempt to open waits for this promise. */
  held?: Promise<void>;
  opened: number;
  closed: number;
};

/** A reopening store over a store in memory, which fails as the test sets it. */
function makePlace() {
  const clock = makeClock();
  const logged: string[] = [];
  const course: Course = { opened: 0, closed: 0 };
  const { store, begin } = makeReopeningStore({
    async open() {
      await course.held;
      if (course.trouble) throw course.trouble;
      const memory = openSqliteStore(':memory:');
      course.opened += 1;
      return {
        ...memory,
        deleteTask: (...args) =>
          course.fault ? Promise.reject(course.fault) : memory.deleteTask(...args),
        close: () => memory.close().then(() => void (course.closed += 1)),
      };
    },
    wait: clock.wait,
    failed: () => undefined,
    log: {
      error: (_details, message) => logged.push(`error: ${message}`),
      info: (message) => logged.push(`info: ${message}`),
    },
  });
  return Object.assign(course, { clock, logged, store, begin });
}

const refusedWith = (message: string) => ({ name: 'StoreError', code: 'unavailable', message });

for (const code of [
  'newer_database',
  'misconfigured',
  'failed',
] as const satisfies StoreErrorCode[])
  test(`${code} at the start cannot be fixed by waiting: it is reported, and nothing is retried`, async () => {
    const place = makePlace();
    place.trouble = new StoreError(code, 'The reason');
    await assert.rejects(place.begin(), place.trouble);
    assert.equal(place.clock.waiting(), 0);
    assert.deepEqual(place.logged, []);
  });

test('a lost store is closed, then tried every second, and each reason is logged once; calls are refused until it is open', async () => {
  const place = makePlace();
  await place.begin();
  await place.store.createTask(ada, walk, 1);
  place.fault = new StoreError('lost', 'The disk is gone');
  await assert.rejects(place.store.deleteTask(ada, 1), place.fault);
  await assert.rejects(tasksOf(place.store, ada), refusedWith('The disk is gone'));
  await place.clock.untilWaiting(1000);
  assert.equal(place.closed, 1);
  // Not even a newer database ends a service that has once been ready.
  for (const reason of ['It is newer', 'The disk is gone', 'It is newer']) {
    place.trouble = new StoreError('newer_database', reason);
    place.clock.advance(1000);
    await place.clock.untilWaiting(1000);
    await assert.rejects(place.store.check(), refusedWith(reason));
  }
  place.trouble = undefined;
  place.clock.advance(1000);
  while (place.opened < 2) await nextTurn();
  await nextTurn();
  await place.store.check();
  assert.deepEqual(place.logged, [
    'error: The disk is gone',
    'error: It is newer',
    'info: The store answers again',
  ]);
  await place.store.close();
  assert.equal(place.closed, 2);
});

test('an error that leaves the store usable does not close it', async () => {
  const place = makePlace();
  await place.begin();
  for (const code of ['unavailable', 'damaged', 'not_writable', 'failed'] as const) {
    place.fault = new StoreError(code, 'The reason');
    await assert.rejects(place.store.deleteTask(ada, 1), place.fault);
  }
  place.fault = undefined;
  assert.equal(await place.store.deleteTask(ada, 1), false);
  assert.equal(place.closed, 0);
  await place.store.close();
});

test('closing during an outage ends the attempts, and a store that opens too late is closed', async () => {
  const waiting = makePlace();
  waiting.trouble = new StoreError('unavailable', 'It is away');
  void waiting.begin();
  await waiting.clock.untilWaiting(1000);
  await waiting.store.close();
  assert.equal(waiting.clock.waiting(), 0);
  await assert.rejects(waiting.store.check(), refusedWith('The store is closed'));

  const late = makePlace();
  const hold = Promise.withResolvers<void>();
  late.held = hold.promise;
  void late.begin();
  await late.store.close();
  hold.resolve();
  while (late.closed === 0) await nextTurn();
  await assert.rejects(late.store.check(), refusedWith('The store is closed'));
});
