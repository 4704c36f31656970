import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openWire, overloaded, setUp, unavailable } from '../../../test/postgres/pool.ts';
import { ada, nowMs, walk } from '../suite/kit.ts';
import { openPostgresStore } from './postgres-store.ts';
import { tasksOf } from '../../../test/task-list.ts';

test('a create whose connection is cut is refused and not repeated', async (t) => {
  const { store, lock, unlock, cut } = await setUp(t);
  await lock();
  const created = assert.rejects(store.createTask(ada, walk, nowMs), unavailable);
  await cut();
  await unlock();
  await created;
  assert.equal((await tasksOf(store, ada)).length, 1);
});

test('a connection that dies silently during a statement fails this statement only', async (t) => {
  const { url, lock, unlock, waits } = await setUp(t);
  const wire = await openWire(t, url);
  const store = await openPostgresStore(wire.href, { poolSize: 1 });
  await lock();
  const created = assert.rejects(store.createTask(ada, walk, nowMs), unavailable);
  await waits();
  wire.cut();
  await created;
  await unlock();
  await tasksOf(store, ada);
  await store.close();
});

test('a connection whose check of the primary is slow returns to the pool, also when its caller has stopped waiting', async (t) => {
  const { url, lock, unlock, waits } = await setUp(t);
  const wire = await openWire(t, url);
  const store = await openPostgresStore(wire.href, {
    poolSize: 1,
    connectTimeoutMs: 1500,
    waitTimeoutMs: 1500,
  });
  await lock();
  const created = assert.rejects(store.createTask(ada, walk, nowMs), unavailable);
  await waits();
  const listed = tasksOf(store, ada).catch(() => undefined);
  const { asked, letGo } = wire.hold('pg_is_in_recovery');
  wire.cut();
  await created;
  await unlock();
  await asked;
  // The earlier caller has stopped waiting by then.
  await assert.rejects(tasksOf(store, ada), overloaded);
  letGo();
  await listed;
  await tasksOf(store, ada);
  await store.close();
});
