import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { inspect } from 'node:util';

import { ada, nowMs, overloaded, setUp, unavailable, walk } from '../../../test/postgres/pool.ts';
import { freePort } from '../../../test/process.ts';
import { readPostgresUrl } from './postgres-pool.ts';
import { openPostgresStore } from './postgres-store.ts';
import { tasksOf } from '../../../test/task-list.ts';

test('operations beyond the pool wait their turn, those beyond the queue are refused at once', async (t) => {
  const { store, lock, unlock } = await setUp(t, { mostWaiting: 1 });
  await lock();
  const [first, second] = [tasksOf(store, ada), tasksOf(store, ada)];
  await assert.rejects(tasksOf(store, ada), overloaded);
  await unlock();
  assert.equal((await first).length, 1);
  assert.equal((await second).length, 1);
  assert.equal((await tasksOf(store, ada)).length, 1);
});

test('an operation that gets no connection in time is refused as overload', async (t) => {
  const { store, lock, unlock } = await setUp(t, { connectTimeoutMs: 1000, waitTimeoutMs: 2000 });
  await lock();
  const first = tasksOf(store, ada);
  await assert.rejects(tasksOf(store, ada), overloaded);
  await unlock();
  assert.equal((await first).length, 1);
});

test('an operation waits longer for a connection than a statement may take', async (t) => {
  const { store, lock, unlock, waits } = await setUp(t, { connectTimeoutMs: 500, statementTimeoutMs: 2000 });
  await lock();
  const first = assert.rejects(store.createTask(ada, walk, nowMs), unavailable);
  await waits();
  const second = tasksOf(store, ada);
  await first;
  await unlock();
  assert.equal((await second).length, 1);
});

test('a statement that exceeds its time is ended, and the next one works', async (t) => {
  const { store, lock, unlock } = await setUp(t, { statementTimeoutMs: 2000 });
  await lock();
  await assert.rejects(store.createTask(ada, walk, nowMs), unavailable);
  await unlock();
  assert.equal((await tasksOf(store, ada)).length, 1);
});

test('behind a pooler, where the server sets no limit, the driver ends a slow statement', async (t) => {
  const { url, lock, unlock } = await setUp(t);
  const store = await openPostgresStore(`${url}?pooler=transaction`, {
    poolSize: 1,
    statementTimeoutMs: 1000,
  });
  await lock();
  await assert.rejects(store.createTask(ada, walk, nowMs), unavailable);
  await unlock();
  await tasksOf(store, ada);
  await store.close();
});

test('of several hosts the one that answers is used', async (t) => {
  const { url } = await setUp(t);
  const nobody = `127.0.0.1:${await freePort()}`;
  const { host } = new URL(url);
  for (const hosts of [`${nobody},${host}`, `${host},${nobody}`, `${nobody},${nobody},${host}`]) {
    const store = await openPostgresStore(url.replace(host, hosts), { poolSize: 2 });
    assert.equal((await tasksOf(store, ada)).length, 1);
    await store.close();
  }
});

test('a missing or silent server is reported within the time and without the password', async (t) => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  t.after(() => silent.close());
  const address = silent.address();
  const silentPort = typeof address === 'object' ? address?.port : undefined;
  for (const port of [await freePort(), silentPort]) {
    const url = `postgres://me:hidden@127.0.0.1:${port}/dueline`;
    await assert.rejects(openPostgresStore(url, { poolSize: 1, connectTimeoutMs: 2000 }), (error: Error) => {
      assert.equal(error.name, 'StoreError');
      assert.ok(!`${error.message} ${JSON.stringify(error)} ${String(error.cause)}`.includes('hidden'));
      return 'code' in error && error.code === 'unavailable';
    });
  }
});

test('one host is one address, as it was written', () => {
  const url = 'postgres://me:p%40ss@db.example:5433/dueline?sslmode=verify-full';
  assert.deepEqual(readPostgresUrl(url), { addresses: [url], behindPooler: false });
});

test('several hosts share user, password, database and parameters', () => {
  const { addresses } = readPostgresUrl(
    'postgresql://me:a@b@one:5432,two,[::1]:5434/dueline?sslmode=disable',
  );
  assert.deepEqual(addresses, [
    'postgresql://me:a@b@one:5432/dueline?sslmode=disable',
    'postgresql://me:a@b@two/dueline?sslmode=disable',
    'postgresql://me:a@b@[::1]:5434/dueline?sslmode=disable',
  ]);
});

test('pooler=transaction is recognised', () => {
  assert.equal(readPostgresUrl('postgres://db/dueline?pooler=transaction').behindPooler, true);
  assert.equal(readPostgresUrl('postgres://db/dueline?pooler=session').behindPooler, false);
});

test('a text that is not an address is refused without repeating its password', () => {
  for (const url of [
    'postgres://me:hidden@one:nonsense/dueline',
    'postgres://me:hidden@one,two:x/d',
    'mysql://me:hidden@db',
    'postgres://me:1#hidden@db/dueline',
  ]) {
    assert.throws(
      () => readPostgresUrl(url),
      (error: Error) => /store\.url/.test(error.message) && !inspect(error).includes('hidden'),
    );
  }
});
