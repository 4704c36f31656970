import pg from 'pg';
import type { Client } from 'pg';

import type { Migration } from '../migrations.ts';
import { readMigrations, refuseNewer } from '../migrations.ts';
import { postgresStoreError } from './postgres-errors.ts';
import { parserOf, readPostgresUrl, refuseStandby } from './postgres-pool.ts';
import { StoreError } from '../store.ts';

type MigrateOptions = {
  connectTimeoutMs?: number;
  migrations?: readonly Migration[];
  isTrial?: boolean;
};

/**
 * Migrates the database at `url` to this release, in one transaction for each migration; several processes may do so at
 * once. Refuses a database whose later migrations exclude this release, and settings that would lose text or acknowledged
 * writes. Resolves with the earlier version. `isTrial`: only the first migration of a new database runs, and is rolled back.
 */
export async function migratePostgres(
  url: string,
  {
    connectTimeoutMs,
    migrations = readMigrations('postgres'),
    isTrial = false,
  }: MigrateOptions = {},
): Promise<number> {
  const client = await connectPostgres(url, 'dueline migration', connectTimeoutMs);
  try {
    await refuseUnsafe(client);
    // This check needs no lock and no right to change the schema.
    const version = await schemaVersion(client, migrations.length);
    const missing = migrations.slice(version, isTrial ? 1 : undefined);
    for (const migration of missing) await migrate(client, migration, migrations.length, isTrial);
    return version;
  } catch (cause) {
    throw postgresStoreError(cause);
  } finally {
    await client.end();
  }
}

async function refuseUnsafe(client: Client): Promise<void> {
  const text = "SELECT current_setting('server_encoding'), current_setting('synchronous_commit')";
  const [[encoding, durability] = []] = await rowsOf(client, text);
  if (encoding !== 'UTF8') {
    throw new StoreError(
      'failed',
      `The database is encoded in ${String(encoding)}: make one with ENCODING 'UTF8'`,
    );
  }
  if (durability === 'off') {
    throw new StoreError(
      'failed',
      'synchronous_commit is off for this user, so acknowledged writes could be lost: ALTER ROLE ... SET synchronous_commit = on',
    );
  }
  if (await isCitus(client)) await refuseUnsafeNodes(client);
}

/** True when the database is the coordinator of a Citus cluster. */
export async function isCitus(client: Client): Promise<boolean> {
  const text = "SELECT count(*) FROM pg_proc WHERE proname = 'run_command_on_workers'";
  return (await rowsOf(client, text))[0]?.[0] !== 0;
}

/** Refuses a node that would lose acknowledged writes, or reads old data. A node that does not answer stops its own people only. */
async function refuseUnsafeNodes(client: Client): Promise<void> {
  const asked =
    "SELECT concat_ws('', current_setting('synchronous_commit'), ' ', pg_is_in_recovery())";
  const text = 'SELECT nodename, nodeport, result FROM run_command_on_workers($1) WHERE success';
  for (const [name, port, answer] of await rowsOf(client, text, [asked])) {
    const node = `The node ${String(name)}:${String(port)}`;
    const [durability, isStandby] = String(answer).split(' ');
    if (durability === 'off') {
      const what = `${node} has synchronous_commit off for this user, so acknowledged writes could be lost`;
      throw new StoreError('failed', `${what}: ALTER ROLE ... SET synchronous_commit = on there`);
    }
    if (isStandby === 't') throw new StoreError('unavailable', `${node} is a standby`);
  }
}

/** The schema version; 0 when no migration has run. Refuses one that is too new for a release that knows versions up to `known`. */
export async function schemaVersion(client: Client, known: number): Promise<number> {
  const text = "SELECT count(to_regclass('schema_versions'))";
  if (Number((await rowsOf(client, text))[0]?.[0]) === 1) return versionOf(client, known);
  return 0;
}

/** The same for a database that has the table `schema_versions`. */
async function versionOf(client: Client, known: number): Promise<number> {
  const text = 'SELECT max(version), max(readable_from) FROM schema_versions';
  const [[version, readableFrom] = []] = await rowsOf(client, text);
  refuseNewer(Number(version ?? 0), known, Number(readableFrom ?? 0));
  return Number(version ?? 0);
}

/** Locks the schema for this transaction, which works through a pooler too. The version is read again under the lock. */
async function migrate(
  client: Client,
  migration: Migration,
  known: number,
  isTrial: boolean,
): Promise<void> {
  await client.query('BEGIN; SET LOCAL statement_timeout = 0');
  await client.query("SELECT pg_advisory_xact_lock(hashtext('dueline schema'))");
  // Not to_regclass: after the wait for the lock this connection's cache could still say that the table does not exist.
  await client.query(schemaVersions);
  if ((await versionOf(client, known)) < migration.version) {
    // A migration that waits long for a table would block all statements that queue behind it.
    await client.query("SET LOCAL lock_timeout = '10s'");
    await client.query(migration.sql);
    await client.query(
      'INSERT INTO schema_versions (version, name, readable_from) VALUES ($1, $2, $3)',
      [migration.version, migration.name, migration.readableFrom],
    );
  }
  await client.query(isTrial ? 'ROLLBACK' : 'COMMIT');
}

const schemaVersions = `
  CREATE TABLE IF NOT EXISTS schema_versions (
    version integer PRIMARY KEY,
    name text NOT NULL,
    readable_from integer NOT NULL,
    migrated_at timestamptz NOT NULL DEFAULT now()
  )`;

/**
 * One connection outside the pool, for a migration or a command, to the first host of `url` that is reachable and the primary.
 * PostgreSQL lists the connection under `name`. When no host is usable, it throws the error of the last one.
 */
export async function connectPostgres(url: string, name: string, connectTimeoutMs = 10_000) {
  let refusal: unknown;
  for (const address of readPostgresUrl(url).addresses) {
    try {
      return await connectTo(address, name, connectTimeoutMs);
    } catch (cause) {
      refusal = cause;
    }
  }
  throw postgresStoreError(refusal);
}

async function connectTo(address: string, name: string, connectTimeoutMs: number): Promise<Client> {
  const client = new pg.Client({
    connectionString: address,
    application_name: name,
    connectionTimeoutMillis: connectTimeoutMs,
    types: { getTypeParser: parserOf },
  });
  // A lost connection fails the statement that runs; if none runs, it fails the next one.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await refuseStandby(client);
    return client;
  } catch (cause) {
    // A server that waits for a password would keep the connection, and this process, for a minute.
    void client.end();
    throw cause;
  }
}

export async function rowsOf(client: Client, text: string, values: readonly unknown[] = []) {
  return (await client.query<unknown[]>({ text, values: [...values], rowMode: 'array' })).rows;
}
