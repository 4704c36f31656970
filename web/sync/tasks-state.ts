import type { TaskResponse } from '../../contract/task.ts';
import type { Fault } from '../service/fault.ts';
import type { Write } from './kept.shapes.ts';

/** The last good answer of the service and, on top of it, what the person has changed since. */
export type TasksState = {
  /** Null until the first answer. */
  readonly base: readonly TaskResponse[] | null;
  readonly readAtMs: number;
  /** Why the newest reading brought nothing; the older base stays readable. */
  readonly fault: Fault | null;
  readonly offline: boolean;
  readonly writes: readonly Write[];
  /** Rows made on this page keep their key when the service gives the task its id: id -> row key. */
  readonly rowKeys: ReadonlyMap<string, string>;
  /** How many writes were accepted: a list asked for before one of them is stale. */
  readonly accepted: number;
};

export const noTasks: TasksState = {
  base: null,
  readAtMs: 0,
  fault: null,
  offline: false,
  writes: [],
  rowKeys: new Map(),
  accepted: 0,
};

/** A page that does not understand its service changes nothing there. */
export const isReadOnly = ({ fault }: TasksState): boolean => fault?.kind === 'mismatch';

/** The key of a task's row: its id, or the key that the row had before. */
export const rowKeyOf = ({ rowKeys }: Pick<TasksState, 'rowKeys'>, { id }: TaskResponse): string =>
  rowKeys.get(String(id)) ?? String(id);

/** The id behind a row's key, or null when the service has not given one yet. */
export function idOfRow(state: Pick<TasksState, 'rowKeys'>, rowKey: string): string | null {
  for (const [id, key] of state.rowKeys) if (key === rowKey) return id;
  return /^\d+$/.test(rowKey) ? rowKey : null;
}
