import type { Tasks } from '../sync/tasks.ts';

/** A list that is younger than this is not read again. */
const freshMs = 5_000;
/** The interval at which a page without a connection tries again. */
const tryAgainMs = 10_000;
/** The interval at which a page in use requests the changes of other devices where it does not wait for them. */
const askMs = 15_000;
/** After this time without use a page stops these requests: otherwise its session would never end. */
const forgottenMs = 600_000;

/** Reads the list when the page becomes visible, when the connection is back, and during use. Returns a function that ends this. */
export function refreshList(tasks: Tasks, firstRead: Promise<void>): () => void {
  let usedAtMs = Date.now();
  const ending = new AbortController();
  const until = { signal: ending.signal };
  const noteUse = () => void (usedAtMs = Date.now());
  const isVisible = () => document.visibilityState === 'visible';
  const isWaiting = () => tasks.state.value.writes.some(({ status }) => status === 'waiting');

  /** A hidden page sends its held deletes, as a phone may end it without `pagehide`; it reads only for a waiting change. */
  function catchUp(): void {
    // After a sleep its connection may be dead.
    tasks.endWait();
    if (!isVisible()) tasks.releaseAll();
    if (!isVisible() && !isWaiting()) return;
    tasks.catchUp();
    const { offline, readAtMs } = tasks.state.value;
    if (offline || isWaiting() || Date.now() - readAtMs > freshMs) void tasks.read().then(follow);
    else void follow();
  }

  function mayAsk(): boolean {
    const { offline, fault } = tasks.state.value;
    const isUsed = Date.now() - usedAtMs < forgottenMs;
    return !ending.signal.aborted && isVisible() && isUsed && !offline && fault === null;
  }

  const follow = () => tasks.follow(mayAsk);

  /** Only one tab of a browser waits for the changes of other devices: the others ask. */
  async function ask(): Promise<void> {
    const isMine = await follow();
    if (!isMine && mayAsk()) void tasks.read();
  }

  // Not `scroll`: the page itself scrolls, too. `capture`: the use is noted before a row handles the event.
  for (const name of ['pointerdown', 'keydown', 'wheel'])
    addEventListener(name, noteUse, { ...until, capture: true, passive: true });
  for (const name of ['online', 'focus', 'pageshow']) addEventListener(name, catchUp, until);
  for (const name of ['visibilitychange', 'resume'])
    document.addEventListener(name, catchUp, until);
  addEventListener('pagehide', tasks.leave, until);
  const timers = [
    setInterval(() => (tasks.state.value.offline || isWaiting()) && catchUp(), tryAgainMs),
    setInterval(() => void ask(), askMs),
  ];
  void firstRead.then(follow);
  return () => {
    ending.abort();
    tasks.endWait();
    timers.forEach((timer) => clearInterval(timer));
  };
}
