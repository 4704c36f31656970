import pg from 'pg';

import { migratePostgres } from './postgres-schema.ts';
import { readPostgresUrl } from './postgres-url.ts';
import { parserOf } from './postgres-pool.ts';
import type { Column, Rows, Values } from './tables.ts';
import { valuesOf } from './tables.ts';

const connectTimeoutMs = 10_000;

/** The rows of the PostgreSQL database at `url` (its first host), which is brought forward first. */
export async function openPostgresRows(url: string): Promise<Rows> {
  const [address] = readPostgresUrl(url).addresses;
  await migratePostgres(address, connectTimeoutMs);
  const client = new pg.Client({
    connectionString: address,
    application_name: 'dueline move',
    connectionTimeoutMillis: connectTimeoutMs,
    types: { getTypeParser: parserOf },
  });
  // A lost connection fails the statement at work; while idle the next one tells.
  client.on('error', () => undefined);
  await client.connect();

  async function rowsOf(text: string, values: readonly unknown[] = []): Promise<unknown[][]> {
    return (await client.query<unknown[]>({ text, values: [...values], rowMode: 'array' })).rows;
  }

  async function lastTaskId(): Promise<number> {
    const [row] = await rowsOf('SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM task_ids');
    return Number(row?.[0]);
  }

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
        `SELECT ${table.columns.map(asText).join(', ')} FROM ${table.name} WHERE ${['true', ...where].join(' AND ')}
         ORDER BY ${key} LIMIT ${limit ?? 'ALL'}`,
        [...after, ...upTo],
      );
      return rows.map(valuesOf);
    },
    async write(table, rows) {
      const columns = table.columns.map((_, index) => rows.map((row) => row[index]));
      const types = table.columns.map(({ type }, index) => `$${index + 1}::${type}[]`);
      await rowsOf(
        `INSERT INTO ${table.name} (${table.columns.map(({ name }) => name).join(', ')})
         SELECT * FROM unnest(${types.join(', ')})`,
        columns,
      );
    },
    lastTaskId,
    async goOnAbove(taskId) {
      if (taskId > (await lastTaskId())) await rowsOf("SELECT setval('task_ids', $1)", [taskId]);
      await rowsOf(
        "SELECT setval(pg_get_serial_sequence('users', 'id'), max(id)) FROM users HAVING max(id) > 0",
      );
    },
    close: () => client.end(),
  };
}

const asText = ({ name, type }: Column): string =>
  type === 'date' ? `to_char(${name}, 'YYYY-MM-DD')` : name;
