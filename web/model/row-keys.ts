import type { TaskResponse } from '../../contract/task.ts';
import type { TasksState } from './tasks-state.ts';

/** The key of a task's row: its id, or the key that the row had before. */
export const rowKeyOf = ({ rowKeys }: Pick<TasksState, 'rowKeys'>, { id }: TaskResponse): string =>
  rowKeys.get(String(id)) ?? String(id);

/** The id behind a row's key, or null when the service has not given one yet. */
export function idOfRow(state: Pick<TasksState, 'rowKeys'>, rowKey: string): string | null {
  for (const [id, key] of state.rowKeys) if (key === rowKey) return id;
  return /^\d+$/.test(rowKey) ? rowKey : null;
}
