import type { TaskCreateRequest } from '../../contract/task.ts';
import type { Owner } from './fair-queue.ts';
import type { PoolLimits, Statement } from './postgres-pool.ts';
import { openPostgresPool } from './postgres-pool.ts';
import { migratePostgres } from './postgres-schema.ts';
import { statements, sweeps } from './postgres-statements.ts';
import type { Row } from './row.ts';
import { readCreatedBefore, readEnding, readInteger, readRenewal, readTask } from './row.ts';
import type { Created, CreatedBefore, Idempotency, RenewalClaim, Store } from './store.ts';
import { idempotencyLifetimeMs, noLimit, StoreError, taskOf } from './store.ts';

export type PostgresOptions = Pick<PoolLimits, 'poolSize'> & Partial<PoolLimits>;

/**
 * A store on PostgreSQL 15 or newer, shared by any number of processes; `postgres-pool.ts` says what the url may hold.
 * Each operation is one statement, hence one transaction. Refuses a database that is too new, unsafe or out of reach.
 */
export async function openPostgresStore(url: string, options: PostgresOptions): Promise<Store> {
  const limits: PoolLimits = {
    // With ten connections, as many as on SQLite.
    mostWaiting: 200 * options.poolSize,
    connectTimeoutMs: 3000,
    // Longer than a statement may take, so that a short stall of the server slows requests down and fails none.
    waitTimeoutMs: 9000,
    statementTimeoutMs: 5000,
    ...options,
  };
  const pool = openPostgresPool(url, limits);
  const run = (statement: Statement, ...values: unknown[]): Promise<Row[]> => pool.run(statement, values);
  /** An operation of one statement. */
  const one = (owner: Owner, statement: Statement, ...values: unknown[]): Promise<Row[]> =>
    pool.admit(owner, () => pool.run(statement, values));

  async function createTask(
    ...[email, fields, nowMs, once, mostTasks = noLimit]: Parameters<Store['createTask']>
  ): Promise<Created> {
    const { description, dueDate, importance, state } = fields;
    const bornAfterMs = nowMs - idempotencyLifetimeMs;
    const task = [email, description, dueDate, importance, state, nowMs];
    for (let attempt = 1; attempt <= 3; attempt++) {
      const [row] = once
        ? await run(statements.addTaskOnce, ...task, once.key, once.bodyHash, bornAfterMs, mostTasks)
        : await run(statements.addTask, ...task, mostTasks);
      if (row) return { kind: 'created', task: taskOf(readInteger(row), fields) } as const;
      const before = once && (await findCreated(email, fields, nowMs, once));
      if (before) return before;
      if ((await run(statements.findTaskBeyond, email, mostTasks)).length > 0) return { kind: 'too_many' };
      await run(statements.addUser, email, nowMs);
    }
    throw new StoreError('failed', 'The task found neither its owner nor its key three times');
  }

  async function findCreated(
    email: string,
    fields: TaskCreateRequest,
    nowMs: number,
    once: Idempotency,
  ): Promise<CreatedBefore | undefined> {
    const [row] = await run(statements.findKey, email, once.key, nowMs - idempotencyLifetimeMs);
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

  async function rememberUser(email: string, nowMs: number): Promise<void> {
    const found = await run(statements.findUser, email);
    if (found.length === 0) await run(statements.addUser, email, nowMs);
  }

  async function sweep(nowMs: number): Promise<number> {
    let removed = 0;
    for (const { statement, keptMs } of sweeps) {
      removed += readInteger((await run(statement, nowMs - keptMs))[0]);
    }
    return removed;
  }

  const store: Store = {
    rememberUser: (email, nowMs) => pool.admit(email, () => rememberUser(email, nowMs)),
    list: async (owner) => ({
      text: JSON.stringify((await one(owner, statements.listTasks, owner)).map(readTask)),
    }),
    createTask: (owner, ...call) => pool.admit(owner, () => createTask(owner, ...call)),
    findCreated: (owner, ...call) => pool.admit(owner, () => findCreated(owner, ...call)),
    async replaceTask(owner, id, fields, nowMs) {
      const { description, dueDate, importance, state } = fields;
      const values = [description, dueDate, importance, state, nowMs];
      const rows = await one(owner, statements.replaceTask, owner, id, ...values);
      return rows.length === 0 ? undefined : taskOf(id, fields);
    },
    deleteTask: async (owner, id) => (await one(owner, statements.deleteTask, owner, id)).length > 0,
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
