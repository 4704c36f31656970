import type { TaskCreateRequest } from '../../../contract/task.ts';
import type { Owner } from '../fair-queue.ts';
import type { PoolLimits, Statement } from './postgres-pool.ts';
import { makePostgresOwners } from './postgres-owners.ts';
import { openPostgresPool } from './postgres-pool.ts';
import { migratePostgres } from './postgres-schema.ts';
import { statements, sweeps } from './postgres-statements.ts';
import type { Row } from '../row.ts';
import { readCreatedBefore, readEnding, readInteger, readRenewal } from '../row.ts';
import type { Created, CreatedBefore, Idempotency, RenewalClaim, Store } from '../store.ts';
import { idempotencyLifetimeMs, noLimit, StoreError, taskOf } from '../store.ts';

export type PostgresOptions = Pick<PoolLimits, 'poolSize'> & Partial<PoolLimits>;

/** With ten connections, as many as on SQLite. */
export const mostWaitingPerConnection = 200;

/** An operation waits longer than a statement may take, so that a short stall of the server fails no request. */
export const timeouts = { connectTimeoutMs: 3000, waitTimeoutMs: 9000, statementTimeoutMs: 5000 };

/**
 * A store on PostgreSQL 15 or newer, shared by any number of processes; `postgres-pool.ts` says what the url may hold.
 * Each operation is one statement, hence one transaction. Refuses a database that is too new, unsafe or out of reach.
 */
export async function openPostgresStore(url: string, options: PostgresOptions): Promise<Store> {
  const limits: PoolLimits = {
    mostWaiting: mostWaitingPerConnection * options.poolSize,
    ...timeouts,
    ...options,
  };
  const pool = openPostgresPool(url, limits);
  const run = (statement: Statement, ...values: unknown[]): Promise<Row[]> => pool.run(statement, values);
  /** An operation of one statement. */
  const one = (owner: Owner, statement: Statement, ...values: unknown[]): Promise<Row[]> =>
    pool.admit(owner, () => pool.run(statement, values));

  const owners = makePostgresOwners(run);

  async function createTask(
    ...[email, fields, nowMs, once, mostTasks = noLimit]: Parameters<Store['createTask']>
  ): Promise<Created> {
    const { description, dueDate, importance, state } = fields;
    const bornAfterMs = nowMs - idempotencyLifetimeMs;
    const task = [description, dueDate, importance, state, nowMs];
    for (let attempt = 1; attempt <= 3; attempt++) {
      const known = attempt === 1 ? owners.knownId(email) : undefined;
      const owner = known ?? (await owners.idOf(email, nowMs));
      const [row] = once
        ? await run(statements.addTaskOnce, owner, ...task, once.key, once.bodyHash, bornAfterMs, mostTasks)
        : await run(statements.addTask, owner, ...task, mostTasks);
      if (row) return { kind: 'created', task: taskOf(readInteger(row), fields) } as const;
      const before = once && (await findCreated(owner, fields, nowMs, once));
      if (before) return before;
      if ((await run(statements.findTaskBeyond, owner, mostTasks)).length > 0) return { kind: 'too_many' };
      await run(statements.giveIds, owner);
    }
    throw new StoreError('failed', 'The task found neither its list nor its key three times');
  }

  async function findCreated(
    owner: number,
    fields: TaskCreateRequest,
    nowMs: number,
    once: Idempotency,
  ): Promise<CreatedBefore | undefined> {
    const [row] = await run(statements.findKey, owner, once.key, nowMs - idempotencyLifetimeMs);
    return row && readCreatedBefore(row, fields, once);
  }

  async function claimRenewal(tokenHash: string, nowMs: number, leaseEndsMs: number): Promise<RenewalClaim> {
    for (let attempt = 1; attempt <= 3; attempt++) {
      const [row] = await run(statements.findRenewal, tokenHash, nowMs);
      if (row) return readRenewal(row);
      const claimed = await run(statements.takeRenewal, tokenHash, nowMs, leaseEndsMs);
      if (claimed.length > 0) return { kind: 'claimed' };
    }
    return { kind: 'taken' };
  }

  /** The row of a statement that writes one task. */
  const write = (email: string, statement: Statement, ...values: unknown[]): Promise<Row | undefined> =>
    pool.admit(email, () => owners.find(email, async (id) => (await run(statement, id, ...values))[0]));

  async function sweep(nowMs: number): Promise<number> {
    let removed = 0;
    for (const { statement, keptMs } of sweeps) {
      removed += readInteger((await run(statement, nowMs - keptMs))[0]);
    }
    return removed;
  }

  const store: Store = {
    rememberUser: async (email, nowMs) => void (await pool.admit(email, () => owners.idOf(email, nowMs))),
    list: (email) => pool.admit(email, () => owners.list(email)),
    createTask: (owner, ...call) => pool.admit(owner, () => createTask(owner, ...call)),
    findCreated: (email, ...call) =>
      pool.admit(email, () => owners.find(email, (owner) => findCreated(owner, ...call))),
    async replaceTask(email, id, fields, nowMs) {
      const { description, dueDate, importance, state } = fields;
      const values = [description, dueDate, importance, state, nowMs];
      const row = await write(email, statements.replaceTask, id, ...values);
      return row && taskOf(id, fields);
    },
    deleteTask: async (email, id) => (await write(email, statements.deleteTask, id)) !== undefined,
    claimRenewal: (...call) => pool.admit(null, () => claimRenewal(...call)),
    publishRenewal: async (...call) => void (await one(null, statements.publishRenewal, ...call)),
    releaseRenewal: async (...call) => void (await one(null, statements.dropClaim, ...call)),
    noteEnding: async ({ subject, endedAtMs, untilMs }) =>
      void (await one(null, statements.noteEnding, subject, endedAtMs, untilMs)),
    findEndings: async (subjects) => (await one(null, statements.findEndings, subjects)).map(readEnding),
    listEndings: async ({ notedAtMs, subject }, limit) =>
      (await one(null, statements.listEndings, notedAtMs, subject, limit)).map(readEnding),
    sweep: (nowMs) => pool.admit(null, () => sweep(nowMs)),
    check: async () => void (await one(null, statements.check)),
    use: pool.use,
    close: pool.close,
  };

  try {
    await store.check();
    await migratePostgres(pool.address(), limits.connectTimeoutMs);
    return store;
  } catch (cause) {
    await pool.close();
    throw cause;
  }
}
