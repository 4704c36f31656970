import type { TaskResponse } from '../../contract/task.ts';
import { rowKeysShown } from './reduce-tasks.ts';
import { fieldsOf } from './fields.ts';
import type { Fields } from './fields.ts';
import type { TasksState } from './tasks-state.ts';
import type { Write } from './kept.shapes.ts';
import { asks } from './writes.ts';

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
  const { base, writes } = state;
  const settled = base === null ? [] : settledRows(base, rowKeysShown(state));
  if (writes.length === 0) return settled;
  const targets = new Set(writes.map(({ target }) => target));
  const changed = new Map<string, Row>();
  const others: (readonly Row[])[] = [];
  let from = 0;
  settled.forEach((row, at) => {
    if (!targets.has(row.key)) return;
    changed.set(row.key, row);
    others.push(settled.slice(from, at));
    from = at + 1;
  });
  others.push(settled.slice(from));
  for (const write of writes) apply(write, changed);
  return merged(others.flat(), [...changed.values()].toSorted(compareRows));
}

function apply(write: Write, rows: Map<string, Row>): void {
  const { target, change } = write;
  const row = rows.get(target);
  if (change.kind !== 'delete') {
    rows.set(target, {
      key: target,
      fields: change.fields,
      saved: row?.saved ?? null,
      write: row?.write ?? write,
    });
  } else if (asks(write) && row !== undefined) rows.set(target, { ...row, write });
  else rows.delete(target);
}

/** Both are in order. Of a list of thousands few rows change at a time, and each finds its place in a few steps. */
function merged(rows: readonly Row[], more: readonly Row[]): readonly Row[] {
  const parts: (readonly Row[])[] = [];
  let from = 0;
  for (const row of more) {
    const place = placeOf(row, rows, from);
    parts.push(rows.slice(from, place), [row]);
    from = place;
  }
  return [...parts, rows.slice(from)].flat();
}

/** The first place from there on that comes after this row. */
function placeOf(row: Row, rows: readonly Row[], from: number): number {
  let [low, high] = [from, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = rows[middle];
    if (other && compareRows(other, row) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

type Settled = { readonly rowKeys: TasksState['rowKeys']; readonly rows: readonly Row[] };
const settledByAnswer = new WeakMap<readonly TaskResponse[], Settled>();
const settledByTask = new WeakMap<TaskResponse, Row>();

function settledRows(base: readonly TaskResponse[], rowKeys: TasksState['rowKeys']): readonly Row[] {
  const known = settledByAnswer.get(base);
  if (known?.rowKeys === rowKeys) return known.rows;
  const rows = base.map((task) => settledRow(rowKeys.get(String(task.id)) ?? String(task.id), task));
  settledByAnswer.set(base, { rowKeys, rows });
  return rows;
}

function settledRow(key: string, task: TaskResponse): Row {
  const known = settledByTask.get(task);
  if (known?.key === key) return known;
  const row: Row = { key, fields: fieldsOf(task), saved: task, write: null };
  settledByTask.set(task, row);
  return row;
}

function compareRows(a: Row, b: Row): number {
  if (a.fields.dueDate !== b.fields.dueDate) return a.fields.dueDate < b.fields.dueDate ? -1 : 1;
  return (a.saved?.id ?? Number.MAX_SAFE_INTEGER) - (b.saved?.id ?? Number.MAX_SAFE_INTEGER);
}
