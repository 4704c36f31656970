import assert from 'node:assert/strict';

import type { TaskCreateRequest, TaskResponse } from '../../../contract/task.ts';
import type { Store } from '../store.ts';

/** Declares a test with one store. `other` opens a second store on the same database; `byHand` runs one statement without a store. */
export type StoreTest = (
  title: string,
  check: (
    store: Store,
    other: () => Promise<Store>,
    byHand: (sql: string) => Promise<unknown>,
  ) => Promise<void>,
) => void;

export const ada = 'ada@example.com';
export const grace = 'grace@example.com';
export const nowMs = Date.UTC(2026, 0, 15);
export const dayMs = 24 * 60 * 60 * 1000;
export const walk: TaskCreateRequest = {
  description: 'Walk the dog',
  dueDate: '2026-03-01',
  importance: 'LOW',
  state: 'TODO',
};

/** The bytes of a task as a store counts them: its description as JSON, and 102 more. */
export const bytesOf = ({ description }: { description: string }) =>
  102 + Buffer.byteLength(JSON.stringify(description));

export async function create(
  store: Store,
  owner: string,
  fields: Partial<TaskCreateRequest> = {},
): Promise<TaskResponse> {
  const created = await store.createTask(owner, { ...walk, ...fields }, nowMs);
  return created.kind === 'created' ? created.task : assert.fail(created.kind);
}
