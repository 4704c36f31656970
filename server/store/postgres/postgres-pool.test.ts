import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { inspect } from 'node:util';

import { overloaded, setUp, unavailable } from '../../../test/postgres/pool.ts';
import { ada, nowMs, walk } from '../suite/kit.ts';
import { freePort } from '../../../test/process.ts';
import type { Owner } from '../fair-queue.ts';
import { makeAdmission, readPostgresUrl } from './postgres-pool.ts';
import { openPostgresStore } from './postgres-store.ts';
import { tasksOf } from '../../../test/task-list.ts';

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

test('an address has one host or several, which share user, password, database and parameters', () => {
  const url = 'postgres://me:p%40ss@db.example:5433/dueline?sslmode=verify-full';
  assert.deepEqual(readPostgresUrl(url), { addresses: [url], behindPooler: false });
  const several = readPostgresUrl('postgresql://me:a@b@one:5432,two,[::1]:5434/dueline?pooler=transaction');
  assert.deepEqual(several, {
    addresses: ['one:5432', 'two', '[::1]:5434'].map(
      (host) => `postgresql://me:a@b@${host}/dueline?pooler=transaction`,
    ),
    behindPooler: true,
  });
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

/** Operations that end when the test says so. */
function setUpTurns(limits: Partial<Parameters<typeof makeAdmission>[0]> = {}) {
  const admission = makeAdmission({ poolSize: 4, mostWaiting: 80, waitTimeoutMs: 60_000, ...limits });
  const running: Array<Readonly<{ name: string; end: () => void }>> = [];
  const begun: string[] = [];
  const operate = (owner: Owner, name = String(owner)) =>
    admission.admit(owner, () => {
      const { promise, resolve } = Promise.withResolvers<string>();
      running.push({ name, end: () => resolve(name) });
      begun.push(name);
      return promise;
    });
  /** Ends the operation that runs for longest and lets the next one begin. */
  const endOne = async () => {
    running.shift()?.end();
    await new Promise((resolve) => setImmediate(resolve));
  };
  const names = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return running.map(({ name }) => name);
  };
  const endAll = async () => {
    while ((await names()).length > 0) await endOne();
  };
  return { admission, operate, begun, names, endOne, endAll };
}

test('one owner runs on one connection at a time, so that the first operation of another begins at once', async () => {
  const { operate, names, endAll } = setUpTurns();
  const all = Promise.all(Array.from({ length: 20 }, () => operate('ada')));
  assert.deepEqual(await names(), ['ada']);
  const others = Promise.all([operate('grace'), operate(null, 'renewal')]);
  assert.deepEqual(await names(), ['ada', 'grace', 'renewal']);
  await endAll();
  assert.equal((await all).length, 20);
  assert.deepEqual(await others, ['grace', 'renewal']);
});

test('an operation that waits too long is refused, and uses no connection later', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { operate, begun, endAll } = setUpTurns({ poolSize: 1, waitTimeoutMs: 1000 });
  const first = operate('ada', 'first');
  const late = [operate('ada', 'late'), operate(null, 'late')].map((one) => assert.rejects(one, overloaded));
  t.mock.timers.tick(1000);
  await Promise.all(late);
  const next = operate('grace', 'next');
  await endAll();
  await Promise.all([first, next]);
  assert.deepEqual(begun, ['first', 'next']);
});

test('an operation that fails gives its connection to the next one', async () => {
  const { admission, operate, endAll } = setUpTurns({ poolSize: 1 });
  const failed = admission.admit('ada', () => Promise.reject(new Error('failed')));
  const next = operate('ada', 'next');
  await assert.rejects(failed, /failed/);
  await endAll();
  assert.equal(await next, 'next');
});

test('closing admits no further operation and waits for the admitted ones, also for those that have not begun', async () => {
  const { admission, operate, endAll } = setUpTurns({ poolSize: 1 });
  const all = [operate('ada'), operate('grace')];
  let closed = false;
  const closing = admission.close().then(() => (closed = true));
  await assert.rejects(operate('ada'), { code: 'unavailable' });
  assert.equal(closed, false);
  await endAll();
  assert.deepEqual(await Promise.all(all), ['ada', 'grace']);
  await closing;
  await admission.close();
});
