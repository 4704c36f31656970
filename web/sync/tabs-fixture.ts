import assert from 'node:assert/strict';

import type { TaskResponse } from '../../contract/task.ts';
import { storageInMemory } from '../device/storage-fixture.ts';
import { noCache, openTasksWith, responsesHandled } from './page-fixture.ts';
import { rowsOf } from './rows.ts';
import type { Tasks } from './tasks.ts';
import type { TabPorts } from './tabs.ts';

/**
 * For tests: tabs of one browser and one service. A tab has a storage of its own only if it is given one. A message reaches the
 * other tabs only when the test delivers it.
 */
export function openTabs() {
  const storage = storageInMemory();
  const tasks = new Map<number, TaskResponse>();
  const requests: string[] = [];
  const answers = new Map<string, TaskResponse>();
  const post: { from: string; message: unknown }[] = [];
  const ears = new Map<string, (message: unknown) => void>();
  const queue: { tab: string; take: () => void }[] = [];
  let service: 'here' | 'away' = 'here';
  let lastId = 0;

  const answer = <T>(value: T) =>
    service === 'away' ? ({ kind: 'offline' } as const) : ({ kind: 'ok', value } as const);

  function ports(tab: string): TabPorts {
    return {
      tab,
      post: (message) => post.push({ from: tab, message: structuredClone(message) }),
      listen: (hear) => ears.set(tab, hear),
      awaitLock(take) {
        queue.push({ tab, take });
        if (queue.length === 1) take();
      },
      runAlone: (run) => run().then(() => true),
      close() {
        ears.delete(tab);
        const at = queue.findIndex((each) => each.tab === tab);
        queue.splice(at, 1);
        if (at === 0) queue[0]?.take();
      },
    };
  }

  function open(tab: string, cache = noCache, ownStorage = storage) {
    return openTasksWith({
      api: {
        listTasks: async () => answer([...tasks.values()]),
        awaitChange: async () => null,
        async createTask({ description, ...rest }, key) {
          requests.push(`${tab} creates ${description}`);
          if (service === 'away') return { kind: 'offline' };
          const task = answers.get(key) ?? { id: (lastId += 1), description, ...rest };
          answers.set(key, task);
          tasks.set(task.id, task);
          return { kind: 'ok', value: task };
        },
        async replaceTask(id, changed) {
          requests.push(`${tab} replaces ${id}`);
          if (service === 'away') return { kind: 'offline' };
          const task = { id: Number(id), ...changed };
          tasks.set(task.id, task);
          return { kind: 'ok', value: task };
        },
        async deleteTask(id) {
          requests.push(`${tab} deletes ${id}`);
          if (service === 'here') tasks.delete(Number(id));
          return answer(null);
        },
      },
      storage: ownStorage,
      cache,
      ports: ports(tab),
    });
  }

  function deliverOne(): void {
    const { from, message } = post.shift() ?? assert.fail('nobody says anything');
    for (const [tab, hear] of ears) if (tab !== from) hear(message);
  }
  async function deliver(): Promise<void> {
    while (post.length > 0) {
      deliverOne();
      await responsesHandled();
    }
  }
  const say = (message: unknown) => void post.push({ from: 'z', message });
  return {
    open,
    deliver,
    deliverOne,
    post,
    say,
    requests,
    tasks,
    turn: (to: typeof service) => void (service = to),
  };
}

export const shown = (model: Tasks) =>
  rowsOf(model.state.value).map(
    ({ fields: { description }, write }) => `${description} ${write?.status ?? 'saved'}`,
  );
