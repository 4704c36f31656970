import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { TestDatabase } from '../../test/postgres/database.ts';
import { postgresServer } from '../../test/postgres/database.ts';
import { readMigrations } from './migrations.ts';
import { openPostgresStore } from './postgres.ts';
import { dataOfVersion1, releasedStatements } from './released-statements.ts';

const server = postgresServer();
const ada = 'ada@example.com';
const nowMs = Date.UTC(2026, 0, 15);
const walk = { description: 'Walk', dueDate: '2026-03-01', importance: 'LOW', state: 'TODO' } as const;
const open = (url: string) => openPostgresStore(url, { poolSize: 2 });

function withDatabase(
  title: string,
  check: (database: TestDatabase) => Promise<void>,
  encoding?: string,
): void {
  test(title, async () => {
    const database = await server.newDatabase(encoding);
    try {
      await check(database);
    } finally {
      await database.remove();
    }
  });
}

const versions = 'SELECT version, readable_from FROM schema_versions ORDER BY version';

withDatabase('ten processes that open a new database at once migrate it once', async (database) => {
  const stores = await Promise.all(Array.from({ length: 10 }, () => open(database.url)));
  const ids = await Promise.all(stores.map((store) => store.createTask(ada, walk, nowMs)));
  assert.equal(new Set(ids.map((created) => JSON.stringify(created))).size, 10);
  const known = readMigrations('postgres');
  assert.deepEqual(
    await database.query(versions),
    known.map((migration) => ({ version: migration.version, readable_from: migration.readableFrom })),
  );
  await Promise.all(stores.map((store) => store.close()));
});

const migrations = readMigrations('postgres');
for (let version = 0; version <= migrations.length; version++) {
  withDatabase(`a database of version ${version} is brought forward with its data`, async (database) => {
    if (version > 0) await makeVersion(database, version);

    const store = await open(database.url);
    assert.deepEqual(await store.listOwnedBy(ada), version > 0 ? [{ id: 41, ...walk }] : []);
    const created = await store.createTask(ada, walk, nowMs, { key: 'key', bodyHash: 'hash' });
    assert.ok(created.kind === 'created' && created.task.id === (version > 0 ? 42 : 1));
    assert.deepEqual(await store.claimRenewal('token', nowMs, nowMs + 1), { kind: 'claimed' });
    await store.close();
  });
}

async function makeVersion(database: TestDatabase, version: number): Promise<void> {
  await database.query(`CREATE TABLE schema_versions (version integer PRIMARY KEY, name text NOT NULL,
    readable_from integer NOT NULL, migrated_at timestamptz NOT NULL DEFAULT now())`);
  for (const migration of migrations.slice(0, version)) {
    await database.query(migration.sql);
    await database.query('INSERT INTO schema_versions VALUES ($1, $2, $3)', [
      migration.version,
      migration.name,
      migration.readableFrom,
    ]);
  }
  await database.query(dataOfVersion1);
}

test('every migration can be read by the release before it, whose statements are kept', () => {
  for (const { version, readableFrom } of migrations) assert.ok(readableFrom <= Math.max(1, version - 1));
  assert.deepEqual(
    releasedStatements.map(({ version }) => version),
    migrations.slice(0, -1).map(({ version }) => version),
  );
});

for (const { version, readableFrom } of migrations) {
  for (const release of releasedStatements) {
    if (release.version >= version || release.version < readableFrom) continue;
    withDatabase(
      `a release of version ${release.version} reads and writes a database of version ${version}`,
      async (database) => {
        await makeVersion(database, version);
        for (const [text, values, rows] of release.sent) {
          assert.equal((await database.query(text, [...values])).length, rows, text);
        }
      },
    );
  }
}

withDatabase('a later database that allows this release is opened unchanged', async (database) => {
  await (await open(database.url)).close();
  await database.query('INSERT INTO schema_versions VALUES (999, $1, $2)', ['later', migrations.length]);
  const store = await open(database.url);
  assert.equal((await store.createTask(ada, walk, nowMs)).kind, 'created');
  await store.close();
});

withDatabase('a database newer than this release is refused', async (database) => {
  await (await open(database.url)).close();
  await database.query('INSERT INTO schema_versions VALUES (999, $1, $2)', ['later', migrations.length + 1]);
  await assert.rejects(open(database.url), { code: 'newer_database', message: /version 999/ });
});

withDatabase('a migration that fails leaves the version before it', async (database) => {
  await database.query('CREATE TABLE renewals (stands_in_the_way text)');
  await assert.rejects(open(database.url), { name: 'StoreError', code: 'failed' });
  assert.deepEqual((await database.query(versions)).length, 1);
});

withDatabase('a database that would lose acknowledged writes is refused', async (database) => {
  await database.query(`ALTER DATABASE ${database.name} SET synchronous_commit = off`);
  await assert.rejects(open(database.url), { code: 'failed', message: /synchronous_commit/ });
});

withDatabase(
  'a database whose encoding cannot store every text is refused',
  (database) => assert.rejects(open(database.url), { code: 'failed', message: /UTF8/ }),
  'SQL_ASCII',
);

withDatabase(
  'a database user without the right to create tables is refused with that reason',
  async (database) => {
    await database.query(`CREATE ROLE ${database.name} LOGIN PASSWORD 'p'`);
    await database.query('REVOKE CREATE ON SCHEMA public FROM PUBLIC');
    const url = new URL(database.url);
    url.username = database.name;
    url.password = 'p';
    await assert.rejects(open(url.href), { code: 'not_writable', message: /denied/ });
    url.password = 'wrong';
    await assert.rejects(open(url.href), { code: 'misconfigured', message: /password/ });
    await database.query(`DROP ROLE ${database.name}`);
  },
);
