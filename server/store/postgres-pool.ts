import pg from 'pg';
import type { PoolClient } from 'pg';

import type { Admission } from './postgres-admission.ts';
import { makeAdmission } from './postgres-admission.ts';
import { readPostgresUrl } from './postgres-url.ts';
import { isLost, postgresStoreError } from './postgres-errors.ts';
import type { Row } from './row.ts';
import { StoreError } from './store.ts';

export type Statement = Readonly<{
  name: string;
  text: string;
  /** Running it twice leaves what running it once leaves, and answers the same: a lost connection is tried again. */
  repeatable?: boolean;
}>;

export type Pool = Readonly<{
  /** Lets an operation of one or more statements in when it is its owner's turn. */
  admit: Admission['admit'];
  run: (statement: Statement, values: readonly unknown[]) => Promise<Row[]>;
  /** The address of the primary that the last connection found. */
  address: () => string;
  /** Waits for the operations that were let in, then ends every connection. */
  close: () => Promise<void>;
}>;

export type PoolLimits = Readonly<{
  poolSize: number;
  mostWaiting: number;
  /** For a new connection. */
  connectTimeoutMs: number;
  /** For the turn of an operation, while others have the connections. */
  waitTimeoutMs: number;
  /** On the server. The driver gives up on the whole connection a little later. */
  statementTimeoutMs: number;
}>;

/**
 * At most `poolSize` connections to the primary among the hosts of `url`, found anew after a failover. Behind a pooler it
 * names no statements and sends no settings.
 */
export function openPostgresPool(url: string, limits: PoolLimits): Pool {
  const { addresses, behindPooler } = readPostgresUrl(url);
  let current = 0;
  let closing: Promise<void> | undefined;
  const admission = makeAdmission(limits);
  const pool = new pg.Pool({
    connectionString: addresses[current],
    application_name: 'dueline',
    max: limits.poolSize,
    connectionTimeoutMillis: limits.connectTimeoutMs,
    query_timeout: limits.statementTimeoutMs + 1000,
    ...(behindPooler ? {} : { statement_timeout: limits.statementTimeoutMs }),
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    types: { getTypeParser: parserOf },
  });
  // A connection that dies while idle leaves the pool by itself; one that dies at work rejects its statement.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const toPrimary = new WeakSet<PoolClient>();

  async function connect(): Promise<PoolClient> {
    for (let left = addresses.length; ;) {
      const tried = current;
      try {
        return await toThePrimary(await pool.connect());
      } catch (cause) {
        leave(tried);
        left -= 1;
        if (left === 0) throw postgresStoreError(cause);
      }
    }
  }

  /**
   * Only the primary will do: a standby answers reads with what was and refuses writes. Not asked in pg-pool's `verify`: who
   * stops waiting meanwhile would leave a connection behind that nobody has and nobody can have.
   */
  async function toThePrimary(client: PoolClient): Promise<PoolClient> {
    if (toPrimary.has(client)) return client;
    try {
      const { rows } = await client.query<unknown[]>({
        text: 'SELECT pg_is_in_recovery()',
        rowMode: 'array',
      });
      if (rows[0]?.[0] !== 'f') throw new Error('this server is a standby');
    } catch (cause) {
      client.release(true);
      throw cause;
    }
    toPrimary.add(client);
    return client;
  }

  /** The next connection goes to the next host, unless someone else has already moved on. */
  function leave(host: number): void {
    if (host !== current) return;
    current = (current + 1) % addresses.length;
    pool.options.connectionString = addresses[current];
  }

  async function once(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    const client = await connect();
    try {
      const name = behindPooler ? {} : { name: statement.name };
      const query = { ...name, text: statement.text, values: [...values], rowMode: 'array' as const };
      const { rows } = await client.query<unknown[]>(query);
      client.release();
      return rows;
    } catch (cause) {
      client.release(isLost(cause));
      throw cause;
    }
  }

  async function run(statement: Statement, values: readonly unknown[]) {
    try {
      return await once(statement, values).catch((cause: unknown) => {
        const mayRepeat = statement.repeatable && isLost(cause) && !(cause instanceof StoreError);
        if (!mayRepeat) throw cause;
        return once(statement, values);
      });
    } catch (cause) {
      throw postgresStoreError(cause);
    }
  }

  return {
    admit: admission.admit,
    run,
    address: () => addresses[current] ?? addresses[0],
    close: () => (closing ??= admission.close().then(() => pool.end())),
  };
}

/** Our bigints are ids below 2^53 and milliseconds; all else is read as the server writes it. */
export function parserOf(type: number): (text: string) => unknown {
  const bigint = 20;
  return type === bigint ? Number : String;
}
