export type TabPorts = ReturnType<typeof openTabs>;

/** Opens the messages between the tabs of one owner, and the lock of the tab that sends. */
export function openTabs(owner: string) {
  const name = nameOf(owner);
  const channel = new BroadcastChannel(name);
  const closing = new AbortController();
  const tab: string = crypto.randomUUID();
  return {
    tab,
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has only this origin
    post: (message: unknown): void => void (closing.signal.aborted || channel.postMessage(message)),
    listen: (hear: (message: unknown) => void): void =>
      channel.addEventListener('message', ({ data }) => hear(data)),
    /** Calls `take` once, when this tab gets the lock; the tab holds it until `close`. */
    awaitLock(onLock: () => void): void {
      const untilClosed = (): Promise<void> => {
        onLock();
        return new Promise((resolve) => closing.signal.addEventListener('abort', () => resolve()));
      };
      navigator.locks
        .request(name, { signal: closing.signal }, untilClosed)
        .catch((fault: unknown) => {
          if (!closing.signal.aborted) throw fault;
        });
    },
    /** Calls `run`, unless another tab of the owner runs: then false. */
    runAlone: (run: () => Promise<void>): Promise<boolean> =>
      navigator.locks.request(`${name}.wait`, { ifAvailable: true }, async (lock) => {
        if (lock !== null) await run();
        return lock !== null;
      }),
    /** Closes the channel and releases the lock. */
    close(): void {
      closing.abort();
      channel.close();
    },
  };
}

/** For the worker: runs `run` with the lock, or throws when a tab of the owner is open. A tab that opens aborts `tabOpens`. */
export async function whileNoTab(owner: string, run: (tabOpens: AbortSignal) => Promise<void>) {
  const name = nameOf(owner);
  const channel = new BroadcastChannel(name);
  const opening = new AbortController();
  channel.addEventListener('message', () => opening.abort());
  try {
    await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock === null) throw new Error('A tab of the owner is open');
      await run(opening.signal);
    });
  } finally {
    channel.close();
  }
}

/** The name of the channel and of the lock. */
const nameOf = (owner: string) => `dueline.${owner}`;
