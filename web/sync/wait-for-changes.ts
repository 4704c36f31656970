import type { Api, PreloadedResponse } from '../service/api.ts';
import type { SharedQueue } from './shared-queue.ts';
import type { Tab } from './tab-state.ts';
import type { TabPorts } from './tabs.ts';

type Dependencies = {
  api: Pick<Api, 'awaitChange'>;
  ports: Pick<TabPorts, 'runAlone'>;
  whenIdle: (run: () => void) => void;
};
type Read = (preloaded?: PreloadedResponse) => Promise<void>;

/** The pause between two waits: a page whose person writes reads the list once for several changes. */
const pauseMs = 500;
/** Longer than the service waits. */
const longestMs = 30_000;

export type Follower = ReturnType<typeof createFollower>;

/** Makes the functions by which one tab of a browser waits for the changes of other devices. */
export function createFollower(
  { api, ports, whenIdle }: Dependencies,
  { state }: SharedQueue,
  tab: Tab,
  read: Read,
) {
  let isOn = false;
  let waiting = new AbortController();

  /** Grows with each write that the service has accepted, and each read: a list that was sent before may be older. */
  const countEvents = () => state.value.accepted + tab.state.value.requests;

  /** Waits once. False when the page should ask later: the service has not waited, or was not reached. */
  async function waitOnce(): Promise<boolean> {
    const own = new AbortController();
    waiting = own;
    setTimeout(() => own.abort(), longestMs);
    const before = countEvents();
    const response = await api.awaitChange(own.signal);
    // Reading a long list takes time: what the person has just done is painted first.
    await new Promise<void>(whenIdle);
    if (own.signal.aborted) return true;
    if (response === null || countEvents() === before) await read(Promise.resolve(response));
    if (response === null || !response.headers.has('Preference-Applied')) return false;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    return true;
  }

  return {
    /** Waits again and again while `mayWait`. False: another tab of the browser does so. */
    async follow(mayWait: () => boolean): Promise<boolean> {
      if (isOn || !mayWait()) return true;
      isOn = true;
      const isAlone = await ports.runAlone(async () => {
        while (mayWait() && (await waitOnce()));
      });
      isOn = false;
      return isAlone;
    },
    /** Ends the wait that runs; `follow` then begins another one, or ends. */
    endWait: () => waiting.abort(),
  };
}
