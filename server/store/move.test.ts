import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';

import { emptyFolder } from '../../test/folder.ts';
import { postgresServer } from '../../test/postgres/database.ts';
import { readMigrations } from './migrations.ts';
import { moveStore } from './move.ts';
import { openPostgresRows, openPostgresSource } from './postgres-rows.ts';
import { openPostgresStore } from './postgres.ts';
import { openSqliteRows, openSqliteSource } from './sqlite-rows.ts';
import { openSqliteStore } from './sqlite.ts';
import type { Store } from './store.ts';
import type { Rows, UntouchedSource } from './tables.ts';
import { leftBehind, tables } from './tables.ts';

const server = postgresServer();
const nowMs = Date.UTC(2026, 0, 15);
const people = ['ada@example.com', 'Ada@example.com', 'zoë@example.com'];
const key = { key: 'key', bodyHash: 'hash' };
const walk = { description: 'Walk', dueDate: '0001-02-03', importance: 'LOW', state: 'DONE' } as const;
const silent = () => {};

type Engine = Readonly<{
  source: () => Promise<UntouchedSource>;
  rows: () => Promise<Rows>;
  store: () => Promise<Store>;
}>;

function newSqlite(t: TestContext): Engine {
  const folder = emptyFolder(t);
  const path = join(folder, 'tasks.db');
  return {
    source: async () => openSqliteSource(path),
    rows: async () => openSqliteRows(path),
    store: async () => openSqliteStore(path),
  };
}

async function newPostgres(t: TestContext): Promise<Engine> {
  const { url, remove } = await server.newDatabase();
  t.after(remove);
  return {
    source: () => openPostgresSource(url),
    rows: () => openPostgresRows(url),
    store: () => openPostgresStore(url, { poolSize: 2 }),
  };
}

async function fill(engine: Engine, tasksEach = 5): Promise<void> {
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
  const [first] = await store.listOwnedBy('ada@example.com');
  await store.deleteTask('ada@example.com', first?.id ?? 0);
  await store.publishRenewal('token', 'sealed', nowMs + 60_000);
  await store.claimRenewal('another', nowMs, nowMs + 60_000);
  await store.noteEnding({ subject: 'ended', endedAtMs: nowMs, untilMs: nowMs + 60_000 });
  await store.close();
}

async function everythingIn(engine: Engine): Promise<unknown> {
  const store = await engine.store();
  const lists = await Promise.all(people.map((person) => store.listOwnedBy(person)));
  const repeated = await store.createTask('zoë@example.com', walk, nowMs, key);
  const endings = await store.findEndings(['ended']);
  await store.close();
  return { lists, repeated, endings };
}

async function move(from: Engine, to: Engine, through: (rows: Rows) => Rows = (rows) => rows) {
  const [source, target] = [await from.source(), await to.rows()];
  try {
    return await moveStore(source, through(target), silent);
  } finally {
    await source.close();
    await target.close();
  }
}

test('everything moves to PostgreSQL and back: tasks, users, keys, endings and the counter of ids, but no sealed token', async (t) => {
  const [home, away, back] = [newSqlite(t), await newPostgres(t), newSqlite(t)];
  await fill(home);
  const before = await everythingIn(home);
  const accounts = await move(home, away);
  assert.deepEqual(
    accounts.map(({ table, rows }) => [table, rows]),
    [
      ['users', 3],
      ['tasks', 17],
      ['idempotency', 3],
      ['endings', 1],
    ],
  );
  assert.deepEqual(await everythingIn(away), before);
  assert.deepEqual(await move(away, back), accounts);
  assert.deepEqual(await everythingIn(back), before);
  for (const engine of [away, back]) {
    const store = await engine.store();
    assert.deepEqual(await store.claimRenewal('token', nowMs, nowMs), { kind: 'claimed' });
    const created = await store.createTask('new@example.com', walk, nowMs);
    assert.ok(created.kind === 'created' && created.task.id > 18);
    await store.close();
  }
});

test('every table of the schema is either moved or listed in leftBehind', () => {
  const made = readMigrations('sqlite').flatMap(({ sql }) =>
    [...sql.matchAll(/^CREATE TABLE (\w+)/gm)].map(([, name]) => name),
  );
  const counter = 'task_ids';
  const known = [counter, ...leftBehind, ...tables.map(({ name }) => name)];
  assert.deepEqual(new Set(made), new Set(known));
});

test('an empty database moves too', async (t) => {
  const home = newSqlite(t);
  await (await home.store()).close();
  const accounts = await move(home, await newPostgres(t));
  assert.ok(accounts.every(({ rows }) => rows === 0));
});

test('an interrupted move continues where it stopped', async (t) => {
  const [home, away] = [newSqlite(t), await newPostgres(t)];
  await fill(home, 1000);
  let writes = 0;
  const breaking = (rows: Rows): Rows => ({
    ...rows,
    write: (table, some) => (++writes > 2 ? Promise.reject(new Error('the cable')) : rows.write(table, some)),
  });
  await assert.rejects(move(home, away, breaking), /the cable/);
  const written: number[] = [];
  const counting = (rows: Rows): Rows => ({
    ...rows,
    write: (table, some) => {
      if (table.name === 'tasks') written.push(some.length);
      return rows.write(table, some);
    },
  });
  await move(home, away, counting);
  assert.equal(
    written.reduce((sum, one) => sum + one, 0),
    3002 - 1000,
  );
  assert.deepEqual(await everythingIn(away), await everythingIn(home));
});

test('a target with data of its own is refused and not changed', async (t) => {
  const [home, away] = [newSqlite(t), await newPostgres(t)];
  await fill(home);
  const store = await away.store();
  const created = await store.createTask('other@example.com', walk, nowMs);
  await assert.rejects(move(home, away), { code: 'failed', message: /users holds rows/ });
  assert.ok(created.kind === 'created');
  assert.deepEqual(await store.listOwnedBy('other@example.com'), [created.task]);
  assert.deepEqual(await store.listOwnedBy('ada@example.com'), []);
  await store.close();
});

test('a write to the source during the move is detected', async (t) => {
  const [home, away] = [newSqlite(t), newSqlite(t)];
  await fill(home);
  const meddling = (rows: Rows): Rows => ({
    ...rows,
    continueIdsAbove: async (taskId) => {
      const store = await home.store();
      await store.createTask('ada@example.com', walk, nowMs);
      await store.close();
      await rows.continueIdsAbove(taskId);
    },
  });
  await assert.rejects(move(home, away, meddling), {
    code: 'failed',
    message: /has changed while it was read/,
  });
});

test('a row that changes on its way is detected by the checksum', async (t) => {
  const [home, away] = [newSqlite(t), newSqlite(t)];
  await fill(home);
  const damaging = (rows: Rows): Rows => ({
    ...rows,
    write: (table, some) =>
      rows.write(
        table,
        some.map((row) => row.map((value) => (value === 'Walk' ? 'Wa1k' : value))),
      ),
  });
  await assert.rejects(move(home, away, damaging), {
    code: 'failed',
    message: /^tasks: the source holds 17 rows/,
  });
});
