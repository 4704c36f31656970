import type { Client } from 'pg';

import { readMigrations } from '../../server/store/migrations.ts';
import {
  connectPostgres,
  isCitus,
  migratePostgres,
  rowsOf,
  schemaVersion,
} from '../../server/store/postgres/postgres-schema.ts';
import { postgresStoreError } from '../../server/store/postgres/postgres-errors.ts';
import { timeouts } from '../../server/store/postgres/postgres-store.ts';
import { idsInBlock } from '../../server/store/postgres/postgres-statements.ts';
import { StoreError } from '../../server/store/store.ts';
import type { Dialect, Query } from './rows.ts';

/** Settings for a transaction that may take minutes, with dates in the format that SQLite stores. */
const settings =
  "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL datestyle = 'ISO'";

const lastTaskId = `SELECT last_value + CASE WHEN is_called THEN ${idsInBlock} ELSE 0 END - 1 FROM task_ids`;

const dialect: Dialect = {
  // Writes of rows that refer to a user wait for this lock; reads do not.
  begin: [`BEGIN; ${settings}; LOCK TABLE users IN EXCLUSIVE MODE`],
  columnsOf:
    'SELECT column_name FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = ?',
  lastTaskId,
  continueAbove: `SELECT setval('task_ids',
    greatest((?::bigint / ${idsInBlock} + 1) * ${idsInBlock}, (${lastTaskId}) + 1), false)`,
  // The last id of a block: the next task of each list takes a new block.
  startLists: `INSERT INTO lists (owner, version, last_task_id)
    SELECT id, floor(extract(epoch FROM now()) * 1000000)::bigint, ${idsInBlock - 1} FROM users`,
};

/** Opens the database at `url` to read it in one snapshot. */
export async function openPostgresSource(url: string) {
  return opened(url, async (client) => {
    await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${settings}`);
    const version = await schemaVersion(client, readMigrations('postgres').length);
    const usedBy = await otherUse(client);
    const hasNodes = await isCitus(client);
    return {
      version,
      alsoUsedBy: usedBy && `${usedBy} the source`,
      check: async () => void (hasNodes && (await client.query(stopWrites))),
    };
  });
}

/** Citus has no snapshot of all nodes: until this transaction ends, writes wait. */
const stopWrites = 'LOCK TABLE users, lists, tasks, idempotency IN EXCLUSIVE MODE';

/** Opens the database at `url` to write it, and migrates it first if `migrates`. Refuses a database in use, unless `mayBeInUse`. */
export async function openPostgresTarget(
  url: string,
  { mayBeInUse = false, migrates = true } = {},
) {
  return opened(url, async (client) => {
    const usedBy = mayBeInUse ? null : await otherUse(client);
    if (usedBy !== null)
      throw new StoreError(
        'failed',
        `${usedBy} the target: stop the service, or name another database`,
      );
    if (migrates) await migratePostgres(url);
    return {
      purgeDeletedRows: () => client.query('VACUUM users, lists, tasks, idempotency, renewals'),
    };
  });
}

/** The version of the schema. In a new database, the first migration runs and is rolled back. It connects within the time of the service. */
export const tryPostgres = (url: string) =>
  migratePostgres(url, { isTrial: true, connectTimeoutMs: timeouts.connectTimeoutMs });

/** The start of a sentence about other connections of a service or a command; null when none is open. */
async function otherUse(client: Client): Promise<string | null> {
  const count = Number((await rowsOf(client, otherConnections))[0]?.[0]);
  if (count === 0) return null;
  return `connections named dueline are open (${count}) to`;
}

const otherConnections = `SELECT count(*) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'dueline%'`;

/** A connection on which `prepare` has run; it is closed if `prepare` fails. */
async function opened<More extends object>(
  url: string,
  prepare: (client: Client) => Promise<More>,
) {
  const client = await connectPostgres(url, 'dueline copy');
  const query: Query = async (marked, values) => {
    let last = 0;
    const text = marked.replaceAll('?', () => `$${++last}`);
    return rowsOf(client, text, values).catch((cause: unknown) => {
      throw postgresStoreError(cause);
    });
  };
  try {
    const more = await prepare(client);
    return { ...more, query, dialect, [Symbol.asyncDispose]: () => client.end() };
  } catch (cause) {
    await client.end();
    throw postgresStoreError(cause);
  }
}
