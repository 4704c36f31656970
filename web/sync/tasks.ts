import { batch, computed, signal } from '@preact/signals-core';
import { isUnrenewed } from '../service/api.ts';
import type { Api, Expired, Fault, PreloadedResponse } from '../service/api.ts';
import type { Keep } from '../device/browser.ts';
import { keepUnsent, openDrafts, readUnsent } from './kept.ts';
import type { PersonCache } from './kept.ts';
import { sameFields, idOfRow, isReadOnly, newWrite, asks, rowKeyOf, rowKeysShown } from './queue.ts';
import type { Fields, Row } from './fields.ts';
import type { Queue, TasksState } from './queue.ts';
import { compareDates } from '../dates/calendar.ts';
import { isDeletedElsewhere, isMadeElsewhere } from './fields.ts';
import { createSender, shareQueue } from './shared-queue.ts';
import type { TabPorts } from './shared-queue.ts';
import type { Change, Write } from './kept.shapes.ts';
import type { TaskResponse } from '../../contract/task.ts';

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
  /** The service has answered with the list. */
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
  /** Opens a row for editing, or null none; a page that is read only opens none. */
  const edit = (rowKey: string | null) => void (editing.value = isReadOnly(state.value) ? null : rowKey);
  const sender = createSender(api, tasks, nowMs, onFault);
  // By this page or another of this device, a moment before it was opened: a list that was requested with it may not have it yet.
  const agoMs = nowMs() - Number(keep.read(`wrote.${owner}`) ?? Number.NaN);
  const isJustWritten = agoMs >= 0 && agoMs < justWrittenMs;
  const count = keep.read(`count.${owner}`);
  const isKept = signal(true);
  /** Deletes that can be undone in this tab, and in no other. */
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
    // A new task gets its id while an edit of it is half typed.
    part('rowKeys').subscribe(() => drafts.rename()),
    // First what is sent at once: the queue is then kept together with it.
    state.subscribe(sender.pump),
    part('writes').subscribe((writes) => {
      // What was found here stays as it is.
      if (writes === left) return;
      isKept.value = keepUnsent(keep, owner, state.value);
      if (tasks.isSender()) cache.hand(state.value);
    }),
  ];
  tasks.join();

  async function takeTurn(): Promise<void> {
    if (state.value.writes.length === 0) return sender.begin();
    const sent = await cache.takeBack();
    if (isClosed) return;
    batch(() => sent.forEach(dispatch));
    cache.hand(state.value);
    // A list that came earlier has not been compared with them.
    if (state.value.base !== null) void read();
    sender.begin();
  }

  /** Reads the list, which may have been requested before. Without a connection the copy of the last one serves. */
  async function read(preloaded?: PreloadedResponse): Promise<void> {
    turns += 1;
    const turn = turns;
    const { accepted } = state.value;
    const outcome = await api.listTasks(preloaded);
    if (outcome.kind === 'expired') return onExpired(outcome);
    // A later question was answered earlier.
    if (turn < lastTurn) return;
    lastTurn = turn;
    if (outcome.kind !== 'ok') {
      dispatch({ kind: 'unread', fault: outcome });
      const last = state.value.base === null ? await cache.readList() : null;
      if (last === null) return;
      return dispatch({ kind: 'recalled', ...last });
    }
    // A write was accepted meanwhile: this list may not know it yet.
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
    if (isUnrenewed(fault)) return dispatch({ kind: 'unread', fault });
    // A refusal that names fields is shown at them, unless that would take another edit out of someone's hands.
    const atFields = fault.kind === 'refused' && fault.errors.length > 0;
    if (atFields && editing.value === null) edit(write.target);
    // Whether the service made a change whose response was not understood, the list tells.
    if (fault.kind === 'mismatch') dispatch({ kind: 'unread', fault });
    if (fault.kind === 'mismatch' || isDeletedElsewhere(fault)) void read();
    onRefused(fault);
  }

  /** Many rows, by their keys, in one change of the queue. `seen` is what the person knew, where it is no longer in the list. */
  function add(changes: readonly (readonly [string, Change])[], keyOf = newKey, seen?: Fields): void {
    const known = knownIn(state.value);
    // Another device has changed the task meanwhile, or may have: the next list tells, and the change waits for it.
    const isOld = seen !== undefined || nowMs() - state.value.readAtMs > oldMs;
    const writes = changes.map(([rowKey, change]) => {
      const write = newWrite(keyOf(), rowKey, change, seen ? [seen] : known(rowKey, change));
      return isOld && change.kind === 'replace' ? { ...write, status: 'waiting' as const } : write;
    });
    dispatch({ kind: 'wrote', writes });
    if (writes.some(({ status }) => status === 'waiting')) void read();
  }

  function replaceAll(changed: ReadonlyMap<string, Fields>, seen?: Fields): void {
    const changes = Array.from(changed, ([rowKey, fields]) => [rowKey, { kind: 'replace', fields }] as const);
    add(changes, newKey, seen);
  }

  function release(key: string): void {
    if (held.delete(key)) dispatch({ kind: 'queued', key });
  }

  const releaseAll = () => held.forEach(release);

  return {
    state,
    /** The tasks as the person means them to be. A reading that brings nothing new leaves them as they are. */
    rows,
    drafts,
    /** The row that is open for editing, by its key. */
    editing: computed(() => editing.value),
    edit,
    /** Whether the device keeps what waits; otherwise it is on the page only. */
    isKept: computed(() => isKept.value),
    /** How many tasks there were the last time, or null. */
    expected: count === null ? null : Number(count),
    /** Reads the list. `preloaded` was requested before; it is not used when it may be older than what was written. */
    read: (preloaded?: PreloadedResponse) => read(isJustWritten ? undefined : preloaded),
    /** A new row, or one that was there before and is wanted again. With a key of its own the service makes it once. Returns its key. */
    create: (fields: Fields, rowKey?: string, key = newKey()): string => {
      add([[rowKey ?? key, { kind: 'create', fields }]], () => key);
      return rowKey ?? key;
    },
    replace: (rowKey: string, fields: Fields) => replaceAll(new Map([[rowKey, fields]])),
    replaceAll,
    /** Held until `release`; until then `discard` undoes it. Returns the write's key. */
    remove(rowKey: string): string {
      const key = newKey();
      add([[rowKey, { kind: 'delete' }]], () => key);
      held.add(key);
      return key;
    },
    release,
    /** Nothing is held any longer. */
    releaseAll,
    retry: (writeKey: string) => dispatch({ kind: 'queued', key: writeKey }),
    discard: (writeKey: string) => dispatch({ kind: 'discard', key: writeKey }),
    /**
     * What is on this device only, and would go with a sign-out: changes that the service does not have, and drafts. What is
     * kept on the device is of every tab, also of one that is asleep and has not told of its changes yet.
     */
    unsaved() {
      const { newTask, edits } = drafts.kept();
      return {
        changes: Math.max(state.value.writes.length, readUnsent(keep, owner).length),
        drafts: Object.keys(edits).length + (newTask === null ? 0 : 1),
      };
    },
    /** After a sleep: what other tabs did meanwhile. */
    catchUp() {
      drafts.catchUp();
      tasks.catchUp();
    },
    /** The page is being left: what is held or waits for its turn goes out now. */
    leave: () => sender.leave(releaseAll),
    /** Nothing more is sent or kept from here; what was not sent stays on the device. */
    close() {
      isClosed = true;
      ends.forEach((end) => end());
      sender.stop();
      ports.close();
    },
  };
}

