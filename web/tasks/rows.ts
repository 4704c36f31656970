import type { TaskResponse } from '../../contract/task.ts';
import { fieldsOf } from './fields.ts';
import type { Fields } from './fields.ts';
import type { TasksState } from './state.ts';
import type { Write } from './kept.shapes.ts';

/** One line of the list as the person means it to be. */
export type Row = {
  /** Stays the same from the first keystroke to the last, also when the service gives the id. */
  readonly key: string;
  readonly fields: Fields;
  /** What the service has; null for a task that it does not have yet. */
  readonly saved: TaskResponse | null;
  /** The oldest change that the service does not have. */
  readonly write: Write | null;
  /** The date under which it still stands on the page, until it travels to its own. */
  readonly standsAt?: string;
};

/**
 * The last good answer with every unsaved change laid over it, ordered by due date; new rows end their day. What nothing has
 * changed is the very row of before.
 */
export function rowsOf({ base, writes, rowKeys }: TasksState): readonly Row[] {
  const rows = new Map<string, Row>();
  for (const task of base ?? []) {
    const key = rowKeys.get(String(task.id)) ?? String(task.id);
    rows.set(key, settledRow(key, task));
  }
  for (const write of writes) {
    const { target, change } = write;
    const row = rows.get(target);
    if (change.kind !== 'delete') {
      rows.set(target, {
        key: target,
        fields: change.fields,
        saved: row?.saved ?? null,
        write: row?.write ?? write,
      });
    } else if (write.status === 'failed' && row !== undefined) rows.set(target, { ...row, write });
    else rows.delete(target);
  }
  if (writes.length === 0) return [...rows.values()];
  return [...rows.values()].toSorted((a, b) => compareRows(a, b));
}

const settledRows = new WeakMap<TaskResponse, Row>();

function settledRow(key: string, task: TaskResponse): Row {
  const known = settledRows.get(task);
  if (known?.key === key) return known;
  const row: Row = { key, fields: fieldsOf(task), saved: task, write: null };
  settledRows.set(task, row);
  return row;
}

function compareRows(a: Row, b: Row): number {
  if (a.fields.dueDate !== b.fields.dueDate) return a.fields.dueDate < b.fields.dueDate ? -1 : 1;
  return (a.saved?.id ?? Number.MAX_SAFE_INTEGER) - (b.saved?.id ?? Number.MAX_SAFE_INTEGER);
}
