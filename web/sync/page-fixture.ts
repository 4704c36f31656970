import { storageInMemory } from '../device/storage-fixture.ts';
import type { PersonCache } from './person-cache.ts';
import type { TabPorts } from './tabs.ts';
import { openTasks } from './tasks.ts';
import type { Tasks, TasksDependencies } from './tasks.ts';

/** The ports of a tab without other tabs. */
export const lonely: TabPorts = {
  tab: 'a',
  post: () => undefined,
  listen: () => undefined,
  awaitLock: (take) => take(),
  runAlone: (run) => run().then(() => true),
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
export const responsesHandled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** For tests: Ada's tasks over a service, in one tab of a browser that keeps texts. `dependencies` are those of the test. */
export function openTasksWith(
  dependencies: Pick<TasksDependencies, 'api'> & Partial<TasksDependencies>,
): Tasks {
  const { tab } = dependencies.ports ?? lonely;
  let keys = 0;
  return openTasks({
    storage: storageInMemory(),
    cache: noCache,
    ports: lonely,
    owner: 'ada@example.org',
    nowMs: () => 0,
    newKey: () => `${tab === 'a' ? 'k' : tab}${(keys += 1)}`,
    whenIdle: (run) => run(),
    onRead: () => undefined,
    onExpired: unexpected('expired'),
    onRefused: unexpected('refused'),
    ...dependencies,
  });
}

const unexpected = (what: string) => (): never => {
  throw new Error(what);
};
