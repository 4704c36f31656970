import { signal } from '@preact/signals-core';

import type { SetTimer } from '../device/later.ts';

/** A sentence that goes by itself; `undo` can be taken while it is shown. */
export type Toast = {
  readonly key: string;
  readonly text: string;
  readonly undo?: () => void;
  /** Called when it goes without having been taken. */
  readonly onGone?: () => void;
};

export type Toasts = ReturnType<typeof createToasts>;

/** Long enough to read one sentence and reach for its button. */
export const toastMs = 8_000;
/** More would cover the page. */
const mostShown = 3;

export function createToasts(setTimer: SetTimer) {
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
    show(toast: Toast): void {
      list.value = [...list.value, toast];
      start(toast.key);
      for (const { key } of list.value.slice(0, -mostShown)) dismiss(key);
    },
    /** Takes the undo of a toast. */
    undo: (key: string) => drop(key)?.undo?.(),
    dismiss,
    /** All go, and nothing follows from it. */
    clear: () => list.value.forEach(({ key }) => drop(key)),
    /** Stops the clock while someone points at them or is in them (WCAG 2.2.1). */
    hold(next: boolean): void {
      held = next;
      for (const { key } of list.value) (held ? stop : start)(key);
    },
  };
}
