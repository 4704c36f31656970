import { batch, computed, signal } from '@preact/signals-core';

import type { Api, PreloadedResponse } from '../service/api.ts';
import { isUnrenewed } from '../service/fault.ts';
import type { Expired, Fault } from '../service/fault.ts';
import type { Keep } from '../device/keep.ts';
import { onChange } from '../device/later.ts';
import type { Copy, Handover } from './cache.ts';
import { countUnsaved, keepUnsent, openDrafts, readUnsent } from './unsaved.ts';
import { sameFields } from './fields.ts';
import type { Fields } from './fields.ts';
import { idOfRow, isReadOnly } from './tasks-state.ts';
import type { TasksState } from './tasks-state.ts';
import { isDeletedElsewhere } from './refusal.ts';
import { rowsOf } from './rows.ts';
import { createSender } from './sender.ts';
import { knownIn } from './reduce-tasks.ts';
import { shareQueue } from './shared-queue.ts';
import type { SharedQueue, TabPorts } from './shared-queue.ts';
import { addWrite, newWrite } from './writes.ts';
import type { Change, Write } from './kept.shapes.ts';
import type { TaskResponse } from '../../contract/task.ts';

/** One person's tasks on this page, and everything that can be done with them. */
export type Tasks = ReturnType<typeof openTasks>;

