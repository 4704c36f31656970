import type { Keep } from '../device/keep.ts';
import type { Tasks } from '../sync/tasks.ts';

/** A list that is younger than this is not read again. */
const freshMs = 5_000;
/** How often the page looks for a lost connection. */
const tryAgainMs = 10_000;
/** How often a page in use asks for what other devices have changed. */
const askMs = 15_000;
/** A page that nobody has used for so long is forgotten: if it went on to ask, its session would never end. */
const forgottenMs = 600_000;

type Parts = { keep: Keep; owner: string; nowMs: () => number };

/**
 * Whether a person uses this page: `note` is called with each key press and the like. Of the tabs of one device the last used
 * one counts alone.
 */
export function followUse({ keep, owner, nowMs }: Parts, tab: string) {
  const name = `used.${owner}`;
  let usedAtMs = 0;
  return {
    note: () => {
      usedAtMs = nowMs();
      if (keep.read(name) !== tab) keep.write(name, tab);
    },
    isUsed: (): boolean => nowMs() - usedAtMs < forgottenMs && (keep.read(name) ?? tab) === tab,
  };
}

/** Reads the list again when the page is seen again, when the connection is back, and while the page is used. Returns what ends that. */
export function followPresence(tasks: Tasks, parts: Parts): () => void {
  const { nowMs } = parts;
  const ending = new AbortController();
  const { signal } = ending;
  const { note, isUsed } = followUse(parts, crypto.randomUUID());
  const isVisible = () => document.visibilityState === 'visible';
  const isWaiting = () => tasks.state.value.writes.some(({ status }) => status === 'waiting');

  /** A page that nobody sees looks only where a change waits to be sent. */
  function look(): void {
    if (!isVisible() && !isWaiting()) return;
    tasks.catchUp();
    const { offline, readAtMs } = tasks.state.value;
    if (offline || isWaiting() || nowMs() - readAtMs > freshMs) void tasks.read();
  }

  function ask(): void {
    const { offline, fault, readAtMs } = tasks.state.value;
    if (isVisible() && isUsed() && !offline && fault === null && nowMs() - readAtMs > freshMs)
      void tasks.read();
  }

  // Not `scroll`: the page itself scrolls, too. In front of what a row does with them: a change then knows that the page is used.
  for (const name of ['pointerdown', 'keydown', 'wheel'])
    addEventListener(name, note, { signal, capture: true, passive: true });
  for (const name of ['online', 'focus', 'pageshow']) addEventListener(name, look, { signal });
  for (const name of ['visibilitychange', 'resume']) document.addEventListener(name, look, { signal });
  addEventListener('pagehide', tasks.leave, { signal });
  const timers = [
    setInterval(() => (tasks.state.value.offline || isWaiting()) && look(), tryAgainMs),
    setInterval(ask, askMs),
  ];
  note();
  return () => {
    ending.abort();
    timers.forEach((timer) => clearInterval(timer));
  };
}
