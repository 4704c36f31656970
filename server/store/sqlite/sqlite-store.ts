import type { DatabaseSync } from 'node:sqlite';

import { fieldNames } from '../../../contract/fields.ts';
import type { Counts } from '../row.ts';
import {
  keyColumns,
  emptyList,
  noVersion,
  readCounts,
  readRepeatedCreate,
  readInteger,
  readText,
  refusalOf,
  fieldColumns,
  valuesOf,
} from '../row.ts';
import { makeSessions } from '../sessions.ts';
import type { Created, Store } from '../store.ts';
import {
  bytesBesideDescription,
  idempotencyLifetimeMs,
  keyPartMs,
  noLimits,
  taskOf,
} from '../store.ts';
import type { OpeningOptions } from './sqlite-database.ts';
import { makeReplacementCheck, openSqliteDatabase, ownSqliteDatabase } from './sqlite-database.ts';
import { sqliteStoreError } from './sqlite-errors.ts';
import { openWriteQueue } from './write-queue.ts';
import { hasFullDisk } from './disk.ts';

/** `isService`: no other service may use the database while this store is open. */
export type StoreOptions = OpeningOptions & Readonly<{ isService?: boolean }>;

/**
 * The embedded store: one SQLite file, created when missing (":memory:" is not stored). One service and any commands may
 * have it open. Refuses a file that is newer than this release, damaged or not writable.
 */
export function openSqliteStore(path: string, options: StoreOptions = {}): Store {
  const lock = options.isService ? ownSqliteDatabase(path, options.mayMake ?? true) : undefined;
  try {
    return storeOn(openSqliteDatabase(path, options), path, () => lock?.close());
  } catch (cause) {
    lock?.close();
    throw cause;
  }
}

/** An owner, with the numbers of its list and of one task. */
type Owner = Counts & Readonly<{ id: number }>;

function storeOn(database: DatabaseSync, path: string, release: () => void): Store {
  const statements = prepareAll(database);
  const refuseOther = makeReplacementCheck(path);
  const queue = openWriteQueue(database, path, refuseOther);
  let closing: Promise<void> | undefined;
  let lastDataVersion: number | undefined;

  async function read<T>(work: () => T): Promise<T> {
    try {
      return work();
    } catch (cause) {
      throw sqliteStoreError(path, cause);
    }
  }

  /** Runs `work` in the transaction of a write when its owner has a turn. */
  const inTurn =
    <Call extends unknown[], Result>(work: (email: string, ...call: Call) => Result) =>
    (email: string, ...call: Call) =>
      queue.write(email, () => work(email, ...call));

  /** `description` is the new one of the task `taskId`. undefined: there is no such user. */
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

  /** Stores the numbers after a write that adds `more` tasks, and after which the task has `after` bytes. */
  function countWrite(
    owner: Owner,
    more: number,
    after: number,
    keysEndMs = owner.keysEndMs,
  ): void {
    const { id, tasks, bytes, before } = owner;
    statements.changeList.run(tasks + more, bytes + after - (before ?? 0), keysEndMs, id);
  }

  function createTask(
    ...[email, fields, nowMs, options = {}]: Parameters<Store['createTask']>
  ): Created {
    const { idempotency: once, mostKeys = noLimits.mostKeys } = options;
    const owner = makeOwner(email, nowMs, fields.description);
    const before =
      once && statements.findKey.get(owner.id, once.key, nowMs - idempotencyLifetimeMs);
    if (before) return readRepeatedCreate(before, fields, once);
    const kind = refusalOf(owner, options, nowMs);
    if (kind) return { kind };
    const task = taskOf(readInteger(statements.takeId.get()), fields);
    statements.addTask.run(owner.id, task.id, nowMs, nowMs, ...valuesOf(fields, ''));
    countWrite(
      owner,
      1,
      owner.after,
      once && Math.max(owner.keysEndMs, nowMs) + keyPartMs(mostKeys),
    );
    if (once) statements.keepKey.run(owner.id, once.key, once.bodyHash, task.id, nowMs);
    return { kind: 'created', task };
  }

  function findCreated(
    ...[email, fields, nowMs, once]: Parameters<Store['findCreated']>
  ): Created | undefined {
    const owner = findOwner(email, '', null);
    if (owner === undefined) return undefined;
    const before = statements.findKey.get(owner.id, once.key, nowMs - idempotencyLifetimeMs);
    return before && readRepeatedCreate(before, fields, once);
  }

  function replaceTask(...[email, id, fields, nowMs, mostBytes]: Parameters<Store['replaceTask']>) {
    const owner = findOwner(email, fields.description, id);
    if (owner?.before === undefined) return undefined;
    if (refusalOf(owner, mostBytes === undefined ? {} : { mostBytes }, nowMs)) return 'too_large';
    statements.replaceTask.run(...valuesOf(fields, null), nowMs, owner.id, id);
    countWrite(owner, 0, owner.after);
    return taskOf(id, fields);
  }

  function deleteTask(email: string, id: number): boolean {
    const owner = findOwner(email, '', id);
    if (owner?.before === undefined) return false;
    statements.deleteTask.run(owner.id, id);
    countWrite(owner, -1, 0);
    return true;
  }

  /** Only commands write beside the service: while none does, nothing is read. */
  function findVersions(emails: readonly string[]): ReadonlyMap<string, string> {
    const dataVersion = readInteger(statements.dataVersion.get());
    if (dataVersion === lastDataVersion) return new Map();
    lastDataVersion = dataVersion;
    const found = statements.findVersions.all(JSON.stringify(emails));
    return new Map([
      ...emails.map((email) => [email, noVersion] as const),
      ...found.map((row) => [readText(row), readText(row, 1)] as const),
    ]);
  }

  async function close(): Promise<void> {
    await queue.drained();
    await read(() => database.close()).finally(release);
  }

  return {
    rememberUser: inTurn((email, nowMs: number) => {
      makeOwner(email, nowMs);
      statements.noteSignIn.run(nowMs, email);
    }),
    list: (email, known) =>
      read(() => {
        const row = statements.readList.get(known ?? null, email);
        if (row === undefined) return emptyList(known);
        const json = row[1];
        if (!(json instanceof Uint8Array)) return { version: readText(row), text: null };
        return {
          version: readText(row),
          text: Buffer.from(json.buffer, json.byteOffset, json.length),
        };
      }),
    findVersions: (emails) => read(() => findVersions(emails)),
    createTask: inTurn(createTask),
    findCreated: inTurn(findCreated),
    replaceTask: inTurn(replaceTask),
    deleteTask: inTurn(deleteTask),
    ...makeSessions({
      prepare(text) {
        const statement = prepare(database, text.replaceAll(/\$\d/g, '?'));
        const isRead = text.startsWith('SELECT');
        return (...values) => {
          const work = () => statement.all(...values);
          if (isRead) return read(work);
          return queue.write(null, work);
        };
      },
      clockMs: `CAST(unixepoch('subsec') * 1000 AS INTEGER)`,
      greater: 'max',
      lock: '',
    }),
    check: () =>
      read(() => {
        refuseOther();
        statements.check.get();
        return { isDiskFull: queue.isDiskFull() || hasFullDisk(path) };
      }),
    waiting: queue.waiting,
    close: () => (closing ??= close()),
  };
}

