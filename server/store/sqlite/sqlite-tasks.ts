import type { DatabaseSync } from 'node:sqlite';

import type { TaskCreateRequest } from '../../../contract/task.ts';
import type { Counts } from '../row.ts';
import { keyColumns, readCounts, readCreatedBefore, readInteger, refusalOf } from '../row.ts';
import type { Created, CreatedBefore, Idempotency, Store } from '../store.ts';
import { bytesBesideDescription, idempotencyLifetimeMs, keyPartMs, noLimit, taskOf } from '../store.ts';
import type { WriteQueue } from './write-queue.ts';

/** The open database, its queue of writes, and `read`, which turns errors into those of a store. */
export type Access = Readonly<{
  database: DatabaseSync;
  queue: WriteQueue;
  read: <T>(work: () => T) => Promise<T>;
}>;

type Tasks = Pick<Store, 'rememberUser' | 'createTask' | 'findCreated' | 'replaceTask' | 'deleteTask'>;

/** The owner of a task, with its numbers and those of the task. */
type Owner = Counts & Readonly<{ id: number }>;

/** The users and their tasks on SQLite. Each write changes the version and the numbers of its list in the same transaction. */
export function makeSqliteTasks({ database, queue, read }: Access): Tasks {
  const statements = prepareAll(database);

  /** `description` is what the task `taskId` gets. undefined: there is no such user. */
  function findOwner(email: string, description: string, taskId: number | null): Owner | undefined {
    const row = statements.findOwner.get(taskId, description, email);
    if (row === undefined) return undefined;
    const id = readInteger(row);
    if (row[1] === 1) return { id, ...readCounts(row, 2) };
    statements.count.run(id, id);
    return findOwner(email, description, taskId);
  }

  function makeOwner(email: string, nowMs: number, description = ''): Owner {
    const found = findOwner(email, description, null);
    if (found) return found;
    statements.addUser.run(email, nowMs);
    return makeOwner(email, nowMs, description);
  }

  /** Counts a write that makes the owner `more` tasks and the task `after` bytes. */
  function countWrite(owner: Owner, more: number, after: number, keysEndMs = owner.keysEndMs): void {
    const { id, tasks, bytes, before } = owner;
    statements.changeList.run(tasks + more, bytes + after - (before ?? 0), keysEndMs, id);
  }

  function createTask(...[email, fields, nowMs, options = {}]: Parameters<Store['createTask']>): Created {
    const { idempotency: once, mostKeys = noLimit } = options;
    const owner = makeOwner(email, nowMs, fields.description);
    const before = once && findCreated(owner.id, fields, nowMs, once);
    if (before) return before;
    const kind = refusalOf(owner, options, nowMs);
    if (kind) return { kind };
    const task = taskOf(readInteger(statements.takeId.get()), fields);
    const { id, description, dueDate, importance, state } = task;
    statements.addTask.run(owner.id, dueDate, id, description, importance, state, nowMs, nowMs);
    countWrite(owner, 1, owner.after, once && Math.max(owner.keysEndMs, nowMs) + keyPartMs(mostKeys));
    if (once) statements.keepKey.run(owner.id, once.key, once.bodyHash, id, nowMs);
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

  return {
    async rememberUser(email, nowMs) {
      if (await read(() => statements.findUser.get(email))) return;
      await queue.write(email, () => void makeOwner(email, nowMs));
    },
    createTask: (email, ...call) => queue.write(email, () => createTask(email, ...call)),
    findCreated: (email, fields, nowMs, once) =>
      read(() => {
        const user = statements.findUser.get(email);
        return user && findCreated(readInteger(user), fields, nowMs, once);
      }),
    replaceTask: (email, id, fields, nowMs, mostBytes) =>
      queue.write(email, () => {
        const { description, dueDate, importance, state } = fields;
        const owner = findOwner(email, description, id);
        if (owner?.before === undefined) return undefined;
        if (refusalOf(owner, mostBytes === undefined ? {} : { mostBytes }, nowMs)) return 'too_large';
        statements.replaceTask.run(description, dueDate, importance, state, nowMs, owner.id, id);
        countWrite(owner, 0, owner.after);
        return taskOf(id, fields);
      }),
    deleteTask: (email, id) =>
      queue.write(email, () => {
        const owner = findOwner(email, '', id);
        if (owner?.before === undefined) return false;
        statements.deleteTask.run(owner.id, id);
        countWrite(owner, -1, 0);
        return true;
      }),
  };
}

const bytesOf = (description: string) =>
  `${bytesBesideDescription} + octet_length(json_quote(${description}))`;
const nowMicroseconds = `CAST(unixepoch('subsec') * 1000 AS INTEGER) * 1000`;
const nextVersion = `max(version + 1, ${nowMicroseconds})`;

/** All statements, prepared once. Rows are arrays, the fastest form. */
function prepareAll(database: DatabaseSync) {
  const prepare = (sql: string) => database.prepare(sql, { returnArrays: true });
  return {
    findUser: prepare('SELECT id FROM users WHERE email = ?'),
    addUser: prepare('INSERT INTO users (email, created_at_ms) VALUES (?, ?)'),
    findOwner: prepare(
      `SELECT users.id, counted_version = version, lists.tasks, lists.bytes, coalesce(keys_end_ms, 0),
         (SELECT ${bytesOf('description')} FROM tasks WHERE owner = users.id AND tasks.id = ?), ${bytesOf('?')}
       FROM users LEFT JOIN lists ON lists.owner = users.id WHERE email = ?`,
    ),
    /** Makes the list of a user, or counts it again. */
    count: prepare(
      `INSERT INTO lists (owner, version, counted_version, tasks, bytes)
       SELECT ?, ${nowMicroseconds}, ${nowMicroseconds}, count(*), coalesce(sum(${bytesOf('description')}), 0)
       FROM tasks WHERE owner = ?
       ON CONFLICT (owner) DO UPDATE
         SET counted_version = version, tasks = excluded.tasks, bytes = excluded.bytes`,
    ),
    changeList: prepare(
      `UPDATE lists SET version = ${nextVersion}, counted_version = ${nextVersion}, tasks = ?, bytes = ?,
         keys_end_ms = ?
       WHERE owner = ?`,
    ),
    takeId: prepare('UPDATE task_ids SET last = last + 1 RETURNING last'),
    addTask: prepare(
      `INSERT INTO tasks (owner, due_date, id, description, importance, state, created_at_ms, updated_at_ms)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    replaceTask: prepare(
      `UPDATE tasks SET description = ?, due_date = ?, importance = ?, state = ?, updated_at_ms = ?
       WHERE owner = ? AND id = ?`,
    ),
    deleteTask: prepare('DELETE FROM tasks WHERE owner = ? AND id = ?'),
    findKey: prepare(
      `SELECT ${keyColumns} FROM idempotency WHERE owner = ? AND key = ? AND created_at_ms > ?`,
    ),
    keepKey: prepare(
      `INSERT OR REPLACE INTO idempotency (owner, key, body_hash, task_id, created_at_ms) VALUES (?, ?, ?, ?, ?)`,
    ),
  };
}
