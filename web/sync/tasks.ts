import { batch, computed } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import type { DeviceStorage } from '../device/storage.ts';
import { isProviderUnavailable } from '../service/api.ts';
import type { Api, Expired, Fault, PreloadedResponse } from '../service/api.ts';
import { openDrafts } from './drafts.ts';
import type { Fields } from './fields.ts';
import type { Follower } from './wait-for-changes.ts';
import type { Write } from './kept.shapes.ts';
import { isWaiting, newWrites } from './new-writes.ts';
import type { NewChange } from './new-writes.ts';
import type { PersonCache } from './person-cache.ts';
import { idOfRow, isReadOnly } from './queue.ts';
import type { TasksState } from './queue.ts';
import { createListReader, isJustWritten, lastCount, noteWritten } from './read-list.ts';
import { isDeletedElsewhere, isMadeElsewhere } from './refusals.ts';
import { rowsOf } from './rows.ts';
import { createSender } from './sender.ts';
import { shareQueue } from './shared-queue.ts';
import { createTab } from './tab-state.ts';
import type { TabPorts } from './tabs.ts';
import { openSubmitted } from './submitted.ts';
import { storeUnsent, readUnsent } from './unsent.ts';

/** One person's tasks on this page, and everything that can be done with them. */
export type Tasks = ReturnType<typeof openTasks>;

export type TasksDependencies = {
  api: Pick<Api, 'listTasks' | 'awaitChange' | 'createTask' | 'replaceTask' | 'deleteTask'>;
  storage: DeviceStorage;
  cache: PersonCache;
  ports: TabPorts;
  owner: string;
  nowMs: () => number;
  newKey: () => string;
  /** Runs a function while the page is idle. */
  whenIdle: (run: () => void) => void;
  onExpired: (fault: Expired) => void;
  /** Called after each list that the service has sent. */
  onRead: () => void;
  onRefused: (fault: Fault) => void;
};

