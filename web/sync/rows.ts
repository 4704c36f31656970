import type { TaskResponse } from '../../contract/task.ts';
import type { Fields } from './fields.ts';
import type { Write } from './kept.shapes.ts';
import { asks, rowKeyOf, rowKeysShown } from './queue.ts';
import type { TasksState } from './queue.ts';

/** One task as the person means it to be. */
export type Row = {
  /** Stays the same from the first keystroke to the last, also when the service gives the id. */
  readonly key: string;
  readonly fields: Fields;
  /** What the service has; null for a task that it does not have yet. */
  readonly saved: TaskResponse | null;
  /** The oldest change that the service does not have. */
  readonly write: Write | null;
};

/**
 * The last good list with every unsaved change applied, ordered by due date; new rows end their day. What nothing has
 * changed is the very row of before.
 */
export function rowsOf(state: TasksState): readonly Row[] {
  const rowKeys = rowKeysShown(state);
  const settled = (state.base ?? []).map((task) => settledRow(rowKeyOf({ rowKeys }, task), task));
  if (state.writes.length === 0) return settled;
  const rows = new Map(settled.map((row) => [row.key, row]));
  for (const write of state.writes) apply(write, rows);
  return [...rows.values()].toSorted(compareRows);
}

function apply(write: Write, rows: Map<string, Row>): void {
  const { target: key, change } = write;
  const row = rows.get(key);
  if (change.kind !== 'delete')
    rows.set(key, { key, fields: change.fields, saved: row?.saved ?? null, write: row?.write ?? write });
  else if (asks(write) && row !== undefined) rows.set(key, { ...row, write });
  else rows.delete(key);
}

const settledByTask = new WeakMap<TaskResponse, Row>();

function settledRow(key: string, task: TaskResponse): Row {
  const known = settledByTask.get(task);
  if (known?.key === key) return known;
  const { id: _, ...fields } = task;
  const row: Row = { key, fields, saved: task, write: null };
  settledByTask.set(task, row);
  return row;
}

function compareRows(a: Row, b: Row): number {
  if (a.fields.dueDate !== b.fields.dueDate) return a.fields.dueDate < b.fields.dueDate ? -1 : 1;
  return (a.saved?.id ?? Number.MAX_SAFE_INTEGER) - (b.saved?.id ?? Number.MAX_SAFE_INTEGER);
}

/** So many are saved in about a second: a bar that comes and goes would only move the list. */
const fewChanges = 100;

/** How many changes are on their way to the service, 0 when they are few. */
export function changesUnderWay(writes: readonly Write[]): number {
  const { length } = writes.filter(({ status }) => status === 'queued' || status === 'sending');
  return length > fewChanges ? length : 0;
}
