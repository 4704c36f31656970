import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';
import type { TestContext } from 'node:test';

import pg from 'pg';

import { listenAnywhere } from '../http.ts';
import { postgresServer } from './database.ts';
import type { PostgresOptions } from '../../server/store/postgres/postgres-store.ts';
import { openPostgresStore } from '../../server/store/postgres/postgres-store.ts';
import { ada, nowMs, walk } from '../../server/store/suite/kit.ts';

const server = postgresServer();
export const unavailable = { name: 'StoreError', code: 'unavailable' };
export const overloaded = { name: 'StoreError', code: 'overloaded' };

/** A store with Ada's one task, and somebody else who can lock all tasks so that every statement on them waits. */
export async function setUp(t: TestContext, options: Partial<PostgresOptions> = {}) {
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
export async function openWire(t: TestContext, url: string) {
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
