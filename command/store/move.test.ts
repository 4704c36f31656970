import assert from 'node:assert/strict';
import { test } from 'node:test';

import { everythingIn, fill, move, newPostgres, newSqlite, nowMs, walk } from '../../test/moves.ts';
import { readMigrations } from '../../server/store/migrations.ts';
import { leftBehind, tables } from './tables.ts';

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
  const made = [...readMigrations('sqlite'), ...readMigrations('postgres')].flatMap(({ sql }) =>
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
