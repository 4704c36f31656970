import assert from 'node:assert/strict';
import { test } from 'node:test';

import { everythingIn, fill, move, newPostgres, newSqlite, nowMs, walk } from '../../test/moves.ts';
import type { Rows } from './tables.ts';
import { tasksOf } from '../../test/task-list.ts';

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
  const before = await away.store();
  const created = await before.createTask('other@example.com', walk, nowMs);
  await assert.rejects(move(home, away), { code: 'failed', message: /connections named dueline are open/ });
  await before.close();
  await assert.rejects(move(home, away), { code: 'failed', message: /users holds rows/ });
  const store = await away.store();
  assert.ok(created.kind === 'created');
  assert.deepEqual(await tasksOf(store, 'other@example.com'), [created.task]);
  assert.deepEqual(await tasksOf(store, 'ada@example.com'), []);
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
