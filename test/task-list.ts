import assert from 'node:assert/strict';

import { Check } from 'typebox/value';

import { TaskListResponse } from '../contract/task.ts';
import type { ListRead, Store } from '../server/store/store.ts';

/** The tasks in the list of this owner, in the same text as JSON.stringify writes them. */
export async function tasksOf(store: Pick<Store, 'list'>, owner: string): Promise<TaskListResponse> {
  return tasksIn(await store.list(owner));
}

/** The tasks of a list that was read with its text. */
export function tasksIn({ text }: ListRead): TaskListResponse {
  assert.ok(text);
  const tasks: unknown = JSON.parse(text.toString());
  assert.ok(Check(TaskListResponse, tasks));
  assert.equal(text.toString(), JSON.stringify(tasks));
  return tasks;
}

/** A list that a store could return. */
export const listOf = (tasks: TaskListResponse): ListRead => ({
  version: '1',
  text: Buffer.from(JSON.stringify(tasks)),
});
