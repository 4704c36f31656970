import { message } from './kept.shapes.ts';
import type { Handed } from './kept.shapes.ts';
import { lastingWrites } from './handover-queue.ts';
import type { Handover, Queue } from './handover-queue.ts';
import type { SetTimer } from '../device/timer.ts';
import { openKept, readKept } from '../device/cache.ts';
import type { Caches, KeptResponses } from '../device/cache.ts';

/** The service has no such path. */
const address = '/unsent';
/** A cache that does not answer for so long is as good as none: the queue goes out without it. */
const longestReadMs = 5_000;

type Parts = {
  caches: Caches | undefined;
  inTurn: (run: () => Promise<void>) => Promise<void>;
  setTimer: SetTimer;
  wake: () => void;
  owner: string;
  holds: () => boolean;
};

/**
 * The page's side of what the worker sends. Whoever holds the lock of the queue (sync/tab-ports.ts) reads and writes it: one
 * tab of the person or, without one, the worker.
 */
export function openHandover({ caches, inTurn, setTimer, wake, owner, holds }: Parts): Handover {
  let last: Queue['writes'] = [];
  let isHanded = false;
  let isTaking = false;

  async function put(queue: Queue, isWaiting: boolean): Promise<void> {
    // Of several in a row the last is written.
    if (caches === undefined || queue.writes !== last || !holds()) return;
    const cache = await openKept(caches);
    if (!holds()) return;
    await writeHanded(cache, { kind: 'handed', owner, writes: lastingWrites(queue), sent: [] });
    if (isWaiting) wake();
  }

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
      void inTurn(() => put(queue, isWaiting));
    },
  };
}

export async function readHanded(caches: Caches | undefined): Promise<Handed | null> {
  const kept = await readKept(caches, address, message);
  return kept?.kind === 'handed' ? kept : null;
}

/** The cache is one that was opened while it was the person's: once it is removed, nothing brings it back. */
export const writeHanded = (cache: KeptResponses, kept: Handed): Promise<void> =>
  cache.put(address, Response.json(kept));
