import { batch, computed, signal } from '@preact/signals-core';
import { isProviderUnavailable } from '../service/api.ts';
import type { Api, Expired, Fault, PreloadedResponse } from '../service/api.ts';
import type { Keep } from '../device/browser.ts';
import type { TaskResponse } from '../../contract/task.ts';
import { openDrafts } from './drafts.ts';
import type { Fields } from './fields.ts';
import type { Change, Write } from './kept.shapes.ts';
import type { PersonCache } from './person-cache.ts';
import { idOfRow, isReadOnly, newWrite, rowKeyOf, sameFields } from './queue.ts';
import type { Queue, TasksState } from './queue.ts';
import { isDeletedElsewhere, isMadeElsewhere } from './refusals.ts';
import { rowsOf } from './rows.ts';
import { createSender } from './sending.ts';
import { shareQueue } from './shared-queue.ts';
import type { TabPorts } from './tabs.ts';
import { keepUnsent, readUnsent } from './unsent.ts';

/** One person's tasks on this page, and everything that can be done with them. */
export type Tasks = ReturnType<typeof openTasks>;

type Parts = {
  api: Pick<Api, 'listTasks' | 'createTask' | 'replaceTask' | 'deleteTask'>;
  keep: Keep;
  cache: PersonCache;
  ports: TabPorts;
  owner: string;
  nowMs: () => number;
  newKey: () => string;
  onExpired: (fault: Expired) => void;
  /** Called after each list that the service has sent. */
  onRead: () => void;
  onRefused: (fault: Fault) => void;
};

