import type { DatabaseSync, StatementSync } from 'node:sqlite';

import type { TaskCreateRequest } from '../../../contract/task.ts';
import { readCreatedBefore, readInteger, readRenewal } from '../row.ts';
import type { OpeningOptions } from './sqlite-database.ts';
import { forgetDamage, openSqliteDatabase, ownSqliteDatabase } from './sqlite-database.ts';
import { makeSqliteEndings } from './sqlite-endings.ts';
import { sqliteStoreError } from './sqlite-errors.ts';
import { makeSqliteLists } from './sqlite-lists.ts';
import { makeSqliteOwners } from './sqlite-owners.ts';
import type { Created, CreatedBefore, Idempotency, RenewalClaim, Store } from '../store.ts';
import { idempotencyLifetimeMs, noLimit, taskOf } from '../store.ts';
import { openWriteQueue, usualLimits } from './write-queue.ts';

/** `isService`: no other service may use the database while this store is open. */
export type StoreOptions = OpeningOptions & Readonly<{ isService?: boolean }>;

/**
 * The embedded store: one SQLite file, created when missing (":memory:" is not stored). One service and any commands may
 * have it open. Refuses a file that is newer than this release, damaged or not writable.
 */
export function openSqliteStore(path: string, options: StoreOptions = {}): Store {
  const lock = options.isService ? ownSqliteDatabase(path, options.mayMake ?? true) : undefined;
  const database = openOwned(path, options, lock);
  const statements = prepareAll(database);
  const lists = makeSqliteLists(database);
  const owners = makeSqliteOwners(database, ownerId);
  const queue = openWriteQueue(database, path, usualLimits, owners.forgetAll);
  let closing: Promise<void> | undefined;

  async function read<T>(work: () => T): Promise<T> {
    try {
      return work();
    } catch (cause) {
      forgetDamage(database, cause);
      throw sqliteStoreError(path, cause);
    }
  }

  async function close(): Promise<void> {
    await queue.drained();
    await read(() => database.close());
    lock?.close();
  }

  function writeTask<T>(owner: string, work: () => T): Promise<T> {
    return queue.write(owner, () => {
      lists.forget(owner);
      return work();
    });
  }

  function ownerId(email: string, nowMs: number): number {
    return readInteger(statements.findUser.get(email) ?? statements.addUser.get(email, nowMs));
  }

  function createTask(
    ...[owner, fields, nowMs, once, mostTasks = noLimit]: Parameters<Store['createTask']>
  ): Created {
    const { id: user, tasks } = owners.find(owner, nowMs);
    const before = once && findCreated(user, fields, nowMs, once);
    if (before) return before;
    if (tasks >= mostTasks) return { kind: 'too_many' };
    const task = taskOf(owners.nextTaskId(), fields);
    const { id, description, dueDate, importance, state } = task;
    statements.addTask.run(user, dueDate, id, description, importance, state, nowMs, nowMs);
    owners.set(owner, { id: user, tasks: tasks + 1 });
    if (once) statements.keepKey.run(user, once.key, once.bodyHash, id, nowMs);
    return { kind: 'created', task };
  }

  function findCreated(
    user: number,
    fields: TaskCreateRequest,
    nowMs: number,
    once: Idempotency,
  ): CreatedBefore | undefined {
    const row = statements.findKey.get(user, once.key, nowMs - idempotencyLifetimeMs);
    return row && readCreatedBefore(row, fields, once);
  }

  function findRenewal(tokenHash: string, nowMs: number): RenewalClaim | undefined {
    const row = statements.findRenewal.get(tokenHash, nowMs);
    return row && readRenewal(row);
  }

  function takeRenewal(tokenHash: string, nowMs: number, leaseEndsMs: number): RenewalClaim {
    const found = findRenewal(tokenHash, nowMs);
    if (found) return found;
    statements.keepRenewal.run(tokenHash, null, leaseEndsMs);
    return { kind: 'claimed' };
  }

  return {
    async rememberUser(email, nowMs) {
      if (await read(() => statements.findUser.get(email))) return;
      await queue.write(email, () => ownerId(email, nowMs));
    },
    list: (owner) => read(() => lists.read(owner)),
    createTask: (owner, ...call) => writeTask(owner, () => createTask(owner, ...call)),
    findCreated: (owner, fields, nowMs, idempotency) =>
      read(() => {
        const user = statements.findUser.get(owner);
        return user && findCreated(readInteger(user), fields, nowMs, idempotency);
      }),
    replaceTask: (owner, id, fields, nowMs) =>
      writeTask(owner, () => {
        const { description, dueDate, importance, state } = fields;
        const { changes } = statements.replaceTask.run(
          description,
          dueDate,
          importance,
          state,
          nowMs,
          owner,
          id,
        );
        return changes === 0 ? undefined : taskOf(id, fields);
      }),
    deleteTask: (owner, id) =>
      writeTask(owner, () => {
        owners.forget(owner);
        return statements.deleteTask.run(owner, id).changes !== 0;
      }),

    // The read comes first, so that requests that wait for the winner do not take the write lock.
    claimRenewal: async (tokenHash, nowMs, leaseEndsMs) =>
      (await read(() => findRenewal(tokenHash, nowMs))) ??
      queue.write(null, () => takeRenewal(tokenHash, nowMs, leaseEndsMs)),
    publishRenewal: (tokenHash, sealed, untilMs) =>
      queue.write(null, () => void statements.keepRenewal.run(tokenHash, sealed, untilMs)),
    releaseRenewal: (tokenHash) => queue.write(null, () => void statements.dropClaim.run(tokenHash)),

    ...makeSqliteEndings({ database, queue, read }),

    check: () => read(() => void statements.check.get()),
    use: () => ({ used: 0, idle: 0, waiting: queue.waiting() }),
    close: () => (closing ??= close()),
  };
}

