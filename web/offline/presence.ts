import type { Tasks } from '../model/tasks.ts';

/** A list read so shortly ago need not be read again. */
const freshMs = 5_000;
/** How often a lost connection is tried. */
const tryAgainMs = 10_000;

/** Whoever comes back to the page, or whose connection does, sees the list as it is now. Returns what ends it. */
export function followPresence(tasks: Tasks, nowMs: () => number): () => void {
  const ending = new AbortController();
  const on = (target: EventTarget, name: string, run: () => void) =>
    target.addEventListener(name, run, { signal: ending.signal });

  function look(): void {
    if (document.visibilityState !== 'visible') return;
    tasks.catchUp();
    const { offline, readAtMs } = tasks.state.get();
    if (offline || nowMs() - readAtMs > freshMs) void tasks.read();
  }

  for (const name of ['online', 'focus', 'pageshow']) on(window, name, look);
  for (const name of ['visibilitychange', 'resume']) on(document, name, look);
  on(window, 'pagehide', tasks.leave);
  const timer = setInterval(() => tasks.state.get().offline && look(), tryAgainMs);
  return () => {
    ending.abort();
    clearInterval(timer);
  };
}
