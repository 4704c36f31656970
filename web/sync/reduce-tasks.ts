import type { TaskResponse } from '../../contract/task.ts';
import type { Fault } from '../service/fault.ts';
import { isUnrenewed } from '../service/fault.ts';
import { accept, changeWrite } from './accept.ts';
import { check, requeue } from './check.ts';
import { sameFields } from './fields.ts';
import type { QueueEvent, Write } from './kept.shapes.ts';
import { idOfRow } from './tasks-state.ts';
import type { TasksState } from './tasks-state.ts';
import { addWrite } from './writes.ts';

export type TasksEvent =
  | QueueEvent
  | { readonly kind: 'read'; readonly tasks: readonly TaskResponse[]; readonly atMs: number }
  /** The list of an earlier page, for want of a newer one. */
  | { readonly kind: 'recalled'; readonly tasks: readonly TaskResponse[]; readonly atMs: number }
  | { readonly kind: 'unread'; readonly fault: Fault }
  /** The queue as the tab that sends it has it. */
  | ({ readonly kind: 'adopted' } & Queue);

type Queue = Pick<TasksState, 'writes' | 'rowKeys'>;

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
