import type { Client } from 'pg';

import { readMigrations, refuseUnmigrated } from '../../server/store/migrations.ts';
import { connectPostgres, rowsOf } from '../../server/store/postgres/postgres-client.ts';
import { postgresStoreError } from '../../server/store/postgres/postgres-errors.ts';
import { migratePostgres, schemaVersion } from '../../server/store/postgres/postgres-schema.ts';
import { idsInBlock } from '../../server/store/postgres/postgres-statements.ts';
import { readPostgresUrl } from '../../server/store/postgres/postgres-url.ts';
import { StoreError } from '../../server/store/store.ts';
import type { Query, Rows, Source, UntouchedSource } from './tables.ts';
import { readWith } from './tables.ts';

/**
 * The rows of the PostgreSQL database at `url` (its first host), which is migrated first. Refuses one that is in use, unless
 * it may be.
 */
export async function openPostgresRows(url: string, { mayBeInUse = false } = {}): Promise<Rows> {
  const client = await connect(url);
  try {
    const usedBy = mayBeInUse ? null : await otherUse(client);
    if (usedBy !== null) {
      throw new StoreError('failed', `${usedBy} the target: stop the service, or name another database`);
    }
    await migratePostgres(addressOf(url));
  } catch (cause) {
    await client.end();
    throw postgresStoreError(cause);
  }
  const [source, query] = [sourceOf(client), queryOn(client)];
  return {
    ...source,
    async alone(work) {
      try {
        // New rows that refer to a user wait for this lock; lists are read meanwhile.
        await client.query('BEGIN; LOCK TABLE users IN EXCLUSIVE MODE');
        const result = await work(query);
        await client.query('COMMIT');
        return result;
      } catch (cause) {
        await client.query('ROLLBACK').catch(() => undefined);
        throw postgresStoreError(cause);
      }
    },
    async overwriteRemoved() {
      await client.query('VACUUM users, tasks, idempotency, renewals');
    },
    async write({ name, columns }, rows) {
      const names = columns.join(', ');
      const objects = rows.map((row) =>
        Object.fromEntries(columns.map((column, index) => [column, row[index]])),
      );
      await query(
        `INSERT INTO ${name} (${names}) SELECT ${names} FROM json_populate_recordset(NULL::${name}, ?)`,
        [JSON.stringify(objects)],
      );
    },
    async continueIdsAbove(taskId) {
      if (taskId > (await source.lastTaskId())) {
        const next = (Math.floor(taskId / idsInBlock) + 1) * idsInBlock;
        await query("SELECT setval('task_ids', ?, false)", [next]);
      }
      // A list without ids left.
      await query('INSERT INTO lists SELECT id, 0, ?::bigint FROM users ON CONFLICT (owner) DO NOTHING', [
        idsInBlock - 1,
      ]);
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
    const usedBy = await otherUse(client);
    return {
      ...sourceOf(client),
      alsoUsedBy: usedBy === null ? null : `${usedBy} the source`,
      checkUnchanged: async () => {},
    };
  } catch (cause) {
    await client.end();
    throw postgresStoreError(cause);
  }
}

/** null: no other connection of a service or a command is open. */
async function otherUse(client: Client): Promise<string | null> {
  const count = Number((await rowsOf(client, otherConnections))[0]?.[0]);
  return count === 0 ? null : `connections named dueline are open (${count}) to`;
}

const otherConnections = `SELECT count(*) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'dueline%'`;

const connect = (url: string): Promise<Client> => connectPostgres(addressOf(url), 'dueline move');

const addressOf = (url: string): string => readPostgresUrl(url).addresses[0];

function sourceOf(client: Client): Source {
  const query = queryOn(client);
  return {
    read: readWith(query, (column) => (column === 'due_date' ? `to_char(${column}, 'YYYY-MM-DD')` : column)),
    async lastTaskId() {
      const text = 'SELECT last_value + CASE WHEN is_called THEN ?::int ELSE 0 END - 1 FROM task_ids';
      return Number((await query(text, [idsInBlock]))[0]?.[0]);
    },
    query,
    close: () => client.end(),
  };
}

function queryOn(client: Client): Query {
  return (marked, values) => {
    let last = 0;
    const text = marked.replaceAll('?', () => `$${++last}`);
    return rowsOf(client, text, values);
  };
}
