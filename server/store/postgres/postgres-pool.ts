import pg from 'pg';
import type { ClientBase, PoolClient } from 'pg';

import { expectedStoreUrl, postgresAddresses } from '../../config/values.ts';
import type { Owner } from '../fair-queue.ts';
import { makeFairQueue } from '../fair-queue.ts';
import type { Row } from '../row.ts';
import { StoreError } from '../store.ts';
import { isLost, lacksRoom, postgresStoreError } from './postgres-errors.ts';

/**
 * `connectTimeoutMs` limits the making of a connection, `waitTimeoutMs` the time of an operation in the queue.
 * `statementTimeoutMs` limits a statement on the server; the driver closes the whole connection a second later.
 */
export type PoolLimits = Readonly<
  Record<
    'poolSize' | 'mostWaiting' | 'connectTimeoutMs' | 'waitTimeoutMs' | 'statementTimeoutMs',
    number
  >
>;

/**
 * A pool of at most `poolSize` connections to the primary among the hosts of `url`, which is searched again after a
 * failover. Behind a pooler it uses no prepared statements and sends no settings.
 */
export function openPostgresPool(url: string, limits: PoolLimits) {
  const { addresses, behindPooler } = readPostgresUrl(url);
  let current = 0;
  let closing: Promise<void> | undefined;
  /** The statement that the full disk of the server refused, until it succeeds. */
  let refusedText: string | undefined;
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
  /** The name of each statement, by its text: a connection keeps a statement with a name prepared. */
  const names = new Map<string, string>();

  /**
   * Accepts the primary only. The check does not run in pg-pool's `verify`, which leaks a connection when its caller stops
   * waiting during the check.
   */
  async function connect(): Promise<PoolClient> {
    for (let left = addresses.length; ; left -= 1) {
      const tried = current;
      let client: PoolClient | undefined;
      try {
        client = await pool.connect();
        if (toPrimary.has(client)) return client;
        await refuseStandby(client);
        toPrimary.add(client);
        return client;
      } catch (cause) {
        client?.release(true);
        // The next connection goes to the next host, unless another operation has changed the host already.
        if (tried === current) current = (current + 1) % addresses.length;
        pool.options.connectionString = addresses[current];
        if (left === 1) throw postgresStoreError(cause);
      }
    }
  }

  async function run(text: string, values: readonly unknown[]): Promise<Row[]> {
    const client = await connect();
    try {
      const name = names.get(text) ?? `dueline ${names.size}`;
      names.set(text, name);
      const query = {
        ...(!behindPooler && { name }),
        text,
        values: [...values],
        rowMode: 'array' as const,
      };
      const { rows } = await client.query<unknown[]>(query);
      client.release();
      if (text === refusedText) refusedText = undefined;
      return rows;
    } catch (cause) {
      if (lacksRoom(cause)) refusedText = text;
      client.release(isLost(cause));
      throw postgresStoreError(cause);
    }
  }

  return {
    /** Runs an operation of one or more statements when its owner has a turn. */
    admit: admission.admit,
    run,
    waiting: admission.waiting,
    /** Whether the disk of the server was full at the last write. */
    isDiskFull: () => refusedText !== undefined,
    /** The address of the primary to which the last connection went. */
    address: () => addresses[current] ?? addresses[0],
    /** Waits for the admitted operations, then ends every connection. */
    close: () => (closing ??= admission.close().then(() => pool.end())),
  };
}

/**
 * Runs at most one operation for each connection, and one for each owner, whose writes lock the same row anyway. The other
 * operations wait in a fair queue.
 */
export function makeAdmission({
  poolSize,
  mostWaiting,
  waitTimeoutMs,
}: Pick<PoolLimits, 'poolSize' | 'mostWaiting' | 'waitTimeoutMs'>) {
  const waiting = makeFairQueue<() => void>(mostWaiting, 'The queue for PostgreSQL');
  const owners = new Set<Owner>();
  let running = 0;
  let closing: PromiseWithResolvers<void> | undefined;

  /** Resolves when the owner has a turn. From then on its operation counts as running. */
  const turnOf = (owner: Owner) =>
    new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(timeout);
        running += 1;
        if (owner !== null) owners.add(owner);
        resolve();
      };
      waiting.add(owner, begin);
      const timeout = setTimeout(() => {
        // This entry is the first of its line: the other entries of its owner came later.
        waiting.take((_, first) => first === begin);
        reject(
          new StoreError('overloaded', 'No connection to the PostgreSQL database was free in time'),
        );
      }, waitTimeoutMs);
      beginWaiting();
    });

  function beginWaiting(): void {
    const next = () =>
      running < poolSize ? waiting.take((owner) => !owners.has(owner)) : undefined;
    for (let begin = next(); begin !== undefined; begin = next()) begin();
    if (running === 0 && waiting.size() === 0) closing?.resolve();
  }

  return {
    /** Runs an operation when its owner has a turn. Refuses with `overloaded` when the queue is full or the wait is too long. */
    admit: async <T>(owner: Owner, operation: () => Promise<T>): Promise<T> => {
      if (closing) throw new StoreError('unavailable', 'The PostgreSQL database is closed');
      await turnOf(owner);
      try {
        return await operation();
      } finally {
        running -= 1;
        owners.delete(owner);
        beginWaiting();
      }
    },
    /** The number of waiting operations. */
    waiting: waiting.size,
    /** Admits no further operation; resolves when all running and waiting operations have ended. */
    close() {
      closing ??= Promise.withResolvers();
      beginWaiting();
      return closing.promise;
    },
  };
}

/** Refuses a standby: it answers reads with old data and refuses writes. */
export async function refuseStandby(client: ClientBase): Promise<void> {
  const { rows } = await client.query<unknown[]>({
    text: 'SELECT pg_is_in_recovery()',
    rowMode: 'array',
  });
  if (rows[0]?.[0] !== 'f') throw new Error('this server is a standby');
}

/** Reads bigints as numbers: all of this schema are below 2^53. A value of any other type stays the text of the server. */
export function parserOf(type: number): (text: string) => unknown {
  const bigint = 20;
  if (type === bigint) return Number;
  return String;
}

/** Reads an address as `postgresAddresses` does; `pooler=transaction` marks PgBouncer in transaction mode. The error omits the url. */
export function readPostgresUrl(url: string) {
  const addresses = postgresAddresses(url);
  if (addresses === undefined)
    throw new StoreError('failed', `store.url: expected ${expectedStoreUrl}`);
  return {
    addresses,
    behindPooler: new URL(addresses[0]).searchParams.get('pooler') === 'transaction',
  };
}
