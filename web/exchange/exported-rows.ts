import type { TaskCreateRequest, TaskResponse } from '../../contract/task.ts';

/** A line of the list: what it says, and the task behind it once the service has one. */
export type ExchangeRow = { readonly fields: TaskCreateRequest; readonly saved: TaskResponse | null };

/** The saved tasks as they are shown: with the changes that the service does not have yet. */
export function tasksOf(rows: readonly ExchangeRow[]): TaskResponse[] {
  return rows.flatMap(({ fields, saved }) => (saved === null ? [] : [{ ...fields, id: saved.id }]));
}
