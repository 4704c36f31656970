import type { TaskResponse } from '../../contract/task.ts';
import type { Api } from '../service/api.ts';
import type { Expired } from '../service/fault.ts';
import type { SharedQueue } from './shared-queue.ts';
import { isReadOnly } from './state.ts';
import type { TasksState } from './state.ts';
import type { Write } from './kept.shapes.ts';

/** The last good list of this owner on the device, with the time it is of. */
export type Copy = {
  read: () => Promise<{ readonly tasks: readonly TaskResponse[]; readonly atMs: number } | null>;
  /** Of several in a row the newest wins. */
  write: (tasks: readonly TaskResponse[], atMs: number) => void;
  /** Nothing more is written. */
  close: () => void;
};

type Parts = {
  api: Pick<Api, 'listTasks'>;
  copy: Copy;
  tasks: SharedQueue;
  nowMs: () => number;
  onExpired: (fault: Expired) => void;
  onRead: (count: number) => void;
};

/** Reads the list, which may have come with the page. Without a connection the copy of the last one serves. */
export function createReader({ api, copy, tasks, nowMs, onExpired, onRead }: Parts) {
  let turns = 0;
  let lastTurn = 0;
  let copied: TasksState['base'] = null;

  tasks.subscribe(() => {
    const { base, readAtMs } = tasks.get();
    if (base !== null && base !== copied) copy.write(base, readAtMs);
    copied = base;
  });

  return async function read(came?: Response): Promise<void> {
    turns += 1;
    const turn = turns;
    const { accepted } = tasks.get();
    const wasReadOnly = isReadOnly(tasks.get());
    const outcome = await api.listTasks(came);
    if (outcome.kind === 'expired') return onExpired(outcome);
    if (outcome.kind === 'ok') await sendFirst();
    // A later question was answered earlier.
    if (turn < lastTurn) return;
    lastTurn = turn;
    if (outcome.kind !== 'ok') {
      tasks.dispatch({ kind: 'unread', fault: outcome });
      await recall();
    }
    // A write was accepted meanwhile: this answer may not know it yet.
    else if (tasks.get().accepted !== accepted) await read();
    else {
      tasks.dispatch({ kind: 'read', tasks: outcome.value, atMs: nowMs() });
      onRead(outcome.value.length);
      // Nothing was sent while the page did not understand the service.
      if (wasReadOnly) tasks.dispatch({ kind: 'reconnect' });
    }
  };

  /**
   * The service is there again: what waited for it goes out before the list is shown, which may have a task already whose
   * create was never answered.
   */
  async function sendFirst(): Promise<void> {
    const { writes } = tasks.get();
    const waiting = new Set(writes.flatMap(({ key, status }) => (status === 'waiting' ? [key] : [])));
    if (waiting.size === 0 || isReadOnly(tasks.get())) return;
    // What another tab sends is not waited for.
    if (!tasks.isSender()) return tasks.dispatch({ kind: 'reconnect' });
    const isUnderWay = ({ key, status }: Write) =>
      waiting.has(key) && (status === 'queued' || status === 'sending');
    await new Promise<void>((resolve) => {
      const stop = tasks.subscribe(() => {
        if (tasks.get().writes.some(isUnderWay)) return;
        stop();
        resolve();
      });
      tasks.dispatch({ kind: 'reconnect' });
    });
  }

  async function recall(): Promise<void> {
    if (tasks.get().base !== null) return;
    const last = await copy.read();
    if (last === null || tasks.get().base !== null) return;
    copied = last.tasks;
    tasks.dispatch({ kind: 'recalled', ...last });
  }
}
