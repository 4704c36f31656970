import type { TabPorts } from './shared-queue.ts';

/** Runs in one tab of this browser at a time. */
export async function inTurn(run: () => Promise<void>): Promise<void> {
  await ('locks' in navigator ? navigator.locks.request('dueline.sign-out', run) : run());
}

/** The messages and the lock between the tabs of one owner. Without locks (on a page that is not served securely) each tab is alone. */
export function openTabs(owner: string): TabPorts {
  const tab = crypto.randomUUID();
  if (!('locks' in navigator)) {
    const none = () => undefined;
    return { tab, post: none, listen: none, awaitTurn: (take) => take(), close: none };
  }
  const name = nameOf(owner);
  const channel = new BroadcastChannel(name);
  const closing = new AbortController();
  return {
    tab,
    // A channel has no origin but ours.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    post: (message) => void (closing.signal.aborted || channel.postMessage(message)),
    listen: (hear) => channel.addEventListener('message', ({ data }) => hear(data)),
    awaitTurn(take) {
      const untilClosed = (): Promise<void> => {
        take();
        return new Promise((resolve) => closing.signal.addEventListener('abort', () => resolve()));
      };
      navigator.locks.request(name, { signal: closing.signal }, untilClosed).catch((fault: unknown) => {
        if (!closing.signal.aborted) throw fault;
      });
    },
    close() {
      closing.abort();
      channel.close();
    },
  };
}

/** Runs in a worker while no tab of the owner is open; fails at once when one is. `tabOpens` ends it: the tab waits for the lock. */
export async function whileNoTab(
  owner: string,
  run: (tabOpens: AbortSignal) => Promise<void>,
): Promise<void> {
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

/** Of the channel and of the lock. */
const nameOf = (owner: string) => `dueline.${owner}`;
