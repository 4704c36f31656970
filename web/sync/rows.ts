import type { TaskResponse } from '../../contract/task.ts';
import { compareDates } from '../dates/calendar.ts';
import type { Fields } from './fields.ts';
import type { Write } from './kept.shapes.ts';
import { needsDecision, rowKeyOf, rowKeysShown } from './queue.ts';
import type { TasksState } from './queue.ts';

/** One task as the page shows it, with the queued changes. */
export type Row = {
  /** Does not change when the service assigns the id. */
  readonly key: string;
  readonly fields: Fields;
  /** The version of the service; null for a task that it does not have yet. */
  readonly saved: TaskResponse | null;
  /** The oldest change that the service does not have. */
  readonly write: Write | null;
};

/** The row with a key; undefined for null, which no row has. */
export const rowWith = (rows: readonly Row[], rowKey: string | null): Row | undefined =>
  rowKey === null ? undefined : rows.find(({ key }) => key === rowKey);

/** The key that the row has in the next page, too, once the service has the task. */
export const lastingKey = ({ key, saved }: Row): string =>
  saved === null ? key : String(saved.id);

/** The last good list with all queued changes applied, by due date. An unchanged row is the same object as before. */
export function rowsOf(state: TasksState): readonly Row[] {
  const savedRows = rowsOfList(state.base ?? [], rowKeysShown(state));
  if (state.writes.length === 0) return savedRows;
  const targets = new Set(state.writes.map(({ target }) => target));
  const isChanged = ({ key }: Row) => targets.has(key);
  const changed = new Map(savedRows.filter(isChanged).map((row) => [row.key, row]));
  for (const write of state.writes) apply(write, changed);
  const unchanged = savedRows.filter((row) => !isChanged(row));
  return [...unchanged, ...changed.values()].toSorted(compareRows);
}

function apply(write: Write, rows: Map<string, Row>): void {
  const { target: key, change } = write;
  const row = rows.get(key);
  if (change.kind !== 'delete')
    rows.set(key, {
      key,
      fields: change.fields,
      saved: row?.saved ?? null,
      write: row?.write ?? write,
    });
  else if (needsDecision(write) && row !== undefined) rows.set(key, { ...row, write });
  else rows.delete(key);
}

/** The rows of a list, with the keys that they were made with. */
type SavedRows = { readonly rows: readonly Row[]; readonly rowKeys: TasksState['rowKeys'] };

const rowsByList = new WeakMap<readonly TaskResponse[], SavedRows>();

/** The rows without the queued changes: made once while only the queue changes. */
function rowsOfList(list: readonly TaskResponse[], rowKeys: TasksState['rowKeys']): readonly Row[] {
  const earlier = rowsByList.get(list);
  if (earlier?.rowKeys === rowKeys) return earlier.rows;
  const rows = list.map((task) => savedRow(rowKeyOf({ rowKeys }, task), task));
  rowsByList.set(list, { rows, rowKeys });
  return rows;
}

const rowByTask = new WeakMap<TaskResponse, Row>();

function savedRow(key: string, task: TaskResponse): Row {
  const earlier = rowByTask.get(task);
  if (earlier?.key === key) return earlier;
  const { id: _, ...fields } = task;
  const row: Row = { key, fields, saved: task, write: null };
  rowByTask.set(task, row);
  return row;
}

const compareRows = (a: Row, b: Row): number =>
  compareDates(a.fields.dueDate, b.fields.dueDate) ||
  (a.saved?.id ?? Number.MAX_SAFE_INTEGER) - (b.saved?.id ?? Number.MAX_SAFE_INTEGER);
