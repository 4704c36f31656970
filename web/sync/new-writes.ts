import type { TaskResponse } from '../../contract/task.ts';
import type { Fields } from './fields.ts';
import type { Change, Write } from './kept.shapes.ts';
import { idOfRow, newWrite, sameFields } from './queue.ts';
import type { TasksState } from './queue.ts';

/** A change that the person makes to one row. `key` is the key of its write. */
export type NewChange = { readonly key: string; readonly rowKey: string; readonly change: Change };

/** An older list may be outdated: a page in use reads it more often (web/shell/refresh-list.ts). */
const oldMs = 30_000;

/**
 * The writes of changes. `seen` is the version that the person knew, if the list has another one now. A replacement on an old list
 * waits for the next one, as another device may have changed the task.
 */
export function newWrites(
  state: TasksState,
  changes: readonly NewChange[],
  nowMs: number,
  seen?: Fields,
): readonly Write[] {
  const versionsOf = knownVersions(state, changes);
  const isOld = seen !== undefined || nowMs - state.readAtMs > oldMs;
  return changes.map(({ key, rowKey, change }) => {
    const write = newWrite(key, rowKey, change, seen ? [seen] : versionsOf(rowKey, change));
    if (isOld && change.kind === 'replace') return { ...write, status: 'waiting' as const };
    return write;
  });
}

/** The versions that the person knows when changing a row: its task or, for a create, equal tasks. */
function knownVersions(state: Pick<TasksState, 'base' | 'rowKeys'>, changes: readonly NewChange[]) {
  const tasks = state.base ?? [];
  const idOf = (rowKey: string): number => Number(idOfRow(state, rowKey));
  const ids = new Set(changes.map(({ rowKey }) => idOf(rowKey)));
  const changed = new Map(tasks.filter(({ id }) => ids.has(id)).map((task) => [task.id, task]));
  return (target: string, change: Change): TaskResponse[] => {
    if (change.kind === 'create') return tasks.filter((task) => sameFields(task, change.fields));
    const task = changed.get(idOf(target));
    if (task) return [task];
    return [];
  };
}

/** True when a change waits for the next list. */
export const isWaiting = (writes: readonly Write[]): boolean =>
  writes.some(({ status }) => status === 'waiting');
