import { makeOwners } from './owners.ts';
import type { PoolLimits } from './postgres-pool.ts';
import { openPostgresPool } from './postgres-pool.ts';
import { migratePostgres } from './postgres-schema.ts';
import type { Run } from './postgres-statements.ts';
import { statements } from './postgres-statements.ts';
import { makeTasks } from './postgres-tasks.ts';
import { makeSessions } from '../sessions.ts';
import type { Store } from '../store.ts';

export type PostgresOptions = Pick<PoolLimits, 'poolSize'> & Partial<PoolLimits>;

/** With ten connections this is the limit of SQLite. */
export const mostWaitingPerConnection = 200;

/** An operation waits longer than a statement may take, so that a short stall of the server fails no request. */
export const timeouts = { connectTimeoutMs: 3000, waitTimeoutMs: 9000, statementTimeoutMs: 5000 };

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
  const run: Run = (text, ...values) => pool.run(text, values);
  /** Runs `work` for an email when its owner has a turn. */
  const inTurn =
    <Call extends unknown[], Result>(work: (email: string, ...call: Call) => Promise<Result>) =>
    (email: string, ...call: Call) =>
      pool.admit(email, () => work(email, ...call));

  const owners = makeOwners(run);
  const tasks = makeTasks(run, owners);
  const store: Store = {
    rememberUser: inTurn(
      async (email, nowMs: number) => void (await owners.add(email, nowMs, nowMs)),
    ),
    list: inTurn(tasks.list),
    findVersions: (emails) => pool.admit(null, () => tasks.findVersions(emails)),
    createTask: inTurn(tasks.createTask),
    findCreated: inTurn(tasks.findCreated),
    replaceTask: inTurn(tasks.replaceTask),
    deleteTask: inTurn(tasks.deleteTask),
    ...makeSessions({
      prepare:
        (text) =>
        (...values) =>
          pool.admit(null, () => pool.run(text, values)),
      clockMs: 'floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint',
      greater: 'greatest',
      lock: 'FOR UPDATE SKIP LOCKED',
    }),
    check: async () => {
      await pool.admit(null, () => run(statements.check));
      return { isDiskFull: pool.isDiskFull() };
    },
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
