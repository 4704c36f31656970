import { join } from 'node:path';
import type { TestContext } from 'node:test';

import { moveStore } from '../command/store/move.ts';
import { openPostgresRows, openPostgresSource } from '../command/store/postgres-rows.ts';
import { openPostgresStore } from '../server/store/postgres/postgres-store.ts';
import { openSqliteRows, openSqliteSource } from '../command/store/sqlite-rows.ts';
import { openSqliteStore } from '../server/store/sqlite/sqlite-store.ts';
import type { Store } from '../server/store/store.ts';
import type { Rows, UntouchedSource } from '../command/store/tables.ts';
import { postgresServer } from './postgres/database.ts';
import { emptyFolder } from './folder.ts';
import { tasksOf } from './task-list.ts';

const server = postgresServer();
export const nowMs = Date.UTC(2026, 0, 15);
const people = ['ada@example.com', 'Ada@example.com', 'zoë@example.com'];
const key = { key: 'key', bodyHash: 'hash' };
export const walk = { description: 'Walk', dueDate: '0001-02-03', importance: 'LOW', state: 'DONE' } as const;
const silent = () => {};

type Engine = Readonly<{
  source: () => Promise<UntouchedSource>;
  rows: () => Promise<Rows>;
  store: () => Promise<Store>;
}>;

export function newSqlite(t: TestContext): Engine {
  const folder = emptyFolder(t);
  const path = join(folder, 'tasks.db');
  return {
    source: async () => openSqliteSource(path),
    rows: async () => openSqliteRows(path),
    store: async () => openSqliteStore(path),
  };
}

export async function newPostgres(t: TestContext): Promise<Engine> {
  const { url, remove } = await server.newDatabase();
  t.after(remove);
  return {
    source: () => openPostgresSource(url),
    rows: () => openPostgresRows(url),
    store: () => openPostgresStore(url, { poolSize: 2 }),
  };
}

export async function fill(engine: Engine, tasksEach = 5): Promise<void> {
  const store = await engine.store();
  for (const person of people) {
    const wanted = Array.from({ length: tasksEach }, (_, n) => ({
      ...walk,
      description: `\u{1F600} "${n}"\n`,
    }));
    // As many at once as one person may have waiting.
    while (wanted.length > 0) {
      const some = wanted.splice(0, 200);
      await Promise.all(some.map((fields) => store.createTask(person, fields, nowMs)));
    }
    await store.createTask(person, walk, nowMs, key);
  }
  const [first] = await tasksOf(store, 'ada@example.com');
  await store.deleteTask('ada@example.com', first?.id ?? 0);
  await store.publishRenewal('token', 'sealed', nowMs + 60_000);
  await store.claimRenewal('another', nowMs, nowMs + 60_000);
  await store.noteEnding({ subject: 'ended', endedAtMs: nowMs, untilMs: nowMs + 60_000 });
  await store.close();
}

export async function everythingIn(engine: Engine): Promise<unknown> {
  const store = await engine.store();
  const lists = await Promise.all(people.map((person) => tasksOf(store, person)));
  const repeated = await store.createTask('zoë@example.com', walk, nowMs, key);
  const endings = await store.findEndings(['ended']);
  await store.close();
  return { lists, repeated, endings };
}

export async function move(from: Engine, to: Engine, through: (rows: Rows) => Rows = (rows) => rows) {
  const [source, target] = [await from.source(), await to.rows()];
  try {
    return await moveStore(source, through(target), silent);
  } finally {
    await source.close();
    await target.close();
  }
}