/** Opens the database, and releases the lock if that fails. */
function openOwned(path: string, options: StoreOptions, lock?: { close: () => void }): DatabaseSync {
  try {
    return openSqliteDatabase(path, options);
  } catch (cause) {
    lock?.close();
    throw cause;
  }
}

const ofOwner = 'owner = (SELECT id FROM users WHERE email = ?)';

/** All statements, prepared once. Rows are arrays, the fastest form. */
function prepareAll(database: DatabaseSync) {
  const prepare = (sql: string): StatementSync => database.prepare(sql, { returnArrays: true });
  return {
    findUser: prepare('SELECT id FROM users WHERE email = ?'),
    addUser: prepare('INSERT INTO users (email, created_at_ms) VALUES (?, ?) RETURNING id'),
    addTask: prepare(
      `INSERT INTO tasks (owner, due_date, id, description, importance, state, created_at_ms, updated_at_ms)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    replaceTask: prepare(
      `UPDATE tasks SET description = ?, due_date = ?, importance = ?, state = ?, updated_at_ms = ?
       WHERE ${ofOwner} AND id = ?`,
    ),
    deleteTask: prepare(`DELETE FROM tasks WHERE ${ofOwner} AND id = ?`),
    findKey: prepare(
      'SELECT task_id, body_hash FROM idempotency WHERE owner = ? AND key = ? AND created_at_ms > ?',
    ),
    keepKey: prepare(
      `INSERT OR REPLACE INTO idempotency (owner, key, body_hash, task_id, created_at_ms) VALUES (?, ?, ?, ?, ?)`,
    ),
    findRenewal: prepare('SELECT sealed FROM renewals WHERE token_hash = ? AND until_ms > ?'),
    keepRenewal: prepare('INSERT OR REPLACE INTO renewals (token_hash, sealed, until_ms) VALUES (?, ?, ?)'),
    dropClaim: prepare('DELETE FROM renewals WHERE token_hash = ? AND sealed IS NULL'),
    check: prepare('SELECT last FROM task_ids'),
  };
}
