import type { TaskResponse } from '../../contract/task.ts';
import type { Write } from './kept.shapes.ts';
import { idOfRow } from './tasks-state.ts';
import type { TasksState } from './tasks-state.ts';

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
