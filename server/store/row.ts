import { fieldNames } from '../../contract/fields.ts';
import type { TaskCreateRequest } from '../../contract/task.ts';
import type { Created, CreateOptions, Idempotency, ListRead, Refusal } from './store.ts';
import { idempotencyLifetimeMs, keyPartMs, noLimits, StoreError, taskOf } from './store.ts';

/** A row as a database returns it: columns by position, of any type. */
export type Row = Readonly<Record<number, unknown>>;

/** A column of a row, an integer that a JavaScript number can hold exactly. */
export function readInteger(row: Row | undefined, column = 0): number {
  const value = row?.[column];
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw new StoreError('failed', 'The database returned no integer where one is required');
}

export function readText(row: Row | undefined, column = 0): string {
  const value = row?.[column];
  if (typeof value === 'string') return value;
  throw new StoreError('failed', 'The database returned no text where one is required');
}

/** The version of the list of an email without a user. */
export const noVersion = '0';

/** The list of an email without a user. */
export const emptyList = (known?: string): ListRead => ({
  version: noVersion,
  text: known === noVersion ? null : bytesOf('[]'),
});

/** The text in UTF-8, not in Buffer's pool: a part of the pool would keep the whole pool in memory. */
export function bytesOf(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

/** The columns of a task's fields, in the order of `fieldNames`. */
export const fieldColumns = fieldNames.map((name) =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
);

/** The values of these columns, with `leftOut` for a missing field. */
export const valuesOf = <LeftOut>(fields: Partial<TaskCreateRequest>, leftOut: LeftOut) =>
  fieldNames.map((name) => fields[name] ?? leftOut);

/** The columns that readRepeatedCreate reads, of a row of `idempotency`. `owner` is its owner in SQL. */
export const keyColumns = (owner: string): string => `task_id, body_hash,
  (SELECT count(*) FROM tasks WHERE tasks.owner = ${owner} AND tasks.id = task_id)`;

/** The result of a create whose key was used before, from a row of `keyColumns`. */
export function readRepeatedCreate(
  row: Row,
  fields: TaskCreateRequest,
  { bodyHash }: Idempotency,
): Created {
  if (row[2] === 0) return { kind: 'deleted' };
  if (row[1] !== bodyHash) return { kind: 'key_reused' };
  return { kind: 'repeated', task: taskOf(readInteger(row), fields) };
}

/** The stored numbers of an owner, and the bytes of one task before a write (undefined: no such task) and after it. */
export type Counts = Readonly<ReturnType<typeof readCounts>>;

/** The columns `tasks, bytes, keys_end_ms, before, after` of a row, from `first` on. */
export function readCounts(row: Row, first: number) {
  const at = (column: number) => readInteger(row, first + column);
  const before = row[first + 3] === null ? undefined : at(3);
  return { tasks: at(0), bytes: at(1), keysEndMs: at(2), before, after: at(4) };
}

/** The limit that forbids this write; undefined when none does. */
export function refusalOf(
  { tasks, bytes, keysEndMs, before, after }: Counts,
  options: CreateOptions,
  nowMs: number,
): Refusal | undefined {
  const { idempotency, mostTasks, mostBytes, mostKeys } = { ...noLimits, ...options };
  if (before === undefined && tasks >= mostTasks) return 'too_many';
  const more = after - (before ?? 0);
  if (more > 0 && bytes + more > mostBytes) return 'too_large';
  const isFull = keysEndMs + keyPartMs(mostKeys) > nowMs + idempotencyLifetimeMs;
  if (idempotency && isFull) return 'too_many_keys';
  return undefined;
}
