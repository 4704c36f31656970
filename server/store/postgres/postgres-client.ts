import pg from 'pg';
import type { Client } from 'pg';

import { postgresStoreError } from './postgres-errors.ts';
import { parserOf } from './postgres-pool.ts';

/** One connection outside the pool, for a migration or a move. `name` is what PostgreSQL shows of it. */
export async function connectPostgres(
  address: string,
  name: string,
  connectTimeoutMs = 10_000,
): Promise<Client> {
  const client = new pg.Client({
    connectionString: address,
    application_name: name,
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

/** The rows of a statement as arrays. */
export async function rowsOf(
  client: Client,
  text: string,
  values: readonly unknown[] = [],
): Promise<unknown[][]> {
  return (await client.query<unknown[]>({ text, values: [...values], rowMode: 'array' })).rows;
}