type Parts = {
  api: Pick<Api, 'listTasks' | 'createTask' | 'replaceTask' | 'deleteTask'>;
  keep: Keep;
  copy: Copy;
  handover: Handover;
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
  const { api, keep, copy, handover, ports, owner, nowMs, newKey, onExpired, onRead, onRefused } = parts;
  let before: readonly Write[] = readUnsent(keep, owner);
  const tasks = shareQueue(ports, takeTurn);
  const { state, dispatch } = tasks;
  const drafts = openDrafts(keep, owner, (rowKey) => idOfRow(state.value, rowKey) ?? rowKey);
  const editing = signal<string | null>(null);
  /** Opens a row for editing, or null none; a page that is read only opens none. */
  const edit = (rowKey: string | null) => void (editing.value = isReadOnly(state.value) ? null : rowKey);
  const sender = createSender(api, tasks, onFault);
  const read = createReader(tasks, api, copy, nowMs, onExpired, (count) => {
    keep.write(`count.${owner}`, String(count));
    onRead();
  });
  // By this page or another of this device, a moment before it was opened: a list that was requested with it may not have it yet.
  const agoMs = nowMs() - Number(keep.read(`wrote.${owner}`) ?? Number.NaN);
  const isJustWritten = agoMs >= 0 && agoMs < justWrittenMs;
  const isKept = signal(true);
  /** Deletes that can be undone in this tab, and in no other. */
  const held = new Set<string>();
  let isClosed = false;
  const part = (name: keyof TasksState) => computed(() => state.value[name]);
  const ends = [
    onChange(part('accepted'), () => keep.write(`wrote.${owner}`, String(nowMs()))),
    // A new task gets its id while an edit of it is half typed.
    onChange(part('rowKeys'), () => drafts.rename()),
    // First what is sent at once: the queue is then kept together with it.
    onChange(state, sender.pump),
    onChange(part('writes'), () => {
      isKept.value = keepUnsent(keep, owner, tasks.isJoined() ? state.value : withBefore());
      if (tasks.isSender()) handover.hand(state.value);
    }),
  ];
  tasks.join();

  async function takeTurn(alone: boolean): Promise<void> {
    if (alone && before.length === 0) return sender.begin();
    const sent = await handover.takeBack();
    if (isClosed) return;
    // Together: what has been sent is not shown as what waits, beside a list that has it.
    batch(() => {
      if (alone) dispatch({ kind: 'adopted', ...withBefore() });
      before = [];
      for (const each of sent) dispatch(each);
    });
    handover.hand(state.value);
    // A list that came earlier has not been compared with them.
    if (alone && state.value.base !== null) void read();
    sender.begin();
  }

  /** The queue with what an earlier page could not send. */
  function withBefore() {
    return { ...state.value, writes: state.value.writes.reduce(addWrite, before) };
  }

  function onFault(fault: Fault, write: Write): void {
    if (fault.kind === 'expired') return onExpired(fault);
    if (isUnrenewed(fault)) return dispatch({ kind: 'unread', fault });
    // A refusal that names fields is shown at them, unless that would take another edit out of someone's hands.
    const atFields = fault.kind === 'refused' && fault.errors.length > 0;
    if (atFields && editing.value === null) edit(write.target);
    // Whether the service made a change whose response was not understood, the list tells.
    if (fault.kind === 'mismatch') dispatch({ kind: 'unread', fault });
    if (fault.kind === 'mismatch' || isDeletedElsewhere(fault)) void read();
    onRefused(fault);
  }

  function add(target: string, change: Change, key = newKey()): string {
    const write = newWrite(key, target, change, knownIn(state.value)(target, change));
    dispatch({ kind: 'wrote', writes: [write] });
    return key;
  }

  function release(key: string): void {
    if (held.delete(key)) dispatch({ kind: 'queued', key });
  }

  const releaseAll = () => held.forEach(release);

  return {
    state,
    /** The tasks as the person means them to be. */
    rows: computed(() => rowsOf(state.value)),
    drafts,
    /** The row that is open for editing, by its key. */
    editing: computed(() => editing.value),
    edit,
    /** Whether the device keeps what waits; otherwise it is on the page only. */
    isKept: computed(() => isKept.value),
    /** How many tasks there were the last time, or null. */
    expected: readCount(keep.read(`count.${owner}`)),
    /** Reads the list. `preloaded` was requested before; it is not used when it may be older than what was written. */
    read: (preloaded?: PreloadedResponse) => read(isJustWritten ? undefined : preloaded),
    /** A new row, or one that was there before and is wanted again. Returns its key. */
    create: (fields: Fields, rowKey?: string): string => {
      const key = newKey();
      add(rowKey ?? key, { kind: 'create', fields }, key);
      return rowKey ?? key;
    },
    replace: (rowKey: string, fields: Fields) => void add(rowKey, { kind: 'replace', fields }),
    /** Many rows, by their keys, in one change of the queue. */
    replaceAll(rows: ReadonlyMap<string, Fields>) {
      const known = knownIn(state.value);
      const writes = [...rows].map(([rowKey, fields]) => {
        const change = { kind: 'replace', fields } as const;
        return newWrite(newKey(), rowKey, change, known(rowKey, change));
      });
      dispatch({ kind: 'wrote', writes });
    },
    /** Held until `release`; until then `discard` undoes it. Returns the write's key. */
    remove(rowKey: string): string {
      const key = add(rowKey, { kind: 'delete' });
      held.add(key);
      return key;
    },
    release,
    /** Nothing is held any longer. */
    releaseAll,
    retry: (writeKey: string) => dispatch({ kind: 'queued', key: writeKey }),
    discard: (writeKey: string) => dispatch({ kind: 'discard', key: writeKey }),
    /** What a sign-out would take along. */
    unsaved: () => countUnsaved(state.value, readUnsent(keep, owner), drafts.kept()),
    /** After a sleep: what other tabs did meanwhile. */
    catchUp: tasks.catchUp,
    /** The page is being left: what is held goes out now, and what is not there yet once more. */
    leave: () => sender.leave(releaseAll),
    /** Nothing more is sent or kept from here; what was not sent stays on the device. */
    close() {
      isClosed = true;
      ends.forEach((end) => end());
      sender.stop();
      copy.close();
      ports.close();
    },
  };
}

const justWrittenMs = 10_000;

const readCount = (text: string | null): number | null =>
  text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;

/** Reads the list, which may have been requested before. Without a connection the copy of the last one serves. */
function createReader(
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
