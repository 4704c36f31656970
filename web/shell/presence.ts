import type { Tasks } from '../sync/tasks.ts';

/** A list that is younger than this is not read again. */
const freshMs = 5_000;
/** How often the page looks for a lost connection. */
const tryAgainMs = 10_000;

/** Reads the list again when the page is seen again or the connection is back. Returns what ends that. */
export function followPresence(tasks: Tasks, nowMs: () => number): () => void {
  const ending = new AbortController();
  const on = (target: EventTarget, name: string, run: () => void) =>
    target.addEventListener(name, run, { signal: ending.signal });

  const isWaiting = () => tasks.state.value.writes.some(({ status }) => status === 'waiting');

  /** A page that nobody sees looks only where a change waits to be sent. */
  function look(): void {
    if (document.visibilityState !== 'visible' && !isWaiting()) return;
    tasks.catchUp();
    const { offline, readAtMs } = tasks.state.value;
    if (offline || isWaiting() || nowMs() - readAtMs > freshMs) void tasks.read();
  }

  for (const name of ['online', 'focus', 'pageshow']) on(window, name, look);
  for (const name of ['visibilitychange', 'resume']) on(document, name, look);
  on(window, 'pagehide', tasks.leave);
  const timer = setInterval(() => (tasks.state.value.offline || isWaiting()) && look(), tryAgainMs);
  return () => {
    ending.abort();
    clearInterval(timer);
  };
}
