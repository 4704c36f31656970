import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { suite } from 'node:test';

import pg from 'pg';

import { needs, testWith } from '../../../test/needs.ts';
import { postgresServer } from '../../../test/postgres/database.ts';
import { layouts, newDivided } from '../../../test/postgres/layouts.ts';
import { tasksOf } from '../../../test/task-list.ts';
import { describeStore } from '../store-suite.ts';
import { ada, grace, nowMs, walk } from '../suite/kit.ts';
import { statements } from './postgres-statements.ts';
import { openPostgresStore } from './postgres-store.ts';

const test = testWith('postgres');
const server = postgresServer();
const runs = 4;

for (const layout of ['deploy/partitions.sql', 'deploy/citus.sql'] as const) {
  void suite(`with ${layout}`, needs('postgres'), () => {
    const makeDatabase = async (t: TestContext) => {
      const { url, query } = await newDivided(server, layout, t);
      return { open: () => openPostgresStore(url, { poolSize: 4 }), byHand: query };
    };
    describeStore('postgres', makeDatabase, runs);
  });

  test(`${layout}: each statement reads and writes one partition of a table`, async (t) => {
    const { url, query } = await newDivided(server, layout, t);
    const store = await openPostgresStore(url, { poolSize: 1 });
    const idempotency = { key: 'key', bodyHash: 'hash' };
    const created = await store.createTask(ada, walk, nowMs, { idempotency });
    await store.close();
    assert.ok(created.kind === 'created');
    const [user] = await query('SELECT id FROM users');
    const values: Readonly<Record<string, string>> = sampleValues(
      Number(user?.['id']),
      created.task.id,
    );
    for (const [name, text] of Object.entries(statements)) {
      const used = await partitionsOf(url, text, values[name] ?? assert.fail(name));
      const tables = used.map((partition) => partition.replace(/_\d+$/, ''));
      assert.deepEqual(tables, [...new Set(tables)], `${name}: ${used.join(', ')}`);
      const isDivided = layout === 'deploy/citus.sql' || name !== 'findOwner';
      assert.equal(used.length > 0, isDivided && !['check', 'takeBlock'].includes(name), name);
    }
  });
}

/** The values of each statement, for this owner and this task. */
function sampleValues(owner: number, id: number): Record<keyof typeof statements, string> {
  const fields = `'Plan', '2026-03-01', 'LOW', 'TODO'`;
  return {
    check: '',
    findOwner: `'${ada}'`,
    addUser: `'${grace}', 7, 0, NULL`,
    countTasks: `${owner}`,
    findCounts: `${owner}, ${id}, 'Plan'`,
    readList: `${owner}, NULL`,
    takeBlock: '',
    createTask: `${owner}, 0, 9, 9000, 'another', 'hash', 0, 0, 9, NULL, ${fields}`,
    replaceTask: `${owner}, ${id}, 0, 9000, ${fields}`,
    deleteTask: `${owner}, ${id}`,
    findKey: `${owner}, 'key', 0`,
  };
}

/** The partitions that a statement uses with its generic plan: those that its plan scans, and those that it or its function has read or written. */
async function partitionsOf(url: string, text: string, values: string): Promise<string[]> {
  // A new connection: the statistics of its transaction have nothing of another statement.
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const list = values === '' ? '' : `(${values})`;
    await client.query('BEGIN; SET LOCAL plan_cache_mode = force_generic_plan');
    await client.query(`PREPARE planned AS ${text}`);
    const explained = await client.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN (ANALYZE, COSTS OFF) EXECUTE planned ${list}`,
    );
    const plan = explained.rows
      .map((row) => row['QUERY PLAN'])
      .filter((line) => !line.includes('never executed'));
    const planned = plan.flatMap((line) => /Scan.* on (\w+_\d)\b/.exec(line)?.[1] ?? []);
    const touched = await client.query<{ relname: string }>(
      `SELECT relname FROM pg_stat_xact_user_tables
       WHERE relname ~ '_[0-9]$' AND seq_scan + coalesce(idx_scan, 0) + n_tup_ins + n_tup_upd + n_tup_del > 0`,
    );
    await client.query('ROLLBACK');
    return [...new Set([...planned, ...touched.rows.map(({ relname }) => relname)])].toSorted();
  } finally {
    await client.end();
  }
}

test('deploy/partitions.sql leaves columns, keys, checks and indexes as they are, and the rows', async (t) => {
  const plain = await server.newDatabase(t);
  const store = await openPostgresStore(plain.url, { poolSize: 1 });
  await store.createTask(ada, walk, nowMs, { idempotency: { key: 'key', bodyHash: 'hash' } });
  const before = { schema: await plain.query(schema), tasks: await tasksOf(store, ada) };
  await plain.query(layouts['deploy/partitions.sql']);
  assert.deepEqual(await plain.query(schema), before.schema);
  assert.deepEqual(await tasksOf(store, ada), before.tasks, 'a service with an open store goes on');
  assert.equal((await store.createTask(ada, walk, nowMs)).kind, 'created');
  await store.close();
});

/** Columns, constraints and indexes of the divided tables, without their names of partitions. */
const schema = `
  SELECT table_name || ' ' || column_name || ' ' || data_type || ' ' || is_nullable AS what
  FROM information_schema.columns WHERE table_name IN ('lists', 'tasks', 'idempotency')
  UNION ALL SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
  FROM pg_constraint WHERE conrelid::regclass::text IN ('lists', 'tasks', 'idempotency')
  UNION ALL SELECT replace(indexdef, ' ONLY', '') FROM pg_indexes WHERE tablename IN ('lists', 'tasks', 'idempotency')
  ORDER BY what`;

test('with deploy/citus.sql, where users have no key of their id, no two people get the same id', async (t) => {
  const { query } = await newDivided(server, 'deploy/citus.sql', t);
  await query('SELECT add_user($1, 7, 0, NULL)', [ada]);
  assert.deepEqual(await query('SELECT add_user($1, 8, 0, 1) AS id', [ada]), [{ id: '7' }]);
  await assert.rejects(query('SELECT add_user($1, 7, 0, NULL)', [grace]), { code: '23505' });
  assert.deepEqual(await query('SELECT email, signed_in_at_ms FROM users'), [
    { email: ada, signed_in_at_ms: '1' },
  ]);
});
