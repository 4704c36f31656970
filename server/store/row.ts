import type { TaskCreateRequest } from '../../contract/task.ts';
import type { CreatedBefore, Idempotency, NotedEnding, RenewalClaim } from './store.ts';
import { StoreError, taskOf } from './store.ts';

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

/** A row `task_id, body_hash` of the key of a create. */
export function readCreatedBefore(
  row: Row,
  fields: TaskCreateRequest,
  { bodyHash }: Idempotency,
): CreatedBefore {
  if (row[1] !== bodyHash) return { kind: 'key_reused' };
  return { kind: 'repeated', task: taskOf(readInteger(row), fields) };
}

/** A row `sealed` of a renewal that another process has claimed. */
export function readRenewal(row: Row): RenewalClaim {
  return typeof row[0] === 'string' ? { kind: 'published', sealed: row[0] } : { kind: 'taken' };
}

/** The columns that readEnding reads, in its order. */
export const endingColumns = 'subject, ended_at_ms, until_ms, noted_at_ms';

/** A row of `endingColumns`. */
export function readEnding(row: Row): NotedEnding {
  const [subject, endedAtMs, untilMs, notedAtMs] = [row[0], row[1], row[2], row[3]];
  if (
    typeof subject !== 'string' ||
    typeof endedAtMs !== 'number' ||
    typeof untilMs !== 'number' ||
    typeof notedAtMs !== 'number'
  ) {
    throw new StoreError('failed', 'The database holds a row that is not an ending');
  }
  return { subject, endedAtMs, untilMs, notedAtMs };
}
