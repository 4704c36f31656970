import type { Client } from 'pg';

import { readMigrations, refuseUnmigrated } from '../../server/store/migrations.ts';
import {
  connectPostgres,
  migratePostgres,
  rowsOf,
  schemaVersion,
} from '../../server/store/postgres/postgres-schema.ts';
import { postgresStoreError } from '../../server/store/postgres/postgres-errors.ts';
import { idsInBlock } from '../../server/store/postgres/postgres-statements.ts';
import { readPostgresUrl } from '../../server/store/postgres/postgres-pool.ts';
import { StoreError } from '../../server/store/store.ts';
import type { Query, Source, Target } from './rows.ts';

/** Of a transaction that may take minutes. */
const settings =
  "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL datestyle = 'ISO'";

const lastId = `SELECT last_value + CASE WHEN is_called THEN ${idsInBlock} ELSE 0 END - 1 FROM task_ids`;

/** Opens the database at `url` (its first host) to read it in one snapshot. Refuses another schema than that of this release. */
export async function openPostgresSource(url: string): Promise<Source> {
  const client = await connect(url);
  try {
    await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${settings}`);
    const known = readMigrations('postgres').length;
    refuseUnmigrated(await schemaVersion(client, known), known);
    const usedBy = await otherUse(client);
    const query = queryOn(client);
    return {
      query,
      lastTaskId: async () => Number((await query(lastId))[0]?.[0]),
      alsoUsedBy: usedBy === null ? null : `${usedBy} the source`,
      checkUnchanged: async () => {},
      [Symbol.asyncDispose]: () => client.end(),
    };
  } catch (cause) {
    await client.end();
    throw postgresStoreError(cause);
  }
}

/** Opens the database at `url` (its first host) to write it, and migrates it first. Refuses one in use, unless it may be. */
export async function openPostgresTarget(url: string, { mayBeInUse = false } = {}): Promise<Target> {
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
  const query = queryOn(client);
  return {
    async alone(work) {
      try {
        // New rows that refer to a user wait for this lock; lists are read meanwhile.
        await client.query(`BEGIN; ${settings}; LOCK TABLE users IN EXCLUSIVE MODE`);
        const result = await work(query);
        await client.query('COMMIT');
        return result;
      } catch (cause) {
        await client.query('ROLLBACK').catch(() => undefined);
        throw postgresStoreError(cause);
      }
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
    async continueAbove(taskId) {
      const next = (Math.floor(taskId / idsInBlock) + 1) * idsInBlock;
      await query(`SELECT setval('task_ids', greatest(?::bigint, (${lastId}) + 1), false)`, [next]);
      // A list without ids left.
      const now = 'floor(extract(epoch FROM now()) * 1000000)::bigint';
      await query(
        `INSERT INTO lists (owner, version, last_task_id) SELECT id, ${now}, ${idsInBlock - 1} FROM users`,
      );
    },
    async overwriteRemoved() {
      await client.query('VACUUM users, tasks, idempotency, renewals');
    },
    [Symbol.asyncDispose]: () => client.end(),
  };
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

function queryOn(client: Client): Query {
  return async (marked, values) => {
    let last = 0;
    const text = marked.replaceAll('?', () => `$${++last}`);
    return rowsOf(client, text, values).catch((cause: unknown) => {
      throw postgresStoreError(cause);
    });
  };
}
