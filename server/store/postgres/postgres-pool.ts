import pg from 'pg';
import type { PoolClient } from 'pg';

import type { Admission } from './postgres-admission.ts';
import { makeAdmission } from './postgres-admission.ts';
import { isLost, postgresStoreError } from './postgres-errors.ts';
import type { Row } from '../row.ts';
import type { StoreUse } from '../store.ts';
import { StoreError } from '../store.ts';

export type Statement = Readonly<{
  name: string;
  text: string;
  /** Idempotent: running it twice has the effect and the result of running it once, so it is retried after a lost connection. */
  repeatable?: boolean;
}>;

export type Pool = Readonly<{
  /** Runs an operation of one or more statements when its owner has a turn. */
  admit: Admission['admit'];
  run: (statement: Statement, values: readonly unknown[]) => Promise<Row[]>;
  use: () => StoreUse;
  /** The address of the primary to which the last connection went. */
  address: () => string;
  /** Waits for the admitted operations, then ends every connection. */
  close: () => Promise<void>;
}>;

export type PoolLimits = Readonly<{
  poolSize: number;
  mostWaiting: number;
  /** For a new connection. */
  connectTimeoutMs: number;
  /** For the wait of an operation while others use the connections. */
  waitTimeoutMs: number;
  /** On the server. The driver closes the whole connection a little later. */
  statementTimeoutMs: number;
}>;

/**
 * A pool of at most `poolSize` connections to the primary among the hosts of `url`, which is searched again after a
 * failover. Behind a pooler it uses no prepared statements and sends no settings.
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
  // pg-pool removes a connection that breaks while idle; one that breaks in use rejects its statement.
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
   * Accepts the primary only: a standby answers reads with old data and refuses writes. The check does not run in pg-pool's
   * `verify`, which leaks a connection when its caller stops waiting during the check.
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

  /** Makes the next connection go to the next host, unless another statement has done so already. */
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
    use: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: admission.waiting(),
    }),
    address: () => addresses[current] ?? addresses[0],
    close: () => (closing ??= admission.close().then(() => pool.end())),
  };
}

/** Reads bigints as numbers: ours are ids below 2^53 and milliseconds. Every other type stays the server's text. */
export function parserOf(type: number): (text: string) => unknown {
  const bigint = 20;
  return type === bigint ? Number : String;
}

/** One address or more for the driver, of which one at a time is the primary. */
export type PostgresUrl = Readonly<{ addresses: readonly [string, ...string[]]; behindPooler: boolean }>;

/**
 * Reads `postgres://user:password@one:5432,two:5432/name?...` as libpq does, also with several hosts (pure).
 * `pooler=transaction` marks PgBouncer in transaction mode. Errors never repeat the url.
 */
export function readPostgresUrl(url: string): PostgresUrl {
  const [, before = '', hosts = '', after = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/.exec(url) ?? [];
  const [first, ...others] = hosts.split(',').map((host) => before + host + after);
  // A fragment is a password with `#` in it, and what is before it would be taken for the host.
  if (first === undefined || after.includes('#') || ![first, ...others].every((each) => URL.canParse(each))) {
    throw new StoreError(
      'failed',
      'store.url is no address of a PostgreSQL database: postgres://user:password@host:port/name, with %23 for #, %2F for / and %3F for ? in the password',
    );
  }
  const pooler = new URL(first).searchParams.get('pooler');
  return { addresses: [first, ...others], behindPooler: pooler === 'transaction' };
}
