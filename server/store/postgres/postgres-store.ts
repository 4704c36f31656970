import { randomInt } from 'node:crypto';

import type { PoolLimits } from './postgres-pool.ts';
import { openPostgresPool } from './postgres-pool.ts';
import { migratePostgres } from './postgres-schema.ts';
import { statements } from './postgres-statements.ts';
import type { Counts, Row } from '../row.ts';
import {
  bytesOf,
  emptyList,
  readCounts,
  readRepeatedCreate,
  readInteger,
  readText,
  refusalOf,
  valuesOf,
} from '../row.ts';
import { makeSessions } from '../sessions.ts';
import type { Created, Store } from '../store.ts';
import { idempotencyLifetimeMs, keyPartMs, noLimits, StoreError, taskOf } from '../store.ts';

export type PostgresOptions = Pick<PoolLimits, 'poolSize'> & Partial<PoolLimits>;

/** With ten connections this is the limit of SQLite. */
export const mostWaitingPerConnection = 200;

/** An operation waits longer than a statement may take, so that a short stall of the server fails no request. */
export const timeouts = { connectTimeoutMs: 3000, waitTimeoutMs: 9000, statementTimeoutMs: 5000 };

/** The number of attempts of a write while other writes change the list of its owner. */
const mostAttempts = 5;
const again = Symbol('again');

/**
 * A store on PostgreSQL 15 or newer, shared by any number of processes; `readPostgresUrl` reads the url.
 * Each statement is one transaction. Refuses a database that is too new, unsafe or out of reach.
 */
export async function openPostgresStore(url: string, options: PostgresOptions): Promise<Store> {
  const limits: PoolLimits = {
    mostWaiting: mostWaitingPerConnection * options.poolSize,
    ...timeouts,
    ...options,
  };
  const pool = openPostgresPool(url, limits);
  const run = (text: string, ...values: unknown[]): Promise<Row[]> => pool.run(text, values);
  /** Runs `work` for an email when its owner has a turn. */
  const inTurn =
    <Call extends unknown[], Result>(work: (email: string, ...call: Call) => Promise<Result>) =>
    (email: string, ...call: Call) =>
      pool.admit(email, () => work(email, ...call));

  const addUser = async (email: string, nowMs: number, signedInAtMs: number | null) =>
    void (await run(statements.addUser, email, randomInt(1, 2 ** 48 - 1), nowMs, signedInAtMs));

  async function createTask(
    ...[email, fields, nowMs, wanted = {}]: Parameters<Store['createTask']>
  ): Promise<Created> {
    const { idempotency: once, mostTasks, mostBytes, mostKeys } = { ...noLimits, ...wanted };
    const bornAfterMs = nowMs - idempotencyLifetimeMs;
    const key = [once?.key, once?.bodyHash, bornAfterMs, keyPartMs(mostKeys)];
    const values = [email, nowMs, mostTasks, mostBytes, ...key, ...valuesOf(fields, '')];
    return insist(async () => {
      const [row] = await run(statements.addTask, ...values);
      if (row) return { kind: 'created', task: taskOf(readInteger(row), fields) };
      const [before] = once ? await run(statements.findKey, email, once.key, bornAfterMs) : [];
      if (before && once) return readRepeatedCreate(before, fields, once);
      const counts = await countsOf(email, null, fields.description);
      if (counts === again) return again;
      if (counts === undefined) return addUser(email, nowMs, null).then(() => again);
      const kind = refusalOf(counts, wanted, nowMs);
      return kind ? { kind } : again;
    });
  }

  const replaceTask: Store['replaceTask'] = (
    email,
    id,
    fields,
    nowMs,
    mostBytes = noLimits.mostBytes,
  ) => {
    const values = [email, id, nowMs, mostBytes, ...valuesOf(fields, null)];
    return insist(async () => {
      const [row] = await run(statements.replaceTask, ...values);
      if (row) return taskOf(id, fields);
      const counts = await countsOf(email, id, fields.description);
      if (counts === again) return again;
      if (counts?.before === undefined) return undefined;
      return refusalOf(counts, { mostBytes }, nowMs) ? 'too_large' : again;
    });
  };

  /** The numbers of this owner; `again` when they had to be counted first; undefined when there is no such user. */
  async function countsOf(
    email: string,
    taskId: number | null,
    description: string,
  ): Promise<Counts | undefined | typeof again> {
    const [row] = await run(statements.findCounts, email, taskId, description);
    if (row === undefined) return undefined;
    if (row[0] !== null) return readCounts(row, 0);
    await run(statements.countTasks, email);
    return again;
  }

  const store: Store = {
    rememberUser: inTurn((email, nowMs: number) => addUser(email, nowMs, nowMs)),
    list: inTurn(async (email, known?: string) => {
      const [row] = await run(statements.readList, email, known);
      if (row === undefined) return emptyList(known);
      return { version: readText(row), text: row[1] === null ? null : bytesOf(readText(row, 1)) };
    }),
    createTask: inTurn(createTask),
    replaceTask: inTurn(replaceTask),
    deleteTask: inTurn(
      async (email, id: number) => (await run(statements.deleteTask, email, id)).length > 0,
    ),
    ...makeSessions({
      prepare:
        (text) =>
        (...values) =>
          pool.admit(null, () => pool.run(text, values)),
      clockMs: 'floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint',
      greater: 'greatest',
      lock: 'FOR UPDATE SKIP LOCKED',
    }),
    check: async () => void (await pool.admit(null, () => run(statements.check))),
    waiting: pool.waiting,
    close: pool.close,
  };

  try {
    await store.check();
    await migratePostgres(pool.address(), limits);
    return store;
  } catch (cause) {
    await pool.close();
    throw cause;
  }
}

/** The first result of `work` that is not `again`. */
async function insist<Result>(work: () => Promise<Result | typeof again>): Promise<Result> {
  for (let attempt = 1; attempt <= mostAttempts; attempt++) {
    const result = await work();
    if (result !== again) return result;
  }
  throw new StoreError(
    'unavailable',
    'The list of this person changed five times during one write',
  );
}
