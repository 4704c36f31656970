import assert from 'node:assert/strict';

import { Check } from 'typebox/value';

import { TaskListResponse } from '../contract/task.ts';
import type { Store } from '../server/store/store.ts';

/** The tasks in the list of this owner, in the same text as JSON.stringify writes them. */
export async function tasksOf(
  store: Pick<Store, 'list'>,
  owner: string,
): Promise<TaskListResponse> {
  const { text } = await store.list(owner);
  assert.ok(text);
  const tasks: unknown = JSON.parse(text.toString());
  assert.ok(Check(TaskListResponse, tasks));
  assert.equal(text.toString(), JSON.stringify(tasks));
  return tasks;
}
