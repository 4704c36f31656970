import type { TaskResponse } from '../../contract/task.ts';
import { isUnrenewed } from '../service/fault.ts';
import type { Fault } from '../service/fault.ts';
import { accept, changeWrite, idOfRow, rowKeyOf } from './tasks-state.ts';
import type { Queue, TasksState } from './tasks-state.ts';
import { sameFields } from './fields.ts';
import type { Change, QueueEvent, Write } from './kept.shapes.ts';
import { addWrite } from './writes.ts';

export type TasksEvent =
  | QueueEvent
  | { readonly kind: 'read'; readonly tasks: readonly TaskResponse[]; readonly atMs: number }
  /** The list of an earlier page, for want of a newer one. */
  | { readonly kind: 'recalled'; readonly tasks: readonly TaskResponse[]; readonly atMs: number }
  | { readonly kind: 'unread'; readonly fault: Fault }
  /** The queue as the tab that sends it has it. */
  | ({ readonly kind: 'adopted' } & Queue);

/** Whether an event is about the queue, which all tabs share; the others are about the list that this tab has read. */
export function isQueueEvent(event: TasksEvent): event is QueueEvent {
  return !['read', 'recalled', 'unread', 'adopted'].includes(event.kind);
}

/** Pure: every change of the tasks, in any tab. */
export function reduceTasks(state: TasksState, event: TasksEvent): TasksState {
  switch (event.kind) {
    case 'read':
      return settled({ ...state, base: event.tasks, readAtMs: event.atMs, fault: null, offline: false });
    case 'recalled':
      return state.base === null ? { ...state, base: event.tasks, readAtMs: event.atMs } : state;
    case 'unread':
      return {
        ...state,
        fault: event.fault,
        offline: state.offline || event.fault.kind === 'offline' || isUnrenewed(event.fault),
      };
    case 'adopted':
      return { ...state, writes: event.writes, rowKeys: event.rowKeys };
    case 'wrote':
      return { ...state, writes: withWrites(state, event.writes) };
    case 'sending':
      return changeWrite(state, event.key, { status: 'sending', tried: true, fault: null });
    case 'accepted':
      return accept(state, event.key, event.task);
    case 'refused':
      return changeWrite(state, event.key, { status: 'failed', fault: event.fault });
    case 'unreached':
      return { ...changeWrite(state, event.key, { status: 'waiting' }), offline: true };
    case 'queued':
      return requeue(state, event.key);
    case 'reconnect':
      return check(state, event.found, ({ status }) => status === 'waiting');
    case 'discard':
      return { ...state, writes: withoutWrite(state.writes, event.key) };
  }
}

/** A new list may settle what was in doubt: changes whose response was not understood, and conflicts. */
function settled(state: TasksState): TasksState {
  if (state.base === null) return state;
  const next = check(
    state,
    state.base,
    ({ status, fault }) => status === 'conflict' || fault?.kind === 'mismatch',
  );
  // Reading may work where writing does not.
  const offline = state.offline || next.writes.some(({ status }) => status === 'waiting');
  return { ...next, offline };
}

/** Adds writes, each to those of its row, and keeps the order of the rows. */
function withWrites(state: TasksState, more: readonly Write[]): readonly Write[] {
  const byRow: Map<string, readonly Write[]> = Map.groupBy(state.writes, ({ target }) => target);
  for (const write of more) {
    const { target } = write;
    byRow.set(target, withWrite(byRow.get(target) ?? [], write, state));
  }
  return [...byRow.values()].flat();
}

/** A change that is undone before it is sent needs no request. */
function withWrite(ofRow: readonly Write[], write: Write, state: TasksState): readonly Write[] {
  const writes = addWrite(ofRow, write);
  const [only, ...others] = writes;
  if (only?.key !== write.key || others.length > 0 || only.tried || only.change.kind !== 'replace')
    return writes;
  const id = Number(idOfRow(state, write.target));
  const saved = state.base?.find((task) => task.id === id);
  return saved && sameFields(saved, only.change.fields) ? [] : writes;
}

/** Giving up a change gives up all that was to follow on the same row. */
function withoutWrite(writes: readonly Write[], key: string): readonly Write[] {
  const first = writes.findIndex((write) => write.key === key);
  return writes.filter(({ target }, at) => at < first || target !== writes[first]?.target);
}

