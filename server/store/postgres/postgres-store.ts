import { randomInt } from 'node:crypto';

import { makeOwnerIds } from './owner-ids.ts';
import { isTaken } from './postgres-errors.ts';
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

  const ownerIds = makeOwnerIds();

  /** The id of this person in the database; undefined for an email without a user. */
  async function readOwner(email: string): Promise<number | undefined> {
    const [row] = await run(statements.findOwner, email);
    if (row) return ownerIds.remember(email, readInteger(row));
    ownerIds.forget(email);
    return undefined;
  }

  /** The id of this person, who is added if missing. The id is random, so that no other person ever gets it. */
  const addUser = (email: string, nowMs: number, signedInAtMs: number | null): Promise<number> =>
    insist(async () => {
      const newId = randomInt(1, 2 ** 48 - 1);
      try {
        const [row] = await run(statements.addUser, email, newId, nowMs, signedInAtMs);
        return ownerIds.remember(email, readInteger(row));
      } catch (error) {
        if (isTaken(error)) return again;
        throw error;
      }
    });

  /** What `find` finds under the remembered id of this person, or else under the id in the database. */
  async function findFor<Found>(
    email: string,
    find: (owner: number) => Promise<Found | undefined>,
  ): Promise<Found | undefined> {
    const remembered = ownerIds.find(email);
    const found = remembered === undefined ? undefined : await find(remembered);
    if (found !== undefined) return found;
    const owner = await readOwner(email);
    return owner === undefined || owner === remembered ? undefined : find(owner);
  }

  async function createTask(
    ...[email, fields, nowMs, wanted = {}]: Parameters<Store['createTask']>
  ): Promise<Created> {
    const { idempotency: once, mostTasks, mostBytes, mostKeys } = { ...noLimits, ...wanted };
    const bornAfterMs = nowMs - idempotencyLifetimeMs;
    const keysUntilMs = nowMs + idempotencyLifetimeMs;
    const key = [once?.key, once?.bodyHash, bornAfterMs, keyPartMs(mostKeys), keysUntilMs];
    const values = [nowMs, mostTasks, mostBytes, ...key];
    let owner = ownerIds.find(email) ?? (await readOwner(email));
    let block: unknown = null;
    return insist(async () => {
      owner ??= await addUser(email, nowMs, null);
      const task = [block, ...valuesOf(fields, '')];
      const [row] = await run(statements.createTask, owner, ...values, ...task);
      if (row?.[0] !== null) return { kind: 'created', task: taskOf(readInteger(row), fields) };
      const [before] = once ? await run(statements.findKey, owner, once.key, bornAfterMs) : [];
      if (before && once) return readRepeatedCreate(before, fields, once);
      const counts = await countsOf(email, owner, null, fields.description);
      if (counts === again) return again;
      if (counts === undefined) {
        owner = undefined;
        return again;
      }
      const kind = refusalOf(counts, wanted, nowMs);
      if (kind) return { kind };
      block = readInteger((await run(statements.takeBlock))[0]);
      return again;
    });
  }

  const replaceTask: Store['replaceTask'] = (
    email,
    id,
    fields,
    nowMs,
    mostBytes = noLimits.mostBytes,
  ) =>
    findFor(email, (owner) =>
      insist(async () => {
        const values = [id, nowMs, mostBytes, ...valuesOf(fields, null)];
        const [row] = await run(statements.replaceTask, owner, ...values);
        if (row) return taskOf(id, fields);
        const counts = await countsOf(email, owner, id, fields.description);
        if (counts === again) return again;
        if (counts?.before === undefined) return undefined;
        return refusalOf(counts, { mostBytes }, nowMs) ? 'too_large' : again;
      }),
    );

  /** The numbers of this owner; `again` when they had to be counted first; undefined when this person has no or another id. */
  async function countsOf(
    email: string,
    owner: number,
    taskId: number | null,
    description: string,
  ): Promise<Counts | undefined | typeof again> {
    const [row] = await run(statements.findCounts, owner, taskId, description);
    if (row !== undefined && row[0] !== null) return readCounts(row, 0);
    if (row === undefined && (await readOwner(email)) !== owner) return undefined;
    await run(statements.countTasks, owner);
    return again;
  }

  const store: Store = {
    rememberUser: inTurn(async (email, nowMs: number) => void (await addUser(email, nowMs, nowMs))),
    list: inTurn(async (email, known?: string) => {
      const readList = async (owner: number) => (await run(statements.readList, owner, known))[0];
      const row = await findFor(email, readList);
      if (row === undefined) return emptyList(known);
      return { version: readText(row), text: row[1] === null ? null : bytesOf(readText(row, 1)) };
    }),
    createTask: inTurn(createTask),
    replaceTask: inTurn(replaceTask),
    deleteTask: inTurn(async (email, id: number) => {
      const remove = async (owner: number) => (await run(statements.deleteTask, owner, id))[0];
      return (await findFor(email, remove)) !== undefined;
    }),
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