/** Opens the tasks of one owner, without anybody else's drafts or unsent changes. */
export function openTasks(parts: Parts) {
  const { api, keep, cache, ports, owner, nowMs, newKey, onExpired, onRead, onRefused } = parts;
  const left = readUnsent(keep, owner);
  const tasks = shareQueue(ports, left, takeTurn);
  const { state, dispatch } = tasks;
  const drafts = openDrafts(keep, owner, (rowKey) => idOfRow(state.value, rowKey) ?? rowKey);
  const editing = signal<string | null>(null);
  /** Opens a row for editing; null closes it. A read-only page opens none. */
  const edit = (rowKey: string | null) =>
    void (editing.value = isReadOnly(state.value) ? null : rowKey);
  const sender = createSender(api, tasks, nowMs, onFault);
  // A list that was preloaded may lack a write of the last 10 s.
  const agoMs = nowMs() - Number(keep.read(`wrote.${owner}`) ?? Number.NaN);
  const isJustWritten = agoMs >= 0 && agoMs < justWrittenMs;
  const count = keep.read(`count.${owner}`);
  const isKept = signal(true);
  /** The keys of the deletes that only this tab can undo. */
  const held = new Set<string>();
  let isClosed = false;
  let [turns, lastTurn] = [0, 0];
  const part = (name: keyof TasksState) => computed(() => state.value[name]);
  const shown = (['base', 'writes', 'rowKeys'] as const).map(part);
  const rows = computed(() => {
    for (const each of shown) void each.value;
    return rowsOf(state.peek());
  });
  const ends = [
    part('base').subscribe(() => {
      const { base, readAtMs } = state.value;
      if (base !== null) cache.writeList(base, readAtMs);
    }),
    part('accepted').subscribe((accepted) => {
      if (accepted !== 0) keep.write(`wrote.${owner}`, String(nowMs()));
    }),
    // A new task may get its id while the person edits it.
    part('rowKeys').subscribe(() => drafts.rename()),
    // Before the queue is written to the device below: one write then has the requests that have started, too.
    state.subscribe(sender.pump),
    part('writes').subscribe((writes) => {
      // The queue as read from the device is not written back.
      if (writes === left) return;
      isKept.value = keepUnsent(keep, owner, state.value);
      if (sender.isOn()) cache.handOver(state.value);
    }),
  ];
  tasks.join();

  async function takeTurn(): Promise<void> {
    if (state.value.writes.length === 0) return sender.begin();
    const sent = await cache.readWorkerResults();
    if (isClosed) return;
    batch(() => sent.forEach(dispatch));
    cache.handOver(state.value);
    // The results of the worker may have replaced newer tasks of the list.
    if (state.value.base !== null) void read();
    sender.begin();
  }

  /** Reads the list, or takes its preloaded response. Without a connection the copy is shown. */
  async function read(preloaded?: PreloadedResponse): Promise<void> {
    turns += 1;
    const turn = turns;
    const { accepted } = state.value;
    const outcome = await api.listTasks(preloaded);
    if (outcome.kind === 'expired') return onExpired(outcome);
    // A later request was answered first.
    if (turn < lastTurn) return;
    lastTurn = turn;
    if (outcome.kind !== 'ok') {
      dispatch({ kind: 'unread', fault: outcome });
      const last = state.value.base === null ? await cache.readList() : null;
      if (last === null) return;
      return dispatch({ kind: 'recalled', ...last });
    }
    // A write was accepted during the request: this list may lack it.
    if (state.value.accepted !== accepted) return read();
    const found = foundFor(state.value, outcome.value);
    if (found !== null) dispatch({ kind: 'reconnect', found });
    dispatch({ kind: 'read', tasks: outcome.value, atMs: nowMs() });
    keep.write(`count.${owner}`, String(outcome.value.length));
    onRead();
  }

  function onFault(fault: Fault, write: Write): void {
    if (fault.kind === 'expired') return onExpired(fault);
    if (isMadeElsewhere(fault)) return void read();
    if (isProviderUnavailable(fault)) return dispatch({ kind: 'unread', fault });
    // A refusal that names fields opens the row for editing, unless the person is editing another one.
    const atFields = fault.kind === 'refused' && fault.errors.length > 0;
    if (atFields && editing.value === null) edit(write.target);
    // After a response that does not fit its schema only the list shows whether the change was made.
    if (fault.kind === 'mismatch') dispatch({ kind: 'unread', fault });
    if (fault.kind === 'mismatch' || isDeletedElsewhere(fault)) void read();
    onRefused(fault);
  }

  /** Adds changes by row key, in one event. `seen` is the version that the person knew, if the list has another one now. */
  function add(
    changes: readonly (readonly [string, Change])[],
    keyOf = newKey,
    seen?: Fields,
  ): void {
    const known = knownIn(state.value);
    // Another device may have changed the task: the change waits for the next list.
    const isOld = seen !== undefined || nowMs() - state.value.readAtMs > oldMs;
    const writes = changes.map(([rowKey, change]) => {
      const write = newWrite(keyOf(), rowKey, change, seen ? [seen] : known(rowKey, change));
      return isOld && change.kind === 'replace' ? { ...write, status: 'waiting' as const } : write;
    });
    dispatch({ kind: 'wrote', writes });
    if (writes.some(({ status }) => status === 'waiting')) void read();
  }

  function replaceAll(changed: ReadonlyMap<string, Fields>, seen?: Fields): void {
    const changes = Array.from(
      changed,
      ([rowKey, fields]) => [rowKey, { kind: 'replace', fields }] as const,
    );
    add(changes, newKey, seen);
  }

  function release(key: string): void {
    if (held.delete(key)) dispatch({ kind: 'queued', key });
  }

  const releaseAll = () => held.forEach(release);

  return {
    state,
    /** The list with the queued changes applied. A read that returns the same list leaves the rows unchanged. */
    rows,
    drafts,
    /** The key of the row that is open for editing. */
    editing: computed(() => editing.value),
    edit,
    /** False when the device could not keep the queue: then only the page has it. */
    isKept: computed(() => isKept.value),
    /** Number of tasks in the last list on this device, or null. */
    expected: count === null ? null : Number(count),
    /** Reads the list. `preloaded` is not used when it may be older than the last write. */
    read: (preloaded?: PreloadedResponse) => read(isJustWritten ? undefined : preloaded),
    /** Adds a new row, or restores `rowKey`. The service makes one task per `key`. Returns the key of the row. */
    create: (fields: Fields, rowKey?: string, key = newKey()): string => {
      add([[rowKey ?? key, { kind: 'create', fields }]], () => key);
      return rowKey ?? key;
    },
    replace: (rowKey: string, fields: Fields) => replaceAll(new Map([[rowKey, fields]])),
    replaceAll,
    /** Deletes a row. The delete is held until `release`; until then `discard` undoes it. Returns the write's key. */
    remove(rowKey: string): string {
      const key = newKey();
      add([[rowKey, { kind: 'delete' }]], () => key);
      held.add(key);
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
    unsaved() {
      const { newTask, edits } = drafts.kept();
      return {
        changes: Math.max(state.value.writes.length, readUnsent(keep, owner).length),
        drafts: Object.keys(edits).length + (newTask === null ? 0 : 1),
      };
    },
    /** After a sleep of this tab: catches up with the queue and the drafts of other tabs. */
    catchUp() {
      drafts.catchUp();
      tasks.catchUp();
    },
    /** Before the page closes: sends held deletes and queued changes. */
    leave: () => sender.leave(releaseAll),
    /** Ends sending and keeping; unsent changes stay on the device. */
    close() {
      isClosed = true;
      ends.forEach((end) => end());
      sender.stop();
      ports.close();
    },
  };
}

const justWrittenMs = 10_000;
/** An older list may be outdated: a page in use reads it more often (web/shell/open-workspace.ts). */
const oldMs = 30_000;

/** The versions that the person knows when changing a row: its task or, for a create, equal tasks. */
function knownIn(state: Pick<TasksState, 'base' | 'rowKeys'>) {
  const tasks = state.base ?? [];
  const rows = new Map(tasks.map((task) => [rowKeyOf(state, task), task]));
  return (target: string, change: Change): TaskResponse[] => {
    if (change.kind === 'create') return tasks.filter((task) => sameFields(task, change.fields));
    const task = rows.get(target);
    return task ? [task] : [];
  };
}

/** The tasks of a list that waiting changes concern; null when no change waits. */
function foundFor(
  { writes, rowKeys }: Queue,
  list: readonly TaskResponse[],
): TaskResponse[] | null {
  const waiting = writes.filter(({ status }) => status === 'waiting');
  if (waiting.length === 0) return null;
  const ids = new Set(waiting.map(({ target }) => idOfRow({ rowKeys }, target)));
  const created = waiting.flatMap(({ change }) =>
    change.kind === 'create' ? [change.fields] : [],
  );
  return list.filter(
    (task) => ids.has(String(task.id)) || created.some((made) => sameFields(task, made)),
  );
}
