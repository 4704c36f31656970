import type { TaskResponse } from '../../contract/task.ts';
import { readAs } from '../service/shape.ts';
import type { Shape } from '../service/shape.ts';
import { listCopy, message } from './kept.shapes.ts';
import type { Accepted, Handover } from './kept.shapes.ts';
import type { Queue } from './queue.ts';
import { writesByTaskId } from './unsent.ts';

type OpenedCache = Pick<Cache, 'put' | 'keys'>;

/** The methods of `CacheStorage` that are used. */
export type Caches = {
  open: (name: string) => Promise<OpenedCache>;
  match: (address: string, options: { cacheName: string }) => Promise<Response | undefined>;
  delete: (name: string) => Promise<boolean>;
};

/**
 * The last list and the changes handed to the worker, under paths that the service does not have. Drafts (drafts.ts) and unsent
 * changes (unsent.ts) are texts of the device instead.
 */
const cacheName = 'dueline-list';
const copyAddress = '/last-list';
const handoverAddress = '/unsent';
/** Delay before a list is written: of several in a row only the last is written, after the page has painted it. */
const restMs = 300;
/** Timeout of a read of the cache. After it the queue is sent as if the cache were empty. */
const longestReadMs = 5_000;

export type PersonCache = ReturnType<ReturnType<typeof openPersonCache>['of']>;

/**
 * Keeps the list and the handover in the browser's cache. A failure is ignored: the page works without them. `wake` makes the
 * browser start the worker when there is a connection, also after the page is closed.
 */
export function openPersonCache(caches: Caches, wake: () => void) {
  let lastOperation: Promise<unknown> = Promise.resolve();
  /** Runs one operation after the other: otherwise a slow write could restore a list that was removed. */
  const inTurn = (run: () => Promise<unknown>) =>
    (lastOperation = lastOperation.then(run).catch(() => undefined));

  /** Writes only while `holds`, checked before and after the cache is opened: after a sign-out nothing is written. */
  const write = (holds: () => boolean, run: (cache: OpenedCache) => Promise<void>) =>
    void inTurn(async () => {
      if (!holds()) return;
      const cache = await openListCache(caches);
      if (holds()) await run(cache);
      // After a sign-out in another tab this has created an empty cache.
      else if ((await cache.keys()).length === 0) await deleteListCache(caches);
    });

  return {
    /** The cached data of one owner, written only while `holds`: the page is open and the owner is signed in. */
    of(owner: string, holds: () => boolean) {
      let resting: ReturnType<typeof setTimeout> | undefined;
      let last: Queue['writes'] = [];
      let isHanded = false;
      return {
        /** The last good list on this device, with the time of its response. */
        async readList() {
          const copy = await readCached(caches, copyAddress, listCopy);
          if (copy?.owner === owner) return copy;
          return null;
        },
        /** Of several lists in a row only the newest is written. */
        writeList(tasks: readonly TaskResponse[], atMs: number) {
          clearTimeout(resting);
          resting = setTimeout(() => {
            write(holds, (cache) => cache.put(copyAddress, Response.json({ owner, tasks, atMs })));
          }, restMs);
        },
        /**
         * Returns the writes that the worker has sent since the handover, while no page of the person was open. Only the holder
         * of the lock (shared-queue.ts) reads and writes the handover: one tab of the person or, without a tab, the worker.
         */
        async readWorkerResults(): Promise<readonly Accepted[]> {
          const unanswered = new Promise<null>((resolve) =>
            setTimeout(resolve, longestReadMs, null),
          );
          const handover = await Promise.race([readHandover(caches), unanswered]);
          isHanded = handover?.owner === owner;
          if (isHanded && handover) return handover.sent;
          return [];
        },
        /** Writes the handover. The tab that sends calls it after every change of the queue, once it has the worker's results. */
        handOver(queue: Queue) {
          const { writes } = queue;
          if (writes === last) return;
          const isWaiting = writes.some(({ status }) => status === 'waiting');
          if (!isHanded && !isWaiting) return;
          last = writes;
          isHanded = writes.length > 0;
          // Of several queues in a row only the last is written.
          const isLast = () => writes === last && holds();
          write(isLast, async (cache) => {
            await writeHandover(cache, {
              kind: 'handed',
              owner,
              writes: writesByTaskId(queue),
              sent: [],
            });
            if (isWaiting) wake();
          });
        },
      };
    },
    /** Removes the cache, after the writes that are under way. */
    forget: () => inTurn(() => deleteListCache(caches)),
  };
}

export const openListCache = (caches: Caches): Promise<OpenedCache> => caches.open(cacheName);

/** Removes all cached data of the person. */
export const deleteListCache = (caches: Caches): Promise<boolean> => caches.delete(cacheName);

export async function readHandover(caches: Caches): Promise<Handover | null> {
  const handover = await readCached(caches, handoverAddress, message);
  if (handover?.kind === 'handed') return handover;
  return null;
}

/** Takes an opened cache: after a sign-out has removed that cache, this write does not create it again. */
export const writeHandover = (cache: Pick<Cache, 'put'>, handover: Handover): Promise<void> =>
  cache.put(handoverAddress, Response.json(handover));

/** The content of an address, or null when it is missing or does not fit `shape`. */
async function readCached<T>(caches: Caches, address: string, shape: Shape<T>): Promise<T | null> {
  try {
    const response = await caches.match(address, { cacheName });
    return readAs(shape, (await response?.text()) ?? null);
  } catch {
    return null;
  }
}