/** Compares changes with the tasks that they are about: each has arrived, is sent, or asks because the task was changed elsewhere. */
function check(
  state: TasksState,
  found: readonly TaskResponse[],
  isMeant: (write: Write) => boolean,
): TasksState {
  return state.writes.filter(isMeant).reduce((now, { key, target }) => {
    const write = now.writes.find((each) => each.target === target);
    if (write === undefined) return now;
    // Only the oldest change of a row is compared: the others follow it.
    if (write.key !== key) return changeWrite(now, key, { status: 'queued' });
    const task = found.find((each) => rowKeyOf(now, each) === target) ?? null;
    const unclaimed = found.filter(({ id }) => !now.rowKeys.has(String(id)));
    const arrived = arrivedAs(write, task, unclaimed);
    if (arrived !== undefined) return accept(now, key, arrived);
    if (write.status === 'failed') return now;
    if (isCurrent(write, task)) return changeWrite(now, key, { status: 'queued' });
    // Where the list has what the last one wants, nothing is left to send.
    const writes = now.writes.filter((each) => each.target !== target);
    const last = now.writes.findLast((each) => each.target === target) ?? write;
    if (arrivedAs(last, task, []) !== undefined) return { ...now, writes };
    // Without a task the service says what is wrong.
    return changeWrite(now, key, { status: task === null ? 'queued' : 'conflict' });
  }, state);
}

/** To be sent. What was in conflict is sent on top of what the person sees there now. */
function requeue(state: TasksState, key: string): TasksState {
  const write = state.writes.find((each) => each.key === key);
  const id = write?.status === 'conflict' ? idOfRow(state, write.target) : null;
  const seen = state.base?.filter((task) => String(task.id) === id) ?? [];
  return changeWrite(state, key, {
    status: 'queued',
    fault: null,
    known: [...(write?.known ?? []), ...seen],
  });
}

/**
 * The rows of tasks, with those of creates that the list shows before the service has answered them: they are one row. What is
 * sent does not follow from it.
 */
export function rowKeysShown({ base, writes, rowKeys }: TasksState): TasksState['rowKeys'] {
  const creates = writes.filter(({ change, tried }) => change.kind === 'create' && tried);
  if (base === null || creates.length === 0) return rowKeys;
  const shown = new Map(rowKeys);
  const unclaimed = Map.groupBy(base, ({ description }) => description);
  for (const write of creates) {
    if (write.change.kind !== 'create') continue;
    const same = (unclaimed.get(write.change.fields.description) ?? []).filter(
      ({ id }) => !shown.has(String(id)),
    );
    const task = arrivedAs(write, null, same);
    if (task) shown.set(String(task.id), write.target);
  }
  return shown.size === rowKeys.size ? rowKeys : shown;
}

/** What a person knows who changes a row: the task that it has or, for a new one, equal tasks. */
export function knownIn(state: Pick<TasksState, 'base' | 'rowKeys'>) {
  const tasks = state.base ?? [];
  const rows = new Map(tasks.map((task) => [rowKeyOf(state, task), task]));
  return (target: string, change: Change): TaskResponse[] => {
    if (change.kind === 'create') return tasks.filter((task) => sameFields(task, change.fields));
    const task = rows.get(target);
    return task ? [task] : [];
  };
}

/**
 * What the service made of a write whose response is not known, or undefined if the list does not show that it has arrived.
 * `task` is that of its row. A create has arrived when an equal task, which `unclaimed` has, was not there before.
 */
function arrivedAs(
  { change, tried, known = [] }: Write,
  task: TaskResponse | null,
  unclaimed: readonly TaskResponse[],
): TaskResponse | null | undefined {
  if (change.kind === 'delete') return task === null ? null : undefined;
  if (task !== null && sameFields(task, change.fields)) return task;
  if (change.kind === 'replace' || !tried) return undefined;
  return unclaimed.find((each) => sameFields(each, change.fields) && !known.some(({ id }) => id === each.id));
}

/** Whether the task is still one that the person knew when the change was made. A create meets none. */
const isCurrent = ({ change, known = [] }: Write, task: TaskResponse | null): boolean =>
  change.kind === 'create' || (task !== null && known.some((version) => sameFields(version, task)));
