import type { TaskCreateRequest } from '../../contract/task.ts';
import type {
  CreatedBefore,
  CreateOptions,
  Idempotency,
  ListRead,
  NotedRevocation,
  Refused,
  RenewalClaim,
} from './store.ts';
import { idempotencyLifetimeMs, keyPartMs, noLimit, StoreError, taskOf } from './store.ts';

/** A row as a database returns it: columns by position, of any type. */
export type Row = Readonly<Record<number, unknown>>;

/** The first column of a row, an integer that a JavaScript number can hold exactly. */
export function readInteger(row: Row | undefined): number {
  const value = row?.[0];
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) {
    throw new StoreError('failed', 'The database returned no integer where one is required');
  }
  return value;
}

/** The first column of a row, a text. */
export function readText(row: Row | undefined): string {
  const value = row?.[0];
  if (typeof value !== 'string') {
    throw new StoreError('failed', 'The database returned no text where one is required');
  }
  return value;
}

/** A value of a row, bytes. */
export function readBytes(value: unknown): Uint8Array {
  if (!(value instanceof Uint8Array)) {
    throw new StoreError('failed', 'The database returned no bytes where some are required');
  }
  return value;
}

/** The list of an email without a user. */
export const listOfNobody = (known?: string): ListRead => ({
  version: '0',
  text: known === '0' ? null : bytesOf('[]'),
});

/** The text in UTF-8. Not from Buffer's pool: a part of it would keep the whole pool in memory. */
export function bytesOf(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

/** The columns that readCreatedBefore reads, of a row of `idempotency`. */
export const keyColumns = `task_id, body_hash,
  (SELECT count(*) FROM tasks WHERE tasks.owner = idempotency.owner AND tasks.id = task_id)`;

/** A row of `keyColumns`. */
export function readCreatedBefore(
  row: Row,
  fields: TaskCreateRequest,
  { bodyHash }: Idempotency,
): CreatedBefore {
  if (row[1] !== bodyHash) return { kind: 'key_reused' };
  if (row[2] === 0) return { kind: 'deleted' };
  return { kind: 'repeated', task: taskOf(readInteger(row), fields) };
}

/** A row `sealed` of a renewal that another process has claimed. */
export function readRenewal(row: Row): RenewalClaim {
  return typeof row[0] === 'string' ? { kind: 'published', sealed: row[0] } : { kind: 'taken' };
}

/** The columns that readRevocation reads, in its order. */
export const revocationColumns = 'subject, ended_at_ms, until_ms, noted_at_ms';

/** A row of `revocationColumns`. */
export function readRevocation(row: Row): NotedRevocation {
  const [subject, endedAtMs, untilMs, notedAtMs] = [row[0], row[1], row[2], row[3]];
  if (
    typeof subject !== 'string' ||
    typeof endedAtMs !== 'number' ||
    typeof untilMs !== 'number' ||
    typeof notedAtMs !== 'number'
  ) {
    throw new StoreError('failed', 'The database holds a row that is not a revocation');
  }
  return { subject, endedAtMs, untilMs, notedAtMs };
}

/** The stored numbers of an owner, and the bytes of one task: as it is (undefined: not there) and as it is to be written. */
export type Counts = Readonly<{
  tasks: number;
  bytes: number;
  keysEndMs: number;
  before: number | undefined;
  after: number;
}>;

/** The columns `tasks, bytes, keys_end_ms, before, after` of a row, from `first` on. */
export function readCounts(row: Row, first: number): Counts {
  const at = (column: number) => readInteger([row[first + column]]);
  const before = row[first + 3] === null ? undefined : at(3);
  return { tasks: at(0), bytes: at(1), keysEndMs: at(2), before, after: at(4) };
}

/** Whether a limit forbids to write this task; undefined when it may be written. */
export function refusalOf(
  { tasks, bytes, keysEndMs, before, after }: Counts,
  { idempotency, mostTasks = noLimit, mostBytes = noLimit, mostKeys = noLimit }: CreateOptions,
  nowMs: number,
): Refused['kind'] | undefined {
  if (before === undefined && tasks >= mostTasks) return 'too_many';
  const more = after - (before ?? 0);
  if (more > 0 && bytes + more > mostBytes) return 'too_large';
  const isFull = keysEndMs + keyPartMs(mostKeys) > nowMs + idempotencyLifetimeMs;
  return idempotency && isFull ? 'too_many_keys' : undefined;
}

/** A table whose rows expire `keptMs` after the time in `column`. */
export type Expiring = Readonly<{ table: string; key: string; column: string; keptMs: number }>;

/** Every table that the sweep cleans. */
export const expiring: readonly Expiring[] = [
  { table: 'renewals', key: 'token_hash', column: 'until_ms', keptMs: 0 },
  { table: 'endings', key: 'subject', column: 'until_ms', keptMs: 0 },
  { table: 'idempotency', key: 'owner, key', column: 'created_at_ms', keptMs: idempotencyLifetimeMs },
];

/** The oldest expired rows, so few that removing them delays no other statement. */
export const selectExpired = ({ table, key, column }: Expiring, mark: '?' | '$1'): string =>
  `SELECT ${key} FROM ${table} WHERE ${column} <= ${mark} ORDER BY ${column} LIMIT 500`;
