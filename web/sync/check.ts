import type { TaskResponse } from '../../contract/task.ts';
import { accept, changeWrite } from './accept.ts';
import { sameFields } from './fields.ts';
import type { Change, Write } from './kept.shapes.ts';
import { idOfRow, rowKeyOf } from './tasks-state.ts';
import type { TasksState } from './tasks-state.ts';

/** Compares changes with the tasks that they are about: each has arrived, is sent, or asks because the task was changed elsewhere. */
export function check(
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
