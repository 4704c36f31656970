import { signal } from '@preact/signals-core';

/** A sentence that disappears after a while; `undo` is possible while it is shown. */
type Toast = {
  readonly key: string;
  readonly text: string;
  readonly undo?: () => void;
  /** Called when the toast is dismissed, by the person or the timer. */
  readonly onGone?: () => void;
};

export type Toasts = ReturnType<typeof createToasts>;

/** Long enough to read one sentence and to press its button. */
export const toastMs = 8_000;
/** More toasts would cover the page. */
const mostShown = 3;

export function createToasts() {
  const list = signal<readonly Toast[]>([]);
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  let held = false;

  function start(key: string): void {
    if (held) return;
    stop(key);
    timers.set(key, setTimeout(dismiss, toastMs, key));
  }

  function stop(key: string): void {
    clearTimeout(timers.get(key));
    timers.delete(key);
  }

  function drop(key: string): Toast | undefined {
    stop(key);
    const toast = list.value.find((each) => each.key === key);
    if (toast) list.value = list.value.filter((each) => each !== toast);
    // The list is removed with its last toast: no event of leaving it will end the hold.
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
    /** Removes a toast and runs its undo. */
    undo: (key: string) => drop(key)?.undo?.(),
    dismiss,
    /** Changes the text of a toast that is shown; null dismisses it. */
    reword(key: string, text: string | null): void {
      if (text === null) return dismiss(key);
      list.value = list.value.map((toast) => (toast.key === key ? { ...toast, text } : toast));
    },
    /** Removes all toasts without a call of `onGone`. */
    clear: () => list.value.forEach(({ key }) => drop(key)),
    /** Stops the timers while the pointer or the focus is in the list (WCAG 2.2.1). */
    hold(next: boolean): void {
      held = next;
      for (const { key } of list.value) (held ? stop : start)(key);
    },
  };
}

export type Announcer = ReturnType<typeof createAnnouncer>;

/** The announcements to screen readers; a repeated text is announced again. */
export function createAnnouncer() {
  const announced = signal({ text: '', turn: 0 });
  return {
    announced,
    say: (text: string) => void (announced.value = { text, turn: announced.value.turn + 1 }),
  };
}
