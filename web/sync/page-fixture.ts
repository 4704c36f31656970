import type { PersonCache } from './person-cache.ts';
import type { TabPorts } from './tabs.ts';

/** The ports of a tab without other tabs. */
export const lonely: TabPorts = {
  tab: 'a',
  post: () => undefined,
  listen: () => undefined,
  awaitLock: (take) => take(),
  close: () => undefined,
};

/** A cache that stores nothing, without a service worker that sends. */
export const noCache: PersonCache = {
  readList: () => Promise.resolve(null),
  writeList: () => undefined,
  readWorkerResults: () => Promise.resolve([]),
  handOver: () => undefined,
};

/** Waits until all responses are handled. */
export const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
