import { signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import { isFull } from '../sync/refusals.ts';
import type { Fields } from '../sync/fields.ts';
import type { Tasks } from '../sync/tasks.ts';

export type Adding = ReturnType<typeof addAll>;

type Write = Pick<Tasks['state']['value']['writes'][number], 'key' | 'target' | 'status' | 'fault'>;
type WritableTasks = Pick<Tasks, 'create' | 'discard'> & {
  readonly state: ReadonlySignal<{ readonly writes: readonly Write[] }>;
};

/** The most pending tasks at once, so that an import of thousands does not fill the queue or the device. */
export const mostAtOnce = 20;
/** The most tasks that can be undone: more deletes, one by one, would block the page. */
const mostUndone = 500;

/**
 * Adds many tasks, a few at a time. While the service is not reachable, no further tasks are created. `recordAdded` records all
 * added tasks as one step of the history, and returns a function that undoes it.
 */
export function addAll(
  fields: readonly Fields[],
  tasks: WritableTasks,
  recordAdded: (rowKeys: readonly string[]) => () => void,
) {
  const all = fields.length;
  /** full: the person has reached the limit of the service. Failed tasks are marked in the list. */
  type State = 'adding' | 'done' | 'stopped' | 'full' | 'undone';
  const count = { added: 0, failed: 0 };
  const progress = signal<{ state: State; all: number } & typeof count>({
    state: 'adding',
    all,
    ...count,
  });
  const made = new Set<string>();
  /** The keys of the rows that the service does not have yet. */
  const pending = new Set<string>();
  let next = 0;
  let undo: (() => void) | null = null;
  let busy = true;
  let isFilled = false;

  function pump(): void {
    // `create` changes the state of the tasks, which calls this function again.
    if (busy) return;
    busy = true;
    countFinished();
    if (!isFilled) createNext();
    busy = false;
    const state = stateNow();
    if (state !== 'adding') end();
    progress.value = { state, all, ...count };
  }

  function createNext(): void {
    for (const task of fields.slice(next, next + mostAtOnce - pending.size)) {
      const rowKey = tasks.create(task);
      made.add(rowKey);
      pending.add(rowKey);
      next += 1;
    }
  }

  function stateNow(): State {
    if (pending.size > 0) return 'adding';
    if (isFilled) return 'full';
    if (next === all) return 'done';
    return 'adding';
  }

  function countFinished(): void {
    for (const rowKey of pending) {
      const write = tasks.state.value.writes.find(({ target }) => target === rowKey);
      if (write && write.status !== 'failed') continue;
      pending.delete(rowKey);
      if (write && isFull(write.fault)) {
        isFilled = true;
        made.delete(rowKey);
        // The list does not need the task: the person still has it in the file.
        tasks.discard(write.key);
      } else if (write) count.failed += 1;
      else count.added += 1;
    }
  }

  function end(): void {
    unsubscribe();
    if (made.size === 0 || made.size > mostUndone) return;
    const undoStep = recordAdded([...made]);
    undo = () => {
      undo = null;
      undoStep();
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