/** Opens the tasks of one owner, without anybody else's drafts or unsent changes. */
export function openTasks(dependencies: TasksDependencies) {
  const { storage, cache, ports, owner, nowMs, newKey } = dependencies;
  const tab = createTab(readUnsent(storage, owner));
  const tasks = shareQueue(ports, tab.state.value.stored, takeTurn);
  const { state, dispatch } = tasks;
  const rows = shownRows(state);
  const drafts = openDrafts(storage, owner, (rowKey) => idOfRow(state.value, rowKey) ?? rowKey);
  const submitted = openSubmitted(storage, owner);
  const read = createListReader(dependencies, tasks, tab);
  let loaded: Promise<Follower> | undefined;
  /** The code that waits for other devices is loaded when the page has shown its list. */
  const follower = () =>
    (loaded ??= import('./wait-for-changes.ts').then(({ createFollower }) =>
      createFollower(dependencies, tasks, tab, read),
    ));
  const sender = createSender(dependencies.api, tasks, nowMs, onFault);
  // Before any write of this page.
  const isPreloadOld = isJustWritten(storage, owner, nowMs());
  const expected = lastCount(storage, owner);
  const end = onChange(state, (now, before) => {
    if (now.base !== null && now.base !== before.base) cache.writeList(now.base, now.readAtMs);
    if (now.accepted !== before.accepted) noteWritten(storage, owner, nowMs());
    // A new task may get its id while the person edits it.
    if (now.rowKeys !== before.rowKeys) drafts.rename();
    const isRead = now.base !== before.base || before.fault !== null;
    if (isRead && now.fault === null) saveDraftsOfDeleted();
    // Before the queue is stored: one text then has the requests that have started, too.
    sender.pump();
    store();
  });
  tasks.join();

  /**
   * Sends the drafts of tasks that a new list no longer has. The service refuses them, and so each has a row with its words, which says
   * that the task was deleted elsewhere.
   */
  function saveDraftsOfDeleted(): void {
    const edits = Object.entries(drafts.current.value.edits);
    if (edits.length === 0) return;
    const shown = new Set(rows.value.map(({ key }) => key));
    const changed = new Set(state.value.writes.map(({ target }) => target));
    const stored = drafts.stored().edits;
    const lost = edits.filter(
      ([rowKey]) =>
        !shown.has(rowKey) &&
        !changed.has(rowKey) &&
        idOfRow(state.value, rowKey) !== null &&
        stored[drafts.lastingKey(rowKey)] !== undefined,
    );
    if (lost.length === 0) return;
    for (const [rowKey] of lost) drafts.setEdit(rowKey, null);
    replaceAll(new Map(lost));
  }

  /** Keeps the queue on the device, and in the handover of the tab that sends. */
  function store(): void {
    const { value: queue } = state;
    if (queue.writes === tab.state.value.stored) return;
    const isQueueStored = storeUnsent(storage, owner, queue);
    tab.dispatch({ kind: 'stored', writes: queue.writes, isQueueStored });
    if (sender.isOn()) cache.handOver(queue);
  }

  async function takeTurn(): Promise<void> {
    if (state.value.writes.length === 0) return sender.begin();
    const sent = await cache.readWorkerResults();
    if (tab.state.value.isClosed) return;
    batch(() => sent.forEach(dispatch));
    cache.handOver(state.value);
    // The results of the worker may have replaced newer tasks of the list.
    if (state.value.base !== null) void read();
    sender.begin();
  }

  /** Opens a row for editing; null closes it. A read-only page opens none. */
  const edit = (rowKey: string | null) =>
    tab.dispatch({ kind: 'edit', rowKey: isReadOnly(state.value) ? null : rowKey });

  function onFault(fault: Fault, write: Write): void {
    if (fault.kind === 'expired') return dependencies.onExpired(fault);
    if (isMadeElsewhere(fault)) return void read();
    if (isProviderUnavailable(fault)) return dispatch({ kind: 'unread', fault });
    // A refusal that names fields opens the row for editing, unless the person is editing another one.
    const atFields = fault.kind === 'refused' && fault.errors.length > 0;
    if (atFields && tab.state.value.editing === null) edit(write.target);
    // After a response that does not fit its schema only the list shows whether the change was made.
    if (fault.kind === 'mismatch') dispatch({ kind: 'unread', fault });
    if (fault.kind === 'mismatch' || isDeletedElsewhere(fault)) void read();
    dependencies.onRefused(fault);
  }

  /** Adds changes in one event. `seen` is the version that the person knew, if the list has another one now. */
  function add(changes: readonly NewChange[], seen?: Fields): void {
    const writes = newWrites(state.value, changes, nowMs(), seen);
    dispatch({ kind: 'wrote', writes: [...writes] });
    if (isWaiting(writes)) void read();
  }

  function replaceAll(changed: ReadonlyMap<string, Fields>, seen?: Fields): void {
    const changes = Array.from(changed, ([rowKey, fields]) => ({
      key: newKey(),
      rowKey,
      change: { kind: 'replace' as const, fields },
    }));
    add(changes, seen);
  }

  function release(key: string): void {
    if (!tab.state.value.held.has(key)) return;
    tab.dispatch({ kind: 'released', key });
    const target = state.value.writes.find((write) => write.key === key)?.target;
    // From here on the delete has no Undo.
    if (target !== undefined) drafts.setEdit(target, null);
    dispatch({ kind: 'queued', key });
  }

  const releaseAll = () => tab.state.value.held.forEach(release);

  return {
    state,
    /** The list with the queued changes applied. A read that returns the same list leaves the rows unchanged. */
    rows,
    drafts,
    submitted,
    /** The key of the row that is open for editing. */
    editing: computed(() => tab.state.value.editing),
    edit,
    /** False when the device could not keep the queue: then only the page has it. */
    isQueueStored: computed(() => tab.state.value.isQueueStored),
    /** Number of tasks in the last list on this device, or null. */
    expected,
    /** Reads the list. `preloaded` is not used when it may be older than the last write. */
    read: (preloaded?: PreloadedResponse) => read(isPreloadOld ? undefined : preloaded),
    /** Waits for the changes of other devices while `mayWait`. False: another tab does so, or this one cannot. */
    follow: (mayWait: () => boolean): Promise<boolean> =>
      follower().then(
        (loadedFollower) => loadedFollower.follow(mayWait),
        () => false,
      ),
    /** Ends the wait that runs. */
    endWait: (): void =>
      void loaded?.then(
        (loadedFollower) => loadedFollower.endWait(),
        () => undefined,
      ),
    /** Adds a new row, or restores `rowKey`. The service makes one task per `key`. Returns the key of the row. */
    create: (fields: Fields, rowKey?: string, key = newKey()): string => {
      add([{ key, rowKey: rowKey ?? key, change: { kind: 'create', fields } }]);
      return rowKey ?? key;
    },
    replace: (rowKey: string, fields: Fields) => replaceAll(new Map([[rowKey, fields]])),
    replaceAll,
    /** Deletes a row. The delete is held until `release`; until then `discard` undoes it. Returns the write's key. */
    remove: (rowKey: string): string => {
      const key = newKey();
      add([{ key, rowKey, change: { kind: 'delete' } }]);
      tab.dispatch({ kind: 'held', key });
      return key;
    },
    release,
    releaseAll,
    retry: (writeKey: string) => dispatch({ kind: 'queued', key: writeKey }),
    discard: (writeKey: string) => dispatch({ kind: 'discard', key: writeKey }),
    /**
     * Counts the changes and drafts that a sign-out would lose. The device also has those of a sleeping tab, which has not
     * posted them yet.
     */
    unsaved: () => {
      const { newTask, edits } = drafts.stored();
      return {
        changes:
          Math.max(state.value.writes.length, readUnsent(storage, owner).length) +
          submitted.stored().length,
        drafts: Object.keys(edits).length + (newTask === null ? 0 : 1),
      };
    },
    /** After a sleep of this tab: catches up with the queue and the drafts of other tabs. */
    catchUp: () => {
      drafts.catchUp();
      tasks.catchUp();
    },
    /** Before the page closes: sends held deletes and queued changes. */
    leave: () => sender.leave(releaseAll),
    /** Ends sending and keeping; unsent changes stay on the device. */
    close: () => {
      tab.dispatch({ kind: 'closed' });
      end();
      sender.stop();
      ports.close();
    },
  };
}

/** Calls `follow` with the states after and before each change. Returns a function that ends this. */
function onChange<State>(
  state: ReadonlySignal<State>,
  follow: (now: State, before: State) => void,
): () => void {
  let last = state.peek();
  return state.subscribe((now) => {
    const before = last;
    last = now;
    follow(now, before);
  });
}

/** The rows, made again only when the list, the queue or the keys of rows change. */
function shownRows(state: ReadonlySignal<TasksState>) {
  const shown = (['base', 'writes', 'rowKeys'] as const).map((name) =>
    computed(() => state.value[name]),
  );
  return computed(() => {
    for (const each of shown) void each.value;
    return rowsOf(state.peek());
  });
}
