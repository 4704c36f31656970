import type { TaskResponse } from '../../contract/task.ts';
import type { DeviceStorage } from '../device/storage.ts';
import { personKey } from '../device/stored-data.ts';
import type { Api, Expired, PreloadedResponse } from '../service/api.ts';
import type { PersonCache } from './person-cache.ts';
import { idOfRow, sameFields } from './queue.ts';
import type { Queue, TasksEvent } from './queue.ts';
import type { SharedQueue } from './shared-queue.ts';
import type { Tab } from './tab-state.ts';

type Dependencies = {
  api: Pick<Api, 'listTasks'>;
  storage: DeviceStorage;
  cache: Pick<PersonCache, 'readList'>;
  owner: string;
  nowMs: () => number;
  onExpired: (fault: Expired) => void;
  onRead: () => void;
};

/** Returns a function that reads the list, or takes its preloaded response. Without a connection the copy is shown. */
export function createListReader(
  dependencies: Dependencies,
  { state, dispatch }: SharedQueue,
  tab: Tab,
) {
  const { api, storage, cache, owner, nowMs, onExpired, onRead } = dependencies;

  return async function read(preloaded?: PreloadedResponse): Promise<void> {
    tab.dispatch({ kind: 'requested' });
    const request = tab.state.value.requests;
    const { accepted } = state.value;
    const outcome = await api.listTasks(preloaded);
    if (outcome.kind === 'expired') return onExpired(outcome);
    // A later request was answered first.
    if (request < tab.state.value.answered) return;
    tab.dispatch({ kind: 'answered', request });
    if (outcome.kind !== 'ok') {
      dispatch({ kind: 'unread', fault: outcome });
      const last = state.value.base === null ? await cache.readList() : null;
      if (last !== null) dispatch({ kind: 'recalled', ...last });
      return;
    }
    // A write was accepted during the request: this list may lack it.
    if (state.value.accepted !== accepted) return read();
    for (const event of eventsOfList(state.value, outcome.value, nowMs())) dispatch(event);
    storage.write(personKey('count', owner), String(outcome.value.length));
    onRead();
  };
}

/** Pure: the events of a list of the service. Waiting changes are compared with it before it is shown. */
export function eventsOfList(
  { writes, rowKeys }: Queue,
  list: readonly TaskResponse[],
  atMs: number,
): readonly TasksEvent[] {
  const read: TasksEvent = { kind: 'read', tasks: list, atMs };
  const waiting = writes.filter(({ status }) => status === 'waiting');
  if (waiting.length === 0) return [read];
  const ids = new Set(waiting.map(({ target }) => idOfRow({ rowKeys }, target)));
  const created = waiting.flatMap(({ change }) =>
    change.kind === 'create' ? [change.fields] : [],
  );
  // Only the tasks that waiting changes concern: the event goes to all tabs.
  const found = list.filter(
    (task) => ids.has(String(task.id)) || created.some((made) => sameFields(task, made)),
  );
  return [{ kind: 'reconnect', found }, read];
}

/** The number of tasks in the last list on this device, or null. */
export function lastCount(storage: DeviceStorage, owner: string): number | null {
  const count = storage.read(personKey('count', owner));
  if (count === null) return null;
  return Number(count);
}

const justWrittenMs = 10_000;

/** Remembers on the device that the service has accepted a write. */
export const noteWritten = (storage: DeviceStorage, owner: string, nowMs: number): void =>
  void storage.write(personKey('wrote', owner), String(nowMs));

/** True when a write was accepted in the last 10 s: a list that was preloaded may lack it. */
export function isJustWritten(storage: DeviceStorage, owner: string, nowMs: number): boolean {
  const agoMs = nowMs - Number(storage.read(personKey('wrote', owner)) ?? Number.NaN);
  return agoMs >= 0 && agoMs < justWrittenMs;
}
