import type { TaskCreateRequest, TaskResponse, TaskUpdateRequest } from '../../../contract/task.ts';
import type { Owner } from '../fair-queue.ts';
import type { PoolLimits, Statement } from './postgres-pool.ts';
import { makePostgresOwners } from './postgres-owners.ts';
import { openPostgresPool } from './postgres-pool.ts';
import { migratePostgres } from './postgres-schema.ts';
import { statements, sweeps } from './postgres-statements.ts';
import type { Counts, Row } from '../row.ts';
import {
  bytesOf,
  listOfNobody,
  readCounts,
  readCreatedBefore,
  readRevocation,
  readInteger,
  readRenewal,
  readText,
  refusalOf,
} from '../row.ts';
import type { Created, CreatedBefore, Idempotency, ListRead, RenewalClaim, Store } from '../store.ts';
import { idempotencyLifetimeMs, keyPartMs, noLimit, StoreError, taskOf } from '../store.ts';

export type PostgresOptions = Pick<PoolLimits, 'poolSize'> & Partial<PoolLimits>;

/** With ten connections, as many as on SQLite. */
export const mostWaitingPerConnection = 200;

/** How often a write is tried whose owner is written by others at the same time. */
const mostAttempts = 5;
const contended = () =>
  new StoreError('unavailable', 'The list of this person changed five times during one write');

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
    ...[email, fields, nowMs, wanted = {}]: Parameters<Store['createTask']>
  ): Promise<Created> {
    const { idempotency: once, mostTasks = noLimit, mostBytes = noLimit, mostKeys = noLimit } = wanted;
    const { description, dueDate, importance, state } = fields;
    const bornAfterMs = nowMs - idempotencyLifetimeMs;
    const partMs = keyPartMs(mostKeys);
    const task = [description, dueDate, importance, state, nowMs, mostTasks, mostBytes];
    for (let attempt = 1; attempt <= mostAttempts; attempt++) {
      const known = attempt === 1 ? owners.knownId(email) : undefined;
      const owner = known ?? (await owners.idOf(email, nowMs));
      const [row] = once
        ? await run(statements.addTaskOnce, owner, ...task, once.key, once.bodyHash, bornAfterMs, partMs)
        : await run(statements.addTask, owner, ...task);
      if (row) return { kind: 'created', task: taskOf(readInteger(row), fields) } as const;
      const before = once && (await findCreated(owner, fields, nowMs, once));
      if (before) return before;
      const counts = await countsOf(owner, null, description);
      const kind = counts && refusalOf(counts, wanted, nowMs);
      if (kind) return { kind };
    }
    throw contended();
  }

  async function replaceTask(
    owner: number,
    id: number,
    fields: TaskUpdateRequest,
    nowMs: number,
    mostBytes = noLimit,
  ): Promise<TaskResponse | 'too_large' | undefined> {
    const { description, dueDate, importance, state } = fields;
    const values = [id, description, dueDate, importance, state, nowMs, mostBytes];
    for (let attempt = 1; attempt <= mostAttempts; attempt++) {
      const [row] = await run(statements.replaceTask, owner, ...values);
      if (row) return taskOf(id, fields);
      const counts = await countsOf(owner, id, description);
      if (counts?.before === undefined) return undefined;
      if (refusalOf(counts, { mostBytes }, nowMs)) return 'too_large';
    }
    throw contended();
  }

  /** The numbers of this owner. Counts the tasks again after another release has written. undefined: there is no such user. */
  async function countsOf(
    owner: number,
    taskId: number | null,
    description: string,
  ): Promise<Counts | undefined> {
    for (let attempt = 1; attempt <= mostAttempts; attempt++) {
      const [row] = await run(statements.findCounts, owner, taskId, description);
      if (row === undefined) return undefined;
      if (row[0] !== null) return readCounts(row, 0);
      await run(statements.addList, owner);
      await run(statements.countTasks, owner);
    }
    throw contended();
  }

  async function readList(owner: number, known: string | undefined): Promise<ListRead | undefined> {
    const [row] = await run(statements.readList, owner, known);
    if (row === undefined) return undefined;
    return { version: readText(row), text: row[1] === null ? null : bytesOf(readText([row[1]])) };
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

  async function sweep(nowMs: number): Promise<number> {
    let removed = 0;
    for (const { statement, keptMs } of sweeps) {
      removed += readInteger((await run(statement, nowMs - keptMs))[0]);
    }
    return removed;
  }

  const store: Store = {
    rememberUser: async (email, nowMs) => void (await pool.admit(email, () => owners.idOf(email, nowMs))),
    list: (email, known) =>
      pool.admit(
        email,
        async () => (await owners.find(email, (owner) => readList(owner, known))) ?? listOfNobody(known),
      ),
    createTask: (email, ...call) => pool.admit(email, () => createTask(email, ...call)),
    findCreated: (email, ...call) =>
      pool.admit(email, () => owners.find(email, (owner) => findCreated(owner, ...call))),
    replaceTask: (email, ...call) =>
      pool.admit(email, () => owners.find(email, (owner) => replaceTask(owner, ...call))),
    deleteTask: (email, id) =>
      pool.admit(email, async () => {
        const gone = await owners.find(
          email,
          async (owner) => (await run(statements.deleteTask, owner, id))[0],
        );
        return gone !== undefined;
      }),
    claimRenewal: (...call) => pool.admit(null, () => claimRenewal(...call)),
    publishRenewal: async (...call) => void (await one(null, statements.publishRenewal, ...call)),
    releaseRenewal: async (...call) => void (await one(null, statements.dropClaim, ...call)),
    noteRevocation: async ({ subject, endedAtMs, untilMs }) =>
      void (await one(null, statements.noteRevocation, subject, endedAtMs, untilMs)),
    listRevocations: async ({ notedAtMs, subject }, limit) =>
      (await one(null, statements.listRevocations, notedAtMs, subject, limit)).map(readRevocation),
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
