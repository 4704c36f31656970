import type { TaskListResponse, TaskResponse } from '../../contract/task.ts';
import type { Api } from '../api/api.ts';
import type { Outcome } from '../api/fault.ts';
import type { Store } from '../state/store.ts';
import type { TasksEvent, TasksState } from './state.ts';

/** The last good list of this owner on the device, with the time it is of. */
export type Copy = {
  read: () => Promise<{ readonly tasks: readonly TaskResponse[]; readonly atMs: number } | null>;
  /** Soon, not at once: the newest of several wins. */
  write: (tasks: readonly TaskResponse[], atMs: number) => void;
  /** What is to be written soon is not written any more. */
  close: () => void;
};

type Parts = {
  api: Pick<Api, 'listTasks'>;
  copy: Copy;
  tasks: Store<TasksState, TasksEvent>;
  nowMs: () => number;
  onExpired: () => void;
  onRead: (count: number) => void;
};

/** Reads the list, or takes the answer to a question already asked; while there is none, the copy of the last one serves. */
export function createReader({ api, copy, tasks, nowMs, onExpired, onRead }: Parts) {
  let turns = 0;
  let lastTurn = 0;
  let copied: TasksState['base'] = null;

  tasks.subscribe(() => {
    const { base, readAtMs } = tasks.get();
    if (base !== null && base !== copied) copy.write(base, readAtMs);
    copied = base;
  });

  return async function read(asked: Promise<Outcome<TaskListResponse>> = api.listTasks()): Promise<void> {
    turns += 1;
    const turn = turns;
    const { accepted } = tasks.get();
    const outcome = await asked;
    // A later question was answered earlier.
    if (turn < lastTurn) return;
    lastTurn = turn;
    if (outcome.kind === 'expired') onExpired();
    else if (outcome.kind !== 'ok') {
      tasks.dispatch({ kind: 'unread', fault: outcome });
      await recall();
    }
    // A write was accepted meanwhile: this answer may not know it yet.
    else if (tasks.get().accepted !== accepted) await read();
    else {
      tasks.dispatch({ kind: 'read', tasks: outcome.value, atMs: nowMs() });
      onRead(outcome.value.length);
      if (tasks.get().writes.some(({ status }) => status === 'waiting'))
        tasks.dispatch({ kind: 'reconnect' });
    }
  };

  async function recall(): Promise<void> {
    if (tasks.get().base !== null) return;
    const last = await copy.read();
    if (last === null || tasks.get().base !== null) return;
    copied = last.tasks;
    tasks.dispatch({ kind: 'recalled', ...last });
  }
}
