import { signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import { isFull } from '../sync/fields.ts';
import type { Fields } from '../sync/fields.ts';
import type { Tasks } from '../sync/tasks.ts';

export type Adding = ReturnType<typeof addAll>;

type Write = Pick<Tasks['state']['value']['writes'][number], 'key' | 'target' | 'status' | 'fault'>;
type WritableTasks = Pick<Tasks, 'create' | 'discard'> & {
  readonly state: ReadonlySignal<{ readonly writes: readonly Write[] }>;
};

/** More tasks than these are never pending at once, so that thousands fill neither the queue nor the device. */
export const mostAtOnce = 20;
/** Taking back more than these, one by one, would block the page. */
const mostUndone = 500;

/**
 * Adds many tasks, a few at a time. While the service cannot be reached the rest waits here. `noteAdded` makes one step of the
 * history of all that was added, and returns what takes it back.
 */
export function addAll(
  fields: readonly Fields[],
  tasks: WritableTasks,
  noteAdded: (rowKeys: readonly string[]) => () => void,
) {
  const all = fields.length;
  /** Failed tasks are in the list, marked; full: the service keeps no more for this person. */
  type State = 'adding' | 'done' | 'stopped' | 'full' | 'undone';
  const count = { added: 0, failed: 0 };
  const progress = signal<{ state: State; all: number } & typeof count>({ state: 'adding', all, ...count });
  const made = new Set<string>();
  /** The keys of the rows that the service does not have yet. */
  const pending = new Set<string>();
  let next = 0;
  let undo: (() => void) | null = null;
  let busy = true;
  let isFilled = false;

  function pump(): void {
    // Making a task is itself a change, which calls this function again.
    if (busy) return;
    busy = true;
    settle();
    for (const task of isFilled ? [] : fields.slice(next, next + mostAtOnce - pending.size)) {
      const rowKey = tasks.create(task);
      made.add(rowKey);
      pending.add(rowKey);
      next += 1;
    }
    busy = false;
    const isDone = pending.size === 0 && (isFilled || next === all);
    if (isDone) end();
    progress.value = { state: !isDone ? 'adding' : isFilled ? 'full' : 'done', all, ...count };
  }

  function settle(): void {
    for (const rowKey of pending) {
      const write = tasks.state.value.writes.find(({ target }) => target === rowKey);
      if (write && write.status !== 'failed') continue;
      pending.delete(rowKey);
      if (write && isFull(write.fault)) {
        isFilled = true;
        made.delete(rowKey);
        // It is still in the file.
        tasks.discard(write.key);
      } else count[write ? 'failed' : 'added'] += 1;
    }
  }

  function end(): void {
    unsubscribe();
    if (made.size === 0 || made.size > mostUndone) return;
    const takeBack = noteAdded([...made]);
    undo = () => {
      undo = null;
      takeBack();
      progress.value = { ...progress.value, state: 'undone' };
    };
  }

  const unsubscribe = tasks.state.subscribe(pump);
  busy = false;
  pump();
  return {
    progress,
    undo: () => undo,
    stop: () => {
      end();
      progress.value = { ...progress.value, state: 'stopped' };
    },
  };
}