/** Rows are arrays, the fastest form. */
const prepare = (database: DatabaseSync, sql: string) =>
  database.prepare(sql, { returnArrays: true });

const bytesOf = (description: string) =>
  `${bytesBesideDescription} + octet_length(json_quote(${description}))`;
const nowMicroseconds = `CAST(unixepoch('subsec') * 1000 AS INTEGER) * 1000`;
const versionOfList = "id || '.' || coalesce(version, 0)";
const nextVersion = `max(version + 1, ${nowMicroseconds})`;

/** A field whose parameter is null keeps its value. */
const replaced = fieldColumns.map((column) => `${column} = coalesce(?, ${column})`).join(', ');
const jsonOfFields = fieldNames.map((name, at) => `'${name}', ${fieldColumns[at]}`).join(', ');

/** The statements on users and tasks, prepared once. */
function prepareAll(database: DatabaseSync) {
  const prepared = (sql: string) => prepare(database, sql);
  return {
    check: prepared('SELECT last FROM task_ids'),
    noteSignIn: prepared('UPDATE users SET signed_in_at_ms = ? WHERE email = ?'),
    /** The version, and the JSON of the tasks as bytes, without a string; null when the caller knows the version. */
    readList: prepared(
      `SELECT now, CASE WHEN now IS NOT ? THEN (
         SELECT CAST('[' || coalesce(group_concat(json_object('id', id, ${jsonOfFields}), ','), '') || ']' AS BLOB)
         FROM (SELECT * FROM tasks WHERE owner = whose ORDER BY due_date, id)) END
       FROM (SELECT id AS whose, ${versionOfList} AS now
             FROM users LEFT JOIN lists ON owner = id WHERE email = ?)`,
    ),
    /** Changes with each commit of another connection. */
    dataVersion: prepared('PRAGMA data_version'),
    findVersions: prepared(
      `SELECT email, ${versionOfList} FROM users LEFT JOIN lists ON owner = id
       WHERE email IN (SELECT value FROM json_each(?))`,
    ),
    addUser: prepared('INSERT INTO users (email, created_at_ms) VALUES (?, ?)'),
    findOwner: prepared(
      `SELECT users.id, counted_version = version, lists.tasks, lists.bytes, coalesce(keys_end_ms, 0),
         (SELECT ${bytesOf('description')} FROM tasks WHERE owner = users.id AND tasks.id = ?), ${bytesOf('?')}
       FROM users LEFT JOIN lists ON lists.owner = users.id WHERE email = ?`,
    ),
    /** Adds the row in `lists` for a user, or counts again. */
    count: prepared(
      `INSERT INTO lists (owner, version, counted_version, tasks, bytes)
       SELECT ?, ${nowMicroseconds}, ${nowMicroseconds}, count(*), coalesce(sum(${bytesOf('description')}), 0)
       FROM tasks WHERE owner = ?
       ON CONFLICT (owner) DO UPDATE
         SET counted_version = version, tasks = excluded.tasks, bytes = excluded.bytes`,
    ),
    changeList: prepared(
      `UPDATE lists SET version = ${nextVersion}, counted_version = ${nextVersion}, tasks = ?, bytes = ?,
         keys_end_ms = ?
       WHERE owner = ?`,
    ),
    takeId: prepared('UPDATE task_ids SET last = last + 1 RETURNING last'),
    addTask: prepared(
      `INSERT INTO tasks (owner, id, created_at_ms, updated_at_ms, ${fieldColumns.join(', ')})
       VALUES (?, ?, ?, ?, ${fieldColumns.map(() => '?').join(', ')})`,
    ),
    replaceTask: prepared(
      `UPDATE tasks SET ${replaced}, updated_at_ms = ?
       WHERE owner = ? AND id = ?`,
    ),
    deleteTask: prepared('DELETE FROM tasks WHERE owner = ? AND id = ?'),
    findKey: prepared(
      `SELECT ${keyColumns('idempotency.owner')} FROM idempotency WHERE owner = ? AND key = ? AND created_at_ms > ?`,
    ),
    keepKey: prepared(
      `INSERT OR REPLACE INTO idempotency (owner, key, body_hash, task_id, created_at_ms) VALUES (?, ?, ?, ?, ?)`,
    ),
  };
}
