import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';

import type { TaskResponse } from '../../contract/task.ts';
import type { Fault } from '../service/api.ts';
import { gone } from '../sync/answers-fixture.ts';
import { actionsOnTasks } from './tasks-fixture.ts';
import { responsesHandled } from '../sync/page-fixture.ts';

export const fields = {
  description: 'Milk',
  dueDate: '2026-11-20',
  importance: 'LOW',
  state: 'TODO',
} as const;

/** For tests: actions over a service that stores tasks and fails the test on a new task in the past. */
export async function historyOf(t: TestContext, ...descriptions: string[]) {
  const tasks = new Map<string, TaskResponse>(
    descriptions.map((description, at) => [String(at + 1), { id: at + 1, ...fields, description }]),
  );
  let lastId = tasks.size;
  let fault: Fault | null = null;
  const createdWith = new Map<string, TaskResponse>();
  const api: Parameters<typeof actionsOnTasks>[1] = {
    awaitChange: async () => null,
    listTasks: async () => fault ?? { kind: 'ok', value: [...tasks.values()] },
    async createTask(created, key) {
      const before = createdWith.get(key);
      if (before) return tasks.has(String(before.id)) ? { kind: 'ok', value: before } : gone;
      assert.ok(created.dueDate >= '2026-11-21', 'a new task in the past');
      const task = { id: (lastId += 1), ...created };
      tasks.set(String(task.id), task);
      createdWith.set(key, task);
      return { kind: 'ok', value: task };
    },
    async replaceTask(id, replaced) {
      const task = { id: Number(id), ...replaced };
      tasks.set(id, task);
      return { kind: 'ok', value: task };
    },
    async deleteTask(id) {
      tasks.delete(id);
      return { kind: 'ok', value: null };
    },
  };
  /** Opens another page over the same service. */
  const open = async () => {
    const page = actionsOnTasks(t, api);
    await page.model.read();
    return page;
  };
  const made = await open();
  const saved = () =>
    [...tasks.values()].map(
      ({ description, dueDate, state }) => `${description} ${dueDate} ${state}`,
    );
  const pass = async () => {
    made.pass();
    await responsesHandled();
  };
  const failToRead = (why: Fault) => {
    fault = why;
    return made.model.read();
  };
  return { ...made, tasks, saved, pass, failToRead, open };
}
