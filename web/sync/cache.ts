import type { TaskResponse } from '../../contract/task.ts';
import type { SetTimer } from '../device/later.ts';
import type { Shape } from '../service/shape.ts';
import { keptList, message } from './kept.shapes.ts';
import type { Accepted, Handed } from './kept.shapes.ts';
import { lastingWrites } from './tasks-state.ts';
import type { Queue } from './tasks-state.ts';

/** The last good list of one owner on this device, with the time it is of. */
export type Copy = {
  read: () => Promise<{ readonly tasks: readonly TaskResponse[]; readonly atMs: number } | null>;
  /** Of several in a row the newest wins. */
  write: (tasks: readonly TaskResponse[], atMs: number) => void;
  /** Nothing more is written. */
  close: () => void;
};

/**
 * Hands what waits to the worker, which sends it while no page of the person is open. Whoever holds the lock of the queue
 * (shared-queue.ts) reads and writes it: one tab of the person or, without one, the worker.
 */
export type Handover = {
  /** What the worker has sent since. */
  takeBack: () => Promise<readonly Accepted[]>;
  /** The queue as it is now; call it in the tab that sends, after every change. */
  hand: (queue: Queue) => void;
};

/** The part of the browser's cache that is used. */
export type Caches = {
  open: (name: string) => Promise<KeptResponses>;
  match: (address: string, options: { cacheName: string }) => Promise<Response | undefined>;
  delete: (name: string) => Promise<boolean>;
};

/** One cache, also after it was removed. */
type KeptResponses = { put: (address: string, response: Response) => Promise<void> };

/** All that the browser's cache has of a person: the service has no such paths. */
const cacheName = 'dueline-list';
const copyAddress = '/last-list';
const handoverAddress = '/unsent';
/** Several lists in a row are written once, after the page has painted them. */
const restMs = 300;
/** A cache that does not answer for so long is as good as none: the queue goes out without it. */
const longestReadMs = 5_000;

type Parts = {
  /** Undefined on a page that is not served securely: nothing is kept. */
  caches: Caches | undefined;
  setTimer: SetTimer;
  /** Has the browser start the worker when there is a connection, also after the page is closed. */
  wake: () => void;
};

export type PersonCache = ReturnType<typeof openPersonCache>;

/** Keeps the list and what waits in the browser's cache. A failure is ignored: the page works without them. */
export function openPersonCache({ caches, setTimer, wake }: Parts) {
  /** One after the other: a list that is still being written would be there again after it was removed. */
  let turn = Promise.resolve();
  const inTurn = (run: () => Promise<unknown>) =>
    (turn = turn.then(run).then(
      () => undefined,
      () => undefined,
    ));

  /** Writes while `holds`; a cache that is removed meanwhile stays so. */
  async function write(holds: () => boolean, run: (cache: KeptResponses) => Promise<void>): Promise<void> {
    if (caches === undefined || !holds()) return;
    const cache = await openKept(caches);
    if (holds()) await run(cache);
  }

  return {
    /** The copy of one owner. It is written only while `holds`. */
    copy(owner: string, holds: () => boolean): Copy {
      let latest: { tasks: readonly TaskResponse[]; atMs: number } | null = null;
      let rest: (() => void) | null = null;
      let isOpen = true;
      const mayWrite = () => isOpen && holds();
      return {
        async read() {
          const kept = await readKept(caches, copyAddress, keptList);
          return kept?.owner === owner ? kept : null;
        },
        write(tasks, atMs) {
          if (!mayWrite()) return;
          latest = { tasks, atMs };
          rest ??= setTimer(() => {
            rest = null;
            const response = Response.json({ owner, ...latest });
            void inTurn(() => write(mayWrite, (cache) => cache.put(copyAddress, response)));
          }, restMs);
        },
        close() {
          isOpen = false;
          rest?.();
        },
      };
    },
    /** The handover of one owner, under the same condition. */
    handover(owner: string, holds: () => boolean): Handover {
      let last: Queue['writes'] = [];
      let isHanded = false;
      let isTaking = false;
      return {
        async takeBack() {
          isTaking = true;
          const unanswered = new Promise<null>((resolve) => setTimer(() => resolve(null), longestReadMs));
          const kept = await Promise.race([readHanded(caches), unanswered]);
          isTaking = false;
          isHanded = kept?.owner === owner;
          return isHanded && kept ? kept.sent : [];
        },
        hand(queue) {
          const { writes } = queue;
          // Before it is known what the worker has sent, that must not be overwritten.
          if (isTaking || writes === last) return;
          const isWaiting = writes.some(({ status }) => status === 'waiting');
          if (!isHanded && !isWaiting) return;
          last = writes;
          isHanded = writes.length > 0;
          // Of several in a row the last is written.
          const isLast = () => writes === last && holds();
          void inTurn(() =>
            write(isLast, async (cache) => {
              await writeHanded(cache, {
                kind: 'handed',
                owner,
                writes: lastingWrites(queue),
                sent: [],
              });
              if (isWaiting) wake();
            }),
          );
        },
      };
    },
    /** Removes all of it, after whatever is being written. */
    forget: () => inTurn(async () => caches && forgetKept(caches)),
  };
}

export const openKept = (caches: Caches): Promise<KeptResponses> => caches.open(cacheName);

/** Nothing of a person stays. */
export const forgetKept = (caches: Caches): Promise<boolean> => caches.delete(cacheName);

export async function readHanded(caches: Caches | undefined): Promise<Handed | null> {
  const kept = await readKept(caches, handoverAddress, message);
  return kept?.kind === 'handed' ? kept : null;
}

/** The cache is one that was opened while it was the person's: once it is removed, nothing brings it back. */
export const writeHanded = (cache: KeptResponses, kept: Handed): Promise<void> =>
  cache.put(handoverAddress, Response.json(kept));

/** What is kept under an address, or null when there is nothing or it does not fit. */
async function readKept<T>(caches: Caches | undefined, address: string, shape: Shape<T>): Promise<T | null> {
  try {
    const response = await caches?.match(address, { cacheName });
    const kept: unknown = await response?.json();
    return shape.fits(kept) ? kept : null;
  } catch {
    return null;
  }
}
