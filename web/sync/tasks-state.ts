import type { TaskResponse } from '../../contract/task.ts';
import type { Fault } from '../service/fault.ts';
import type { Write } from './kept.shapes.ts';

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

export const noTasks: TasksState = {
  base: null,
  readAtMs: 0,
  fault: null,
  offline: false,
  writes: [],
  rowKeys: new Map(),
  accepted: 0,
};

/** A page that does not understand its service changes nothing there. */
export const isReadOnly = ({ fault }: TasksState): boolean => fault?.kind === 'mismatch';

/** The key of a task's row: its id, or the key that the row had before. */
export const rowKeyOf = ({ rowKeys }: Pick<TasksState, 'rowKeys'>, { id }: TaskResponse): string =>
  rowKeys.get(String(id)) ?? String(id);

/** The id behind a row's key, or null when the service has not given one yet. */
export function idOfRow(state: Pick<TasksState, 'rowKeys'>, rowKey: string): string | null {
  for (const [id, key] of state.rowKeys) if (key === rowKey) return id;
  return /^\d+$/.test(rowKey) ? rowKey : null;
}

/** What the service has made of a write becomes part of the list, and is known to the later changes of its row. */
export function accept(state: TasksState, key: string, task: TaskResponse | null): TasksState {
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
    writes: state.writes
      .filter((each) => each !== write)
      .map((each) =>
        task !== null && each.target === write.target
          ? { ...each, known: [...(each.known ?? []), task] }
          : each,
      ),
  };
}

/** A write of the queue, with some parts of it changed. */
export function changeWrite(state: TasksState, key: string, parts: Partial<Write>): TasksState {
  if (!state.writes.some((write) => write.key === key)) return state;
  return {
    ...state,
    writes: state.writes.map((write) => (write.key === key ? { ...write, ...parts } : write)),
  };
}

/** The list as the service orders it, by due date and id, with one task more. */
function withTask(tasks: readonly TaskResponse[], task: TaskResponse): readonly TaskResponse[] {
  const { dueDate, id } = task;
  const next = tasks.findIndex(
    (each) => each.dueDate > dueDate || (each.dueDate === dueDate && each.id > id),
  );
  return tasks.toSpliced(next < 0 ? tasks.length : next, 0, task);
}

export type Queue = Pick<TasksState, 'rowKeys' | 'writes'>;

/** The queue as it can be kept: rows have their lasting names. */
export function lastingWrites({ writes, rowKeys }: Queue): Write[] {
  const ids = new Map(Array.from(rowKeys, ([id, key]) => [key, id]));
  return writes.map((write) => {
    const target = ids.get(write.target) ?? write.target;
    return target === write.target ? write : { ...write, target };
  });
}

/** A write that an earlier page has left: it waits for the next list, and that page or the worker may have sent it. */
export const asLeft = (write: Write): Write => ({ ...write, status: 'waiting', tried: true, fault: null });