const justWrittenMs = 10_000;
/** A page in use reads its list more often (web/shell/open-workspace.ts). */
const oldMs = 30_000;

/** What a person knows who changes a row: the task that it has or, for a new one, equal tasks. */
function knownIn(state: Pick<TasksState, 'base' | 'rowKeys'>) {
  const tasks = state.base ?? [];
  const rows = new Map(tasks.map((task) => [rowKeyOf(state, task), task]));
  return (target: string, change: Change): TaskResponse[] => {
    if (change.kind === 'create') return tasks.filter((task) => sameFields(task, change.fields));
    const task = rows.get(target);
    return task ? [task] : [];
  };
}

/** The tasks of a list that waiting changes are about; null when nothing waits for the service. */
function foundFor({ writes, rowKeys }: Queue, list: readonly TaskResponse[]): TaskResponse[] | null {
  const waiting = writes.filter(({ status }) => status === 'waiting');
  if (waiting.length === 0) return null;
  const ids = new Set(waiting.map(({ target }) => idOfRow({ rowKeys }, target)));
  const created = waiting.flatMap(({ change }) => (change.kind === 'create' ? [change.fields] : []));
  return list.filter((task) => ids.has(String(task.id)) || created.some((made) => sameFields(task, made)));
}

/** The last good list with every unsaved change applied, by due date. What nothing has changed is the very row of before. */
export function rowsOf(state: TasksState): readonly Row[] {
  const rowKeys = rowKeysShown(state);
  const settled = (state.base ?? []).map((task) => settledRow(rowKeyOf({ rowKeys }, task), task));
  if (state.writes.length === 0) return settled;
  const rows = new Map(settled.map((row) => [row.key, row]));
  for (const write of state.writes) apply(write, rows);
  return [...rows.values()].toSorted(compareRows);
}

function apply(write: Write, rows: Map<string, Row>): void {
  const { target: key, change } = write;
  const row = rows.get(key);
  if (change.kind !== 'delete')
    rows.set(key, { key, fields: change.fields, saved: row?.saved ?? null, write: row?.write ?? write });
  else if (asks(write) && row !== undefined) rows.set(key, { ...row, write });
  else rows.delete(key);
}

const settledByTask = new WeakMap<TaskResponse, Row>();

function settledRow(key: string, task: TaskResponse): Row {
  const known = settledByTask.get(task);
  if (known?.key === key) return known;
  const { id: _, ...fields } = task;
  const row: Row = { key, fields, saved: task, write: null };
  settledByTask.set(task, row);
  return row;
}

const compareRows = (a: Row, b: Row): number =>
  compareDates(a.fields.dueDate, b.fields.dueDate) ||
  (a.saved?.id ?? Number.MAX_SAFE_INTEGER) - (b.saved?.id ?? Number.MAX_SAFE_INTEGER);
