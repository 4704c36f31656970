import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import type { TestContext } from 'node:test';

import pg from 'pg';

import { postgresServer } from '../../test/postgres/database.ts';
import { freePort } from '../../test/process.ts';
import type { PostgresOptions } from './postgres.ts';
import { openPostgresStore } from './postgres.ts';

const server = postgresServer();
const ada = 'ada@example.com';
const nowMs = Date.UTC(2026, 0, 15);
const walk = { description: 'Walk', dueDate: '2026-03-01', importance: 'LOW', state: 'TODO' } as const;
const unavailable = { name: 'StoreError', code: 'unavailable' };
const overloaded = { name: 'StoreError', code: 'overloaded' };

/** A store with Ada's one task, and somebody else who can lock all tasks so that every statement on them waits. */
async function setUp(t: TestContext, options: Partial<PostgresOptions> = {}) {
  const database = await server.newDatabase();
  const store = await openPostgresStore(database.url, { poolSize: 1, ...options });
  const other = new pg.Client({ connectionString: database.url });
  await other.connect();
  t.after(async () => {
    await other.end();
    await store.close();
    await database.remove();
  });
  await store.createTask(ada, walk, nowMs);
  const waiting = async () => {
    const text =
      "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    return (await other.query<{ pid: number }>(text)).rows.map((row) => row.pid);
  };
  return {
    store,
    url: database.url,
    lock: () => other.query('BEGIN; LOCK TABLE tasks IN ACCESS EXCLUSIVE MODE'),
    unlock: () => other.query('COMMIT'),
    waits: async () => {
      while ((await waiting()).length === 0);
    },
    /** Cuts the connection of the one statement that waits for the lock, once it does. */
    cut: async () => {
      let pids: number[] = [];
      while (pids.length === 0) pids = await waiting();
      await other.query('SELECT pg_terminate_backend($1)', [pids[0]]);
      while ((await waiting()).includes(pids[0] ?? 0));
    },
  };
}

/** A proxy to the database that can be cut silently, and that can delay responses. */
async function openWire(t: TestContext, url: string) {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let hold = (_asked: Buffer, _far: Socket, _near: Socket): void => undefined;
  const wire = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) sockets.add(socket.on('error', () => {}));
    near.on('data', (asked) => hold(asked, far, near));
    near.pipe(far).pipe(near);
  }).listen(0, '127.0.0.1');
  await once(wire, 'listening');
  t.after(() => wire.close());
  const address = wire.address();
  const href = new URL(url);
  href.host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  return {
    href: href.href,
    cut: () => sockets.forEach((socket) => socket.resetAndDestroy()),
    hold(question: string) {
      const { promise: asked, resolve } = Promise.withResolvers<void>();
      const { promise: over, resolve: letGo } = Promise.withResolvers<void>();
      hold = (bytes, far, near) => {
        if (!bytes.includes(question)) return;
        far.unpipe(near);
        void over.then(() => far.pipe(near));
        resolve();
      };
      return { asked, letGo };
    },
  };
}

test('operations beyond the pool wait their turn, those beyond the queue are refused at once', async (t) => {
  const { store, lock, unlock } = await setUp(t, { mostWaiting: 1 });
  await lock();
  const [first, second] = [store.listOwnedBy(ada), store.listOwnedBy(ada)];
  await assert.rejects(store.listOwnedBy(ada), overloaded);
  await unlock();
  assert.equal((await first).length, 1);
  assert.equal((await second).length, 1);
  assert.equal((await store.listOwnedBy(ada)).length, 1);
});

test('an operation that gets no connection in time is refused as overload', async (t) => {
  const { store, lock, unlock } = await setUp(t, { connectTimeoutMs: 1000, waitTimeoutMs: 2000 });
  await lock();
  const first = store.listOwnedBy(ada);
  await assert.rejects(store.listOwnedBy(ada), overloaded);
  await unlock();
  assert.equal((await first).length, 1);
});

test('an operation waits longer for a connection than a statement may take', async (t) => {
  const { store, lock, unlock, waits } = await setUp(t, { connectTimeoutMs: 500, statementTimeoutMs: 2000 });
  await lock();
  const first = assert.rejects(store.createTask(ada, walk, nowMs), unavailable);
  await waits();
  const second = store.listOwnedBy(ada);
  await first;
  await unlock();
  assert.equal((await second).length, 1);
});

test('a statement that exceeds its time is ended, and the next one works', async (t) => {
  const { store, lock, unlock } = await setUp(t, { statementTimeoutMs: 2000 });
  await lock();
  await assert.rejects(store.createTask(ada, walk, nowMs), unavailable);
  await unlock();
  assert.equal((await store.listOwnedBy(ada)).length, 1);
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
  await store.listOwnedBy(ada);
  await store.close();
});

test('a read whose connection is cut is retried', async (t) => {
  const { store, lock, unlock, cut } = await setUp(t);
  await lock();
  const listed = store.listOwnedBy(ada);
  await cut();
  await unlock();
  assert.equal((await listed).length, 1);
});

test('a create whose connection is cut is refused and not repeated', async (t) => {
  const { store, lock, unlock, cut } = await setUp(t);
  await lock();
  const created = assert.rejects(store.createTask(ada, walk, nowMs), unavailable);
  await cut();
  await unlock();
  await created;
  assert.equal((await store.listOwnedBy(ada)).length, 1);
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
  await store.listOwnedBy(ada);
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
  const listed = store.listOwnedBy(ada).catch(() => undefined);
  const { asked, letGo } = wire.hold('pg_is_in_recovery');
  wire.cut();
  await created;
  await unlock();
  await asked;
  // The earlier caller has stopped waiting by then.
  await assert.rejects(store.listOwnedBy(ada), overloaded);
  letGo();
  await listed;
  await store.listOwnedBy(ada);
  await store.close();
});

test('a create with a key whose connection is cut is made once', async (t) => {
  const { store, lock, unlock, cut } = await setUp(t);
  await lock();
  const created = store.createTask(ada, walk, nowMs, { key: 'key', bodyHash: 'hash' });
  await cut();
  await unlock();
  assert.equal((await created).kind, 'created');
  assert.equal((await store.listOwnedBy(ada)).length, 2);
});

test('of several hosts the one that answers is used', async (t) => {
  const { url } = await setUp(t);
  const nobody = `127.0.0.1:${await freePort()}`;
  const { host } = new URL(url);
  for (const hosts of [`${nobody},${host}`, `${host},${nobody}`, `${nobody},${nobody},${host}`]) {
    const store = await openPostgresStore(url.replace(host, hosts), { poolSize: 2 });
    assert.equal((await store.listOwnedBy(ada)).length, 1);
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
