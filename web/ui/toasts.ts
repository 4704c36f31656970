import { signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';

import type { SetTimer } from '../device/timer.ts';

/** A sentence that goes by itself; `undo` can be taken while it is shown. */
export type Toast = {
  readonly key: string;
  readonly text: string;
  readonly undo?: () => void;
  /** Called when it goes without having been taken. */
  readonly onGone?: () => void;
};

export type Toasts = {
  list: ReadonlySignal<readonly Toast[]>;
  show: (toast: Toast) => void;
  /** Takes the undo of a toast. */
  undo: (key: string) => void;
  dismiss: (key: string) => void;
  /** All go, and nothing follows from it. */
  clear: () => void;
  /** Stops the clock while someone points at them or is in them (WCAG 2.2.1). */
  hold: (held: boolean) => void;
};

/** Long enough to read one sentence and reach for its button. */
export const toastMs = 8_000;
/** More would cover the page. */
const mostShown = 3;

export function createToasts(setTimer: SetTimer): Toasts {
  const list = signal<readonly Toast[]>([]);
  const timers = new Map<string, () => void>();
  let held = false;

  function start(key: string): void {
    if (held) return;
    stop(key);
    timers.set(
      key,
      setTimer(() => dismiss(key), toastMs),
    );
  }

  function stop(key: string): void {
    timers.get(key)?.();
    timers.delete(key);
  }

  function drop(key: string): Toast | undefined {
    stop(key);
    const toast = list.value.find((each) => each.key === key);
    if (toast) list.value = list.value.filter((each) => each !== toast);
    // Whoever was in the last one has no list to leave any more.
    if (list.value.length === 0) held = false;
    return toast;
  }

  function dismiss(key: string): void {
    drop(key)?.onGone?.();
  }

  return {
    list,
    show(toast) {
      list.value = [...list.value, toast];
      start(toast.key);
      for (const { key } of list.value.slice(0, -mostShown)) dismiss(key);
    },
    undo: (key) => drop(key)?.undo?.(),
    dismiss,
    clear: () => list.value.forEach(({ key }) => drop(key)),
    hold(next) {
      held = next;
      for (const { key } of list.value) (held ? stop : start)(key);
    },
  };
}
