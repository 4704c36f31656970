import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import type { TestContext } from 'node:test';
import { inspect } from 'node:util';

import pg from 'pg';

import { listenAnywhere } from '../../../test/http.ts';
import { testWith } from '../../../test/needs.ts';
import { postgresServer, query } from '../../../test/postgres/database.ts';
import { freePort } from '../../../test/process.ts';
import type { Owner } from '../fair-queue.ts';
import { makeAdmission, readPostgresUrl } from './postgres-pool.ts';
import type { PostgresOptions } from './postgres-store.ts';
import { openPostgresStore } from './postgres-store.ts';
import { tasksOf } from '../../../test/task-list.ts';
import { ada, grace, nowMs, walk } from '../suite/kit.ts';

const test = testWith('postgres');
const server = postgresServer();
const unavailable = { name: 'StoreError', code: 'unavailable' };
const overloaded = { name: 'StoreError', code: 'overloaded' };

test('a statement that exceeds its time is ended, and who waits for its connection goes on', async (t) => {
  const { store, lock, unlock, waits } = await setUp(t, {
    connectTimeoutMs: 500,
    statementTimeoutMs: 2000,
  });
  await lock();
  const first = assert.rejects(store.createTask(ada, walk, nowMs), unavailable);
  await waits();
  const second = tasksOf(store, ada);
  await first;
  await unlock();
  assert.equal((await second).length, 1);
});

test('a create whose connection is cut is refused and not repeated', async (t) => {
  const { store, lock, unlock, cut } = await setUp(t);
  await lock();
  const created = assert.rejects(store.createTask(ada, walk, nowMs), unavailable);
  await cut();
  await unlock();
  await created;
  assert.equal((await tasksOf(store, ada)).length, 1);
});

test('an error about a lost node of Citus refuses its people only, and keeps the connection', async (t) => {
  const { store, url } = await setUp(t);
  const connections = `SELECT pid FROM pg_stat_activity
    WHERE application_name = 'dueline' AND datname = current_database()`;
  const before = await query(url, connections);
  assert.equal(before.length, 1);
  await query(
    url,
    `CREATE FUNCTION lose_node() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       RAISE 'connection to the remote node two:5432 failed' USING ERRCODE = '08006'; END $$;
     CREATE TRIGGER lose_node BEFORE INSERT ON tasks FOR EACH ROW
       WHEN (NEW.description = 'on the lost node') EXECUTE FUNCTION lose_node()`,
  );
  const lost = { ...walk, description: 'on the lost node' };
  await assert.rejects(store.createTask(grace, lost, nowMs), {
    ...unavailable,
    message: /cannot use one of its nodes/,
  });
  await store.check();
  assert.equal((await store.createTask(ada, walk, nowMs)).kind, 'created');
  assert.deepEqual(await query(url, connections), before);
});

test('a connection whose check of the primary is slow returns to the pool, also when its caller has stopped waiting', async (t) => {
  const { url, lock, unlock, waits } = await setUp(t);
  const wire = await openWire(t, url);
  const limits = { poolSize: 1, connectTimeoutMs: 1500, waitTimeoutMs: 1500 };
  const store = await openPostgresStore(wire.href, limits);
  await lock();
  const created = assert.rejects(store.createTask(ada, walk, nowMs), unavailable);
  await waits();
  const listed = tasksOf(store, ada).catch(() => undefined);
  const { asked, letGo } = wire.hold('pg_is_in_recovery');
  wire.cut();
  await created;
  await unlock();
  await asked;
  // When this call is refused, the caller of `listed` has stopped waiting.
  await assert.rejects(tasksOf(store, ada), overloaded);
  letGo();
  await listed;
  await tasksOf(store, ada);
  await store.close();
});

test('behind a pooler, where the server sets no limit, the driver ends a slow statement', async (t) => {
  const { url, lock, unlock } = await setUp(t);
  const limits = { poolSize: 1, statementTimeoutMs: 1000 };
  const store = await openPostgresStore(`${url}?pooler=transaction`, limits);
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
  for (const port of [await freePort(), await listenAnywhere(createServer(), t)]) {
    const url = `postgres://me:hidden@127.0.0.1:${port}/dueline`;
    await assert.rejects(
      openPostgresStore(url, { poolSize: 1, connectTimeoutMs: 2000 }),
      (error: Error) => {
        assert.equal(error.name, 'StoreError');
        assert.ok(
          !`${error.message} ${JSON.stringify(error)} ${String(error.cause)}`.includes('hidden'),
        );
        return 'code' in error && error.code === 'unavailable';
      },
    );
  }
});

test('an address has one host or several, which share user, password, database and parameters', () => {
  const url = 'postgres://me:p%40ss@db.example:5433/dueline?sslmode=verify-full';
  assert.deepEqual(readPostgresUrl(url), { addresses: [url], behindPooler: false });
  const several = readPostgresUrl(
    'postgresql://me:a@b@one:5432,two,[::1]:5434/dueline?pooler=transaction',
  );
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
    'postgres://me:hidden@db/dueline?sslMode=require',
  ]) {
    assert.throws(
      () => readPostgresUrl(url),
      (error: Error) => /store\.url/.test(error.message) && !inspect(error).includes('hidden'),
    );
  }
});

test('one owner runs on one connection at a time, so that the first operation of another begins at once', async () => {
  const admission = makeAdmission({ poolSize: 4, mostWaiting: 80, waitTimeoutMs: 60_000 });
  const { promise: held, resolve: end } = Promise.withResolvers<void>();
  const begun: string[] = [];
  const operate = (name: string, owner: Owner) =>
    admission.admit(owner, () => {
      begun.push(name);
      return held;
    });
  const ofAda = ['ada 1', 'ada 2', 'ada 3', 'ada 4'].map((name) => operate(name, 'ada'));
  const all = [...ofAda, operate('grace', 'grace'), operate('nobody', null)];
  await new Promise(setImmediate);
  assert.deepEqual(begun, ['ada 1', 'grace', 'nobody']);
  const closed = admission.close();
  await assert.rejects(operate('late', 'eve'), unavailable);
  end();
  await Promise.all([...all, closed]);
  assert.deepEqual(begun.slice(3), ['ada 2', 'ada 3', 'ada 4']);
});

/** A store with one task of Ada, and a second connection that can lock the table of tasks: then every statement on it waits. */
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
    /** Waits until a statement waits for the lock, then cuts its connection. */
    cut: async () => {
      let pids: number[] = [];
      while (pids.length === 0) pids = await waiting();
      await other.query('SELECT pg_terminate_backend($1)', [pids[0]]);
      while ((await waiting()).includes(pids[0] ?? 0));
    },
  };
}

/** A proxy to the database that can reset its connections and delay responses. */
async function openWire(t: TestContext, url: string) {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let hold = (_asked: Buffer, _far: Socket, _near: Socket): void => undefined;
  const wire = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) sockets.add(socket.on('error', () => {}));
    near.on('data', (asked) => hold(asked, far, near));
    near.pipe(far).pipe(near);
  });
  const href = new URL(url);
  href.host = `127.0.0.1:${await listenAnywhere(wire, t)}`;
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
