import type { TaskResponse } from '../../contract/task.ts';
import type { Fault } from '../api/call.ts';
import { addWrite } from './writes.ts';
import type { Write } from './writes.ts';

/** The last good answer of the service and, on top of it, what the person has changed since. */
export type TasksState = {
  /** Null until the first answer. */
  readonly base: readonly TaskResponse[] | null;
  readonly readAtMs: number;
  /** Why the newest reading brought nothing; the older base stays readable. */
  readonly fault: Fault | null;
  readonly offline: boolean;
  readonly writes: readonly Write[];
  /** Rows made on this page keep their key when the service gives the task its id: id -> row key. */
  readonly rowKeys: ReadonlyMap<string, string>;
  /** How many writes were accepted: a list asked for before one of them is stale. */
  readonly accepted: number;
};

export type TasksEvent =
  | { readonly kind: 'read'; readonly tasks: readonly TaskResponse[]; readonly atMs: number }
  | { readonly kind: 'unread'; readonly fault: Fault }
  | { readonly kind: 'wrote'; readonly write: Write }
  | { readonly kind: 'sending'; readonly key: string }
  | { readonly kind: 'accepted'; readonly key: string; readonly task: TaskResponse | null }
  | { readonly kind: 'refused'; readonly key: string; readonly fault: Fault }
  | { readonly kind: 'unreached'; readonly key: string }
  | { readonly kind: 'unsent'; readonly key: string }
  | { readonly kind: 'release'; readonly key: string }
  | { readonly kind: 'retry'; readonly key: string }
  | { readonly kind: 'reconnect' }
  | { readonly kind: 'discard'; readonly key: string };

export const noTasks: TasksState = {
  base: null,
  readAtMs: 0,
  fault: null,
  offline: false,
  writes: [],
  rowKeys: new Map(),
  accepted: 0,
};

/** Pure: every change of the list, whoever makes it. */
export function reduceTasks(state: TasksState, event: TasksEvent): TasksState {
  switch (event.kind) {
    case 'read':
      return { ...state, base: event.tasks, readAtMs: event.atMs, fault: null, offline: false };
    case 'unread':
      return { ...state, fault: event.fault, offline: state.offline || event.fault.kind === 'offline' };
    case 'wrote':
      return { ...state, writes: addWrite(state.writes, event.write) };
    case 'sending':
      return change(state, event.key, { status: 'sending', tried: true, fault: null });
    case 'accepted':
      return accept(state, event.key, event.task);
    case 'refused':
      return change(state, event.key, { status: 'failed', fault: event.fault });
    case 'unreached':
      return { ...change(state, event.key, { status: 'waiting' }), offline: true };
    case 'unsent':
      return change(state, event.key, { status: 'queued' });
    case 'release':
      return change(state, event.key, { status: 'queued' });
    case 'retry':
      return change(state, event.key, { status: 'queued', fault: null });
    case 'reconnect':
      return {
        ...state,
        writes: state.writes.map((write) => (write.status === 'waiting' ? again(write) : write)),
      };
    case 'discard':
      return { ...state, writes: withoutWrite(state.writes, event.key) };
  }
}

const again = (write: Write): Write => ({ ...write, status: 'queued' });

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
  const rest = (state.base ?? []).filter((each) => String(each.id) !== id);
  const base = task === null ? rest : [...rest, task].toSorted(byDueDateThenId);
  const rowKeys =
    write.change.kind === 'create' && id !== null
      ? new Map(state.rowKeys).set(id, write.target)
      : state.rowKeys;
  return {
    ...state,
    base,
    rowKeys,
    offline: false,
    accepted: state.accepted + 1,
    writes: state.writes.filter((each) => each !== write),
  };
}

/** The id behind a row's key, or null when the service has not given one yet. */
export function idOfRow(state: TasksState, rowKey: string): string | null {
  for (const [id, key] of state.rowKeys) if (key === rowKey) return id;
  return /^\d+$/.test(rowKey) ? rowKey : null;
}

/** Giving up a create gives up all that was to follow on the same row. */
function withoutWrite(writes: readonly Write[], key: string): readonly Write[] {
  const gone = writes.find((write) => write.key === key);
  if (gone?.change.kind === 'create') return writes.filter(({ target }) => target !== gone.target);
  return writes.filter((write) => write !== gone);
}

function byDueDateThenId(a: TaskResponse, b: TaskResponse): number {
  return a.dueDate < b.dueDate ? -1 : a.dueDate > b.dueDate ? 1 : a.id - b.id;
}
