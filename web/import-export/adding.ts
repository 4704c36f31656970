import { signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';

import type { Fields } from '../sync/fields.ts';

/** How far an import is. Failed tasks are in the list, marked; full: the service keeps no more for this person. */
export type Progress = {
  readonly state: 'adding' | 'done' | 'stopped' | 'full' | 'undone';
  readonly all: number;
  readonly added: number;
  readonly failed: number;
};

/** What became of a task. full: refused, because the person has as many tasks as the service keeps. */
export type Outcome = 'pending' | 'failed' | 'full' | 'saved';

export type Adding = {
  progress: ReadonlySignal<Progress>;
  stop: () => void;
  /** Takes back what was added, once that has ended; null before, and for very many. */
  undo: () => (() => void) | null;
};

type Parts = {
  /** Makes one task and returns the key of its row. */
  create: (fields: Fields) => string;
  outcomeOf: (rowKey: string) => Outcome;
  /** Drops a task that was not saved: it is still in the file. */
  discard: (rowKey: string) => void;
  /** Calls the listener when an outcome may have changed. */
  subscribe: (listener: () => void) => () => void;
  /** Makes one step of the history of all that was added; returns what takes it back. */
  note: (rowKeys: readonly string[]) => () => void;
};

/** More tasks than these are never pending at once, so that thousands fill neither the queue nor the device. */
export const mostAtOnce = 20;
/** Taking back more than these, one by one, would block the page. */
const mostUndone = 500;

/** Adds many tasks, a few at a time. While the service cannot be reached the rest waits here. */
export function addAll(fields: readonly Fields[], parts: Parts): Adding {
  const all = fields.length;
  const progress = signal<Progress>({ state: 'adding', all, added: 0, failed: 0 });
  const made = new Set<string>();
  const pending = new Set<string>();
  const count = { added: 0, failed: 0 };
  let next = 0;
  let undo: (() => void) | null = null;
  let busy = false;
  let isFull = false;

  function pump(): void {
    // Making a task is itself a change, which calls this function again.
    if (busy) return;
    busy = true;
    settle();
    for (const task of isFull ? [] : fields.slice(next, next + mostAtOnce - pending.size)) {
      const rowKey = parts.create(task);
      made.add(rowKey);
      pending.add(rowKey);
      next += 1;
    }
    busy = false;
    const isDone = pending.size === 0 && (isFull || next === all);
    if (isDone) end();
    progress.value = { state: !isDone ? 'adding' : isFull ? 'full' : 'done', all, ...count };
  }

  function settle(): void {
    for (const rowKey of pending) {
      const outcome = parts.outcomeOf(rowKey);
      if (outcome === 'pending') continue;
      pending.delete(rowKey);
      if (outcome === 'full') {
        isFull = true;
        made.delete(rowKey);
        parts.discard(rowKey);
      } else count[outcome === 'failed' ? 'failed' : 'added'] += 1;
    }
  }

  function end(): void {
    unsubscribe();
    if (made.size === 0 || made.size > mostUndone) return;
    const takeBack = parts.note([...made]);
    undo = () => {
      undo = null;
      takeBack();
      progress.value = { ...progress.value, state: 'undone' };
    };
  }

  const unsubscribe = parts.subscribe(pump);
  pump();
  return {
    progress,
    undo: () => undo,
    stop() {
      end();
      progress.value = { ...progress.value, state: 'stopped' };
    },
  };
}
