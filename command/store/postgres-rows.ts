import type { Client } from 'pg';

import { readMigrations } from '../../server/store/migrations.ts';
import {
  connectPostgres,
  migratePostgres,
  refuseUnsafe,
  rowsOf,
  schemaVersion,
} from '../../server/store/postgres/postgres-schema.ts';
import { postgresStoreError } from '../../server/store/postgres/postgres-errors.ts';
import { idsInBlock } from '../../server/store/postgres/postgres-statements.ts';
import { readPostgresUrl } from '../../server/store/postgres/postgres-pool.ts';
import { StoreError } from '../../server/store/store.ts';
import type { Inspected, Query, Source, Target } from './rows.ts';
import { refuseStranger } from './rows.ts';

/** Of a transaction that may take minutes. */
const settings =
  "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL datestyle = 'ISO'";

const lastId = `SELECT last_value + CASE WHEN is_called THEN ${idsInBlock} ELSE 0 END - 1 FROM task_ids`;

const columnsOf =
  'SELECT column_name FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = ?';

/** Opens the database at `url` (its first host) to read it in one snapshot. */
export async function openPostgresSource(url: string): Promise<Source> {
  const client = await connect(url);
  try {
    await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${settings}`);
    refuseStranger(await schemaVersion(client, readMigrations('postgres').length));
    const usedBy = await otherUse(client);
    const query = queryOn(client);
    return {
      query,
      columnsOf: async (table) => (await query(columnsOf, [table])).map(([name]) => String(name)),
      lastTaskId: async () => Number((await query(lastId))[0]?.[0]),
      alsoUsedBy: usedBy === null ? null : `${usedBy} the source`,
      // The server checks what it reads, and a snapshot does not change.
      check: async () => {},
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

/** Proves that the database at `url` can be written, or its tables made, without changing anything. */
export async function inspectPostgres(url: string): Promise<Inspected> {
  const known = readMigrations('postgres').length;
  const client = await connectPostgres(addressOf(url), 'check of dueline');
  try {
    await refuseUnsafe(client);
    const version = await schemaVersion(client, known);
    const [[mayCreate, mayWrite] = []] = await rowsOf(client, rights);
    const refuse = (why: string) => new StoreError('not_writable', why);
    if (version < known && mayCreate !== 't')
      throw refuse('The user may make no tables: GRANT CREATE ON SCHEMA public TO ...');
    if (version > 0 && mayWrite !== 't')
      throw refuse('The user may not write the table tasks, or the server is a standby');
    return { version, known };
  } catch (cause) {
    throw postgresStoreError(cause);
  } finally {
    await client.end();
  }
}

const rights = `SELECT has_schema_privilege(current_schema(), 'CREATE'),
  NOT pg_is_in_recovery() AND coalesce(has_table_privilege(to_regclass('tasks'), 'INSERT, DELETE'), true)`;

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
