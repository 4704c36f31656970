import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';

import { testWith } from '../../../test/needs.ts';
import { postgresServer } from '../../../test/postgres/database.ts';
import type { Migration } from '../migrations.ts';
import { readMigrations } from '../migrations.ts';
import { migratePostgres } from './postgres-schema.ts';
import { openPostgresStore } from './postgres-store.ts';
import { StoreError } from '../store.ts';
import { tasksOf } from '../../../test/task-list.ts';
import { ada, grace, nowMs, walk } from '../suite/kit.ts';

const test = testWith('postgres');
const server = postgresServer();
const migrations = readMigrations('postgres');
const open = (url: string) => openPostgresStore(url, { poolSize: 2 });

const versions = 'SELECT version, readable_from FROM schema_versions ORDER BY version';

test('ten processes that open a new database at once migrate it once', async (t) => {
  const database = await server.newDatabase(t);
  const stores = await Promise.all(Array.from({ length: 10 }, () => open(database.url)));
  const ids = await Promise.all(stores.map((store) => store.createTask(ada, walk, nowMs)));
  assert.equal(new Set(ids.map((created) => JSON.stringify(created))).size, 10);
  const known = migrations.map(({ version, readableFrom }) => ({
    version,
    readable_from: readableFrom,
  }));
  assert.deepEqual(await database.query(versions), known);
  await Promise.all(stores.map((store) => store.close()));
});

test('a database of an earlier version is migrated, and keeps its data', async (t) => {
  const database = await server.newDatabase(t);
  const store = await open(database.url);
  const created = await store.createTask(ada, walk, nowMs);
  await migratePostgres(database.url, {
    migrations: next('ALTER TABLE tasks ADD COLUMN written_by text'),
  });
  assert.deepEqual(await database.query('SELECT written_by FROM tasks'), [{ written_by: null }]);
  assert.ok(created.kind === 'created');
  assert.deepEqual(await tasksOf(store, ada), [created.task], 'the release before goes on');
  await store.close();
});

test('the ids of a list increase over its blocks, also beside a release that takes a block for each task', async (t) => {
  const database = await server.newDatabase(t);
  const stores = [await open(database.url), await open(database.url)];
  const ids: number[] = [];
  for (let n = 0; n < 150; n += 1) {
    for (const owner of [ada, grace]) {
      const created = await stores[n % 2]?.createTask(owner, walk, nowMs);
      assert.ok(created?.kind === 'created');
      ids.push(created.task.id);
    }
    // What the release before does in a create, for one list after the other.
    if (n >= 100 && n % 10 === 9)
      await database.query(
        `UPDATE lists SET last_task_id = nextval('task_ids') + 1, version = version + 1, counted_version = version + 1
         WHERE last_task_id = (SELECT ${n % 20 === 9 ? 'min' : 'max'}(last_task_id) FROM lists)`,
      );
  }
  assert.equal(new Set(ids).size, ids.length);
  const ofAda = ids.filter((_, at) => at % 2 === 0);
  const ofGrace = ids.filter((_, at) => at % 2 === 1);
  for (const own of [ofAda, ofGrace])
    assert.deepEqual(
      own,
      own.toSorted((a, b) => a - b),
    );
  await Promise.all(stores.map((store) => store.close()));
});

/** The migrations of this release, and one more that it can read. */
function next(sql: string): Migration[] {
  const version = migrations.length + 1;
  return [...migrations, { version, name: 'next', readableFrom: migrations.length, sql }];
}

test('every migration can be read by the release before it, and the release knows each file of the folder', () => {
  for (const { version, readableFrom } of migrations)
    assert.ok(readableFrom <= Math.max(1, version - 1));
  const names = migrations.map(({ version, name }) => `00${version}${name.slice(3)}`);
  const files = names.flatMap((name) => [`${name}.postgres.sql`, `${name}.sqlite.sql`]);
  assert.deepEqual(readdirSync(join(import.meta.dirname, '../migrations')).toSorted(), files);
});

test('a later database is opened unchanged when it allows this release, else refused', async (t) => {
  const database = await server.newDatabase(t);
  await (await open(database.url)).close();
  await database.query('INSERT INTO schema_versions VALUES (999, $1, $2)', [
    'later',
    migrations.length,
  ]);
  const store = await open(database.url);
  assert.equal((await store.createTask(ada, walk, nowMs)).kind, 'created');
  await store.close();
  await database.query('UPDATE schema_versions SET readable_from = 999 WHERE version = 999');
  await assert.rejects(open(database.url), { code: 'newer_database', message: /version 999/ });
});

test('a migration that fails leaves the version before it', async (t) => {
  const database = await server.newDatabase(t);
  const failing = next(
    'CREATE TABLE more (id bigint); CREATE TABLE users (stands_in_the_way text)',
  );
  const refusal = { name: 'StoreError', code: 'failed' };
  await assert.rejects(migratePostgres(database.url, { migrations: failing }), refusal);
  assert.deepEqual((await database.query(versions)).length, migrations.length);
  assert.deepEqual(await database.query("SELECT to_regclass('more') AS found"), [{ found: null }]);
});

test('a database that would lose acknowledged writes is refused', async (t) => {
  const database = await server.newDatabase(t);
  await database.query(`ALTER DATABASE ${database.name} SET synchronous_commit = off`);
  await assert.rejects(open(database.url), { code: 'failed', message: /synchronous_commit/ });
});

test('each node of a Citus cluster is asked: one that would lose acknowledged writes, or is a standby, is refused, and one that does not answer is not', async (t) => {
  const database = await server.newDatabase(t);
  await (await open(database.url)).close();
  /** What Citus has in its place; the second node answers `answer`. */
  const answerWith = (answer: string) =>
    database.query(`CREATE OR REPLACE FUNCTION run_command_on_workers(command text,
        OUT nodename text, OUT nodeport int, OUT success bool, OUT result text) RETURNS SETOF record
      LANGUAGE plpgsql AS $$ BEGIN
        nodename := 'one'; nodeport := 5432; success := true; EXECUTE command INTO result; RETURN NEXT;
        nodename := 'two'; ${answer}; RETURN NEXT;
      END $$`);
  for (const [answer, refusal] of [
    ["result := 'off f'", { code: 'failed', message: /node two:5432 has synchronous_commit off/ }],
    ["result := 'on t'", { code: 'unavailable', message: /node two:5432 is a standby/ }],
  ] as const) {
    await answerWith(answer);
    await assert.rejects(open(database.url), refusal);
    await assert.rejects(migratePostgres(database.url, { isTrial: true }), refusal);
  }
  for (const answer of ["result := 'remote_apply f'", "success := false; result := 'off f'"]) {
    await answerWith(answer);
    await (await open(database.url)).close();
  }
});

test('a wrong password is refused with that reason, and not told', async (t) => {
  const url = new URL((await server.newDatabase(t)).url);
  url.password = 'mistaken';
  await assert.rejects(
    open(url.href),
    (error) =>
      error instanceof StoreError &&
      error.code === 'misconfigured' &&
      error.message.startsWith('The PostgreSQL database refuses the user or the password: ') &&
      !inspect(error).includes('mistaken'),
  );
});
