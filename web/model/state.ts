import type { TaskResponse } from '../../contract/task.ts';
import type { Fault } from '../service/fault.ts';
import { isUnrenewed } from '../service/fault.ts';
import { sameFields } from './fields.ts';
import type { QueueEvent, Write } from './kept.shapes.ts';
import { addWrite, withoutFulfilled } from './writes.ts';

/** The last good answer of the service and, on top of it, what the person has changed since. */
export type TasksState = {
  /** Null until the first answer. */
  readonly base: readonly TaskResponse[] | null;
  readonly readAtMs: number;
  /** Why the newest reading brought nothing; the older base stays readable. */
  readonly fault: Fault | null;
  readonly offline: boolean;
  readonly writes: readonly Write[];
  /** Changes of an earlier page that the service never got: shown, and not sent unless the person wants it. */
  readonly offered: readonly Write[];
  /** Rows made on this page keep their key when the service gives the task its id: id -> row key. */
  readonly rowKeys: ReadonlyMap<string, string>;
  /** How many writes were accepted: a list asked for before one of them is stale. */
  readonly accepted: number;
};

export type TasksEvent =
  | QueueEvent
  | { readonly kind: 'read'; readonly tasks: readonly TaskResponse[]; readonly atMs: number }
  /** The list of an earlier page, for want of a newer one. */
  | { readonly kind: 'recalled'; readonly tasks: readonly TaskResponse[]; readonly atMs: number }
  | { readonly kind: 'unread'; readonly fault: Fault }
  /** The queue as the tab that sends it has it. */
  | ({ readonly kind: 'adopted' } & Queue);

type Queue = Pick<TasksState, 'writes' | 'offered' | 'rowKeys'>;

/** Whether an event is about the queue, which all tabs share; the others are about the list that this tab has read. */
export function isQueueEvent(event: TasksEvent): event is QueueEvent {
  return !['read', 'recalled', 'unread', 'adopted'].includes(event.kind);
}

export const noTasks: TasksState = {
  base: null,
  readAtMs: 0,
  fault: null,
  offline: false,
  writes: [],
  offered: [],
  rowKeys: new Map(),
  accepted: 0,
};

/** A page that does not understand its service changes nothing there. */
export const isReadOnly = ({ fault }: TasksState): boolean => fault?.kind === 'mismatch';

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
      return { ...state, writes: event.writes, offered: event.offered, rowKeys: event.rowKeys };
    case 'wrote':
      return {
        ...state,
        writes: event.writes.reduce((writes, write) => withWrite(writes, write, state), state.writes),
      };
    case 'sending':
      return change(state, event.key, { status: 'sending', tried: true, fault: null });
    case 'accepted':
      return accept(state, event.key, event.task);
    case 'refused':
      return change(state, event.key, { status: 'failed', fault: event.fault });
    case 'unreached':
      return { ...change(state, event.key, { status: 'waiting' }), offline: true };
    case 'queued':
      return change(state, event.key, { status: 'queued', fault: null });
    case 'reconnect':
      return { ...state, writes: state.writes.map(again) };
    case 'discard':
      return { ...state, writes: withoutWrite(state.writes, event.key) };
    case 'offered':
      return settled({ ...state, offered: event.writes });
    case 'offer-taken':
      return { ...state, offered: [], writes: state.offered.reduce(addWrite, state.writes) };
  }
}

const again = (write: Write): Write => (write.status === 'waiting' ? { ...write, status: 'queued' } : write);

/** A change that the list shows already is not offered, and not sent again where its response was not understood. */
function settled(state: TasksState): TasksState {
  if (state.base === null) return state;
  const rows = new Map(state.base.map((task) => [rowKeyOf(state, task), task]));
  const unclear = state.writes.filter(({ fault }) => fault?.kind === 'mismatch');
  const open = new Set(withoutFulfilled(unclear, rows));
  const writes = state.writes.filter((write) => !unclear.includes(write) || open.has(write));
  // Reading may work where writing does not.
  const offline = state.offline || writes.some(({ status }) => status === 'waiting');
  return { ...state, writes, offline, offered: withoutFulfilled(state.offered, rows) };
}

/** A change that is undone before it is sent needs no request. */
function withWrite(before: readonly Write[], write: Write, state: TasksState): readonly Write[] {
  const { key, target } = write;
  const writes = addWrite(before, write);
  const [only, ...others] = writes.filter((each) => each.target === target);
  if (only?.key !== key || others.length > 0 || only.tried || only.change.kind !== 'replace') return writes;
  const id = Number(idOfRow(state, target));
  const saved = state.base?.find((task) => task.id === id);
  return saved && sameFields(saved, only.change.fields) ? writes.filter((each) => each !== only) : writes;
}

function change(state: TasksState, key: string, parts: Partial<Write>): TasksState {
  if (!state.writes.some((write) => write.key === key)) return state;
  return {
    ...state,
    writes: state.writes.map((write) => (write.key === key ? { ...write, ...parts } : write)),
  };
}

function accept(state: TasksState, key: string, task: TaskResponse | null): TasksState {
  const write = state.writes.find((each) => each.key === key);
  if (write === undefined) return state;
  const id = task === null ? idOfRow(state, write.target) : String(task.id);
  const taskId = Number(id);
  const rest = state.base?.filter((each) => each.id !== taskId) ?? null;
  const base = task === null || rest === null ? rest : withTask(rest, task);
  const rowKeys = new Map(state.rowKeys);
  if (task === null && id !== null) rowKeys.delete(id);
  else if (write.change.kind === 'create' && id !== null) rowKeys.set(id, write.target);
  return {
    ...state,
    base,
    rowKeys,
    offline: false,
    accepted: state.accepted + 1,
    writes: state.writes.filter((each) => each !== write),
  };
}

const rowKeyOf = ({ rowKeys }: TasksState, { id }: TaskResponse): string =>
  rowKeys.get(String(id)) ?? String(id);

/** The id behind a row's key, or null when the service has not given one yet. */
export function idOfRow(state: Pick<TasksState, 'rowKeys'>, rowKey: string): string | null {
  for (const [id, key] of state.rowKeys) if (key === rowKey) return id;
  return /^\d+$/.test(rowKey) ? rowKey : null;
}

/** Giving up a create gives up all that was to follow on the same row. */
function withoutWrite(writes: readonly Write[], key: string): readonly Write[] {
  const gone = writes.find((write) => write.key === key);
  if (gone?.change.kind === 'create') return writes.filter(({ target }) => target !== gone.target);
  return writes.filter((write) => write !== gone);
}

/** The list as the service orders it, by due date and id, with one task more. */
function withTask(tasks: readonly TaskResponse[], task: TaskResponse): readonly TaskResponse[] {
  const { dueDate, id } = task;
  const next = tasks.findIndex(
    (each) => each.dueDate > dueDate || (each.dueDate === dueDate && each.id > id),
  );
  return tasks.toSpliced(next < 0 ? tasks.length : next, 0, task);
}
