import pg from 'pg';
import type { Client } from 'pg';

import { readMigrations, refuseUnmigrated } from './migrations.ts';
import { postgresStoreError } from './postgres-errors.ts';
import { migratePostgres, schemaVersion } from './postgres-schema.ts';
import { readPostgresUrl } from './postgres-url.ts';
import { parserOf } from './postgres-pool.ts';
import type { Column, Rows, Source, UntouchedSource, Values } from './tables.ts';
import { valuesOf } from './tables.ts';

const connectTimeoutMs = 10_000;

/** The rows of the PostgreSQL database at `url` (its first host), which is migrated first. */
export async function openPostgresRows(url: string): Promise<Rows> {
  await migratePostgres(addressOf(url), connectTimeoutMs);
  const client = await connect(url);
  const source = sourceOf(client);
  return {
    ...source,
    async write(table, rows) {
      const columns = table.columns.map((_, index) => rows.map((row) => row[index]));
      const types = table.columns.map(({ type }, index) => `$${index + 1}::${type}[]`);
      await rowsOf(
        client,
        `INSERT INTO ${table.name} (${table.columns.map(({ name }) => name).join(', ')})
         SELECT * FROM unnest(${types.join(', ')})`,
        columns,
      );
    },
    async continueIdsAbove(taskId) {
      if (taskId > (await source.lastTaskId())) {
        await rowsOf(client, "SELECT setval('task_ids', $1)", [taskId]);
      }
      await rowsOf(
        client,
        "SELECT setval(pg_get_serial_sequence('users', 'id'), max(id)) FROM users HAVING max(id) > 0",
      );
    },
  };
}

/** The rows of the PostgreSQL database at `url` in one snapshot, as the source of a move. Refuses a newer schema. */
export async function openPostgresSource(url: string): Promise<UntouchedSource> {
  const client = await connect(url);
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query('SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0');
    const known = readMigrations('postgres').length;
    refuseUnmigrated(await schemaVersion(client, known), known);
    const [[others] = []] = await rowsOf(client, otherConnections);
    const count = Number(others);
    return {
      ...sourceOf(client),
      alsoUsedBy: count === 0 ? null : `${count} connections named dueline are open to the source`,
      checkUnchanged: async () => {},
    };
  } catch (cause) {
    await client.end();
    throw postgresStoreError(cause);
  }
}

const otherConnections = `SELECT count(*) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'dueline%'`;

const addressOf = (url: string): string => readPostgresUrl(url).addresses[0];

async function connect(url: string): Promise<Client> {
  const client = new pg.Client({
    connectionString: addressOf(url),
    application_name: 'dueline move',
    connectionTimeoutMillis: connectTimeoutMs,
    types: { getTypeParser: parserOf },
  });
  // A lost connection fails the statement that runs; if none runs, it fails the next one.
  client.on('error', () => undefined);
  await client.connect().catch((cause: unknown) => {
    throw postgresStoreError(cause);
  });
  return client;
}

function sourceOf(client: Client): Source {
  return {
    async read(table, { after = [], upTo = [], limit }) {
      const key = table.key.join(', ');
      const marksFrom = (first: number, values: Values) =>
        values.map((_, index) => `$${first + index}`).join(', ');
      const where = [
        ...(after.length > 0 ? [`(${key}) > (${marksFrom(1, after)})`] : []),
        ...(upTo.length > 0 ? [`(${key}) <= (${marksFrom(1 + after.length, upTo)})`] : []),
      ];
      const rows = await rowsOf(
        client,
        `SELECT ${table.columns.map(asText).join(', ')} FROM ${table.name} WHERE ${['true', ...where].join(' AND ')}
         ORDER BY ${key} LIMIT ${limit ?? 'ALL'}`,
        [...after, ...upTo],
      );
      return rows.map(valuesOf);
    },
    async lastTaskId() {
      const text = 'SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM task_ids';
      const [row] = await rowsOf(client, text);
      return Number(row?.[0]);
    },
    close: () => client.end(),
  };
}

async function rowsOf(client: Client, text: string, values: readonly unknown[] = []): Promise<unknown[][]> {
  return (await client.query<unknown[]>({ text, values: [...values], rowMode: 'array' })).rows;
}

const asText = ({ name, type }: Column): string =>
  type === 'date' ? `to_char(${name}, 'YYYY-MM-DD')` : name;
