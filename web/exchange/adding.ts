import type { TaskCreateRequest } from '../../contract/task.ts';
import { createStore } from '../state/store.ts';
import type { Store } from '../state/store.ts';

/** How far an import has come. What failed stands in the list, marked; full: the service keeps no more for this person. */
export type Progress = {
  readonly state: 'adding' | 'done' | 'stopped' | 'full' | 'undone';
  readonly all: number;
  readonly added: number;
  readonly failed: number;
};

/** full: refused, because the person has as many tasks as the service keeps. */
export type Fate = 'unsaved' | 'failed' | 'full' | 'saved';

export type Adding = {
  progress: Store<Progress, Progress>;
  stop: () => void;
  /** Takes back what was added, once that has come to an end; null before, and for very many. */
  undo: () => (() => void) | null;
};

type Parts = {
  /** Makes one task and returns its row's key. */
  create: (fields: TaskCreateRequest) => string;
  /** What has become of it. */
  look: (rowKey: string) => Fate;
  /** Takes a task back that was not saved: it is still in the file. */
  drop: (rowKey: string) => void;
  /** Tells of every change of that. */
  subscribe: (listener: () => void) => () => void;
  /** Makes one step of all that was added; returns what takes it back. */
  note: (rowKeys: readonly string[]) => () => void;
};

const none = { done: true } as const;

/** No more than these are under way at once, so that thousands of tasks neither fill the queue nor the device. */
export const mostAtOnce = 20;
/** Taking back more than so many, one by one, would hold the page up. */
const mostUndone = 500;

/** Adds many tasks, some at a time. While the service is out of reach the rest waits here. */
export function addAll(
  fields: readonly TaskCreateRequest[],
  { create, look, drop, subscribe, note }: Parts,
): Adding {
  const all = fields.length;
  const progress = createStore<Progress, Progress>((_, next) => next, {
    state: 'adding',
    all,
    added: 0,
    failed: 0,
  });
  const rest = fields.values();
  const made = new Set<string>();
  const underWay = new Set<string>();
  let undo: (() => void) | null = null;
  const count = { added: 0, failed: 0 };
  let busy = false;
  let isFull = false;

  function pump(): void {
    // Making a task is itself a change, which leads here again.
    if (busy) return;
    busy = true;
    settle();
    while (underWay.size < mostAtOnce) {
      const next = isFull ? none : rest.next();
      if (next.done) break;
      const rowKey = create(next.value);
      made.add(rowKey);
      underWay.add(rowKey);
    }
    busy = false;
    const done = isFull ? underWay.size === 0 : count.added + count.failed === all;
    if (done) end();
    progress.dispatch({ state: !done ? 'adding' : isFull ? 'full' : 'done', all, ...count });
  }

  function end(): void {
    unfollow();
    if (made.size === 0 || made.size > mostUndone) return;
    const takeBack = note([...made]);
    undo = () => {
      undo = null;
      takeBack();
      progress.dispatch({ ...progress.get(), state: 'undone' });
    };
  }

  function settle(): void {
    for (const key of underWay) {
      const fate = look(key);
      if (fate === 'unsaved') continue;
      underWay.delete(key);
      if (fate === 'full') {
        isFull = true;
        made.delete(key);
        drop(key);
      } else count[fate === 'failed' ? 'failed' : 'added'] += 1;
    }
  }

  const unfollow = subscribe(pump);
  pump();
  return {
    progress,
    undo: () => undo,
    stop() {
      end();
      progress.dispatch({ ...progress.get(), state: 'stopped' });
    },
  };
}
