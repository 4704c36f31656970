import type { TaskResponse } from '../../contract/task.ts';
import { accept, changeWrite } from './accept.ts';
import { sameFields } from './fields.ts';
import type { Change, Write } from './kept.shapes.ts';
import { idOfRow, rowKeyOf } from './row-keys.ts';
import type { TasksState } from './tasks-state.ts';

/** Compares changes with the tasks that they are about: one has arrived, may be sent, or asks because the task is another now. */
export function check(
  state: TasksState,
  found: readonly TaskResponse[],
  isMeant: (write: Write) => boolean,
): TasksState {
  return state.writes.filter(isMeant).reduce((now, write) => {
    const task = found.find((each) => rowKeyOf(now, each) === write.target) ?? null;
    const unclaimed = found.filter(({ id }) => !now.rowKeys.has(String(id)));
    const arrived = arrivedAs(write, task, unclaimed);
    if (arrived !== undefined) return accept(now, write.key, arrived);
    if (write.status === 'failed') return now;
    return changeWrite(now, write.key, { status: isCurrent(write, task) ? 'queued' : 'conflict' });
  }, state);
}

/** To be sent. What was in conflict is sent on top of what the person sees there now. */
export function requeue(state: TasksState, key: string): TasksState {
  const write = state.writes.find((each) => each.key === key);
  const id = write?.status === 'conflict' ? idOfRow(state, write.target) : null;
  const seen = state.base?.filter((task) => String(task.id) === id) ?? [];
  return changeWrite(state, key, {
    status: 'queued',
    fault: null,
    known: [...(write?.known ?? []), ...seen],
  });
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

/** Whether the task is still one that the person knew when the change was made. Without a task the service says what is wrong. */
function isCurrent({ change, known = [] }: Write, task: TaskResponse | null): boolean {
  return change.kind === 'create' || task === null || known.some((version) => sameFields(version, task));
}
