import type { TaskResponse } from '../../contract/task.ts';
import type { Api, PreloadedResponse } from '../service/api.ts';
import type { Expired } from '../service/fault.ts';
import type { Copy } from './cache.ts';
import type { SharedQueue } from './shared-queue.ts';
import { sameFields } from './fields.ts';
import { idOfRow } from './tasks-state.ts';
import type { TasksState } from './tasks-state.ts';

/** Reads the list, which may have been requested before. Without a connection the copy of the last one serves. */
export function createReader(
  tasks: SharedQueue,
  api: Pick<Api, 'listTasks'>,
  copy: Copy,
  nowMs: () => number,
  onExpired: (fault: Expired) => void,
  onRead: (count: number) => void,
) {
  let turns = 0;
  let lastTurn = 0;
  let copied: TasksState['base'] = null;

  tasks.state.subscribe(({ base, readAtMs }) => {
    if (base !== null && base !== copied) copy.write(base, readAtMs);
    copied = base;
  });

  return async function read(preloaded?: PreloadedResponse): Promise<void> {
    turns += 1;
    const turn = turns;
    const { accepted } = tasks.state.value;
    const outcome = await api.listTasks(preloaded);
    if (outcome.kind === 'expired') return onExpired(outcome);
    // A later question was answered earlier.
    if (turn < lastTurn) return;
    lastTurn = turn;
    if (outcome.kind !== 'ok') {
      tasks.dispatch({ kind: 'unread', fault: outcome });
      await recall();
    }
    // A write was accepted meanwhile: this answer may not know it yet.
    else if (tasks.state.value.accepted !== accepted) await read();
    else {
      sendWaiting(outcome.value);
      tasks.dispatch({ kind: 'read', tasks: outcome.value, atMs: nowMs() });
      onRead(outcome.value.length);
    }
  };

  /** The service is there again: what waited for it goes out, or asks where the list has another version of its task. */
  function sendWaiting(list: readonly TaskResponse[]): void {
    const { writes, rowKeys } = tasks.state.value;
    const waiting = writes.filter(({ status }) => status === 'waiting');
    if (waiting.length === 0) return;
    const ids = new Set(waiting.map(({ target }) => idOfRow({ rowKeys }, target)));
    const created = waiting.flatMap(({ change }) => (change.kind === 'create' ? [change.fields] : []));
    const found = list.filter(
      (task) => ids.has(String(task.id)) || created.some((fields) => sameFields(task, fields)),
    );
    tasks.dispatch({ kind: 'reconnect', found });
  }

  async function recall(): Promise<void> {
    if (tasks.state.value.base !== null) return;
    const last = await copy.read();
    if (last === null || tasks.state.value.base !== null) return;
    copied = last.tasks;
    tasks.dispatch({ kind: 'recalled', ...last });
  }
}
