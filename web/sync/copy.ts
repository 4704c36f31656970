import type { TaskResponse } from '../../contract/task.ts';
import type { SetTimer } from '../device/timer.ts';
import type { Copy } from './read-list.ts';
import type { Handover } from './handover-queue.ts';
import { forgetKept, openKept, readKept } from '../device/cache.ts';
import type { Caches } from '../device/cache.ts';
import { openHandover } from './handover-cache.ts';
import { keptList } from './copy.shapes.ts';

/** Only one list is kept. The service has no such path. */
const address = '/last-list';
/** Several lists in a row are written once, after the page has painted them. */
const restMs = 300;

type Parts = {
  /** Undefined on a page that is not served securely: nothing is kept. */
  caches: Caches | undefined;
  setTimer: SetTimer;
  /** Has the browser start the worker when there is a connection, also after the page is closed. */
  wake: () => void;
};

export type Copies = {
  /** The last good list of one owner, to be read without a connection. It is written only while `holds`. */
  open: (owner: string, holds: () => boolean) => Copy;
  /** What waits, handed to the worker of this browser under the same condition. */
  handover: (owner: string, holds: () => boolean) => Handover;
  /** Removes all of it, after whatever is being written. */
  forget: () => Promise<void>;
};

/** Keeps the list and what waits in the browser's cache. A failure is ignored: the page works without them. */
export function createCopies({ caches, setTimer, wake }: Parts): Copies {
  /** One after the other: a list that is still being written would be there again after it was removed. */
  let turn = Promise.resolve();
  const inTurn = (run: () => Promise<unknown>) =>
    (turn = turn.then(run).then(
      () => undefined,
      () => undefined,
    ));

  function open(owner: string, holds: () => boolean): Copy {
    let latest: { tasks: readonly TaskResponse[]; atMs: number } | null = null;
    let rest: (() => void) | null = null;
    let isOpen = true;
    const mayWrite = () => isOpen && holds();

    async function put(response: Response): Promise<void> {
      if (!mayWrite()) return;
      const cache = caches && (await openKept(caches));
      if (mayWrite()) await cache?.put(address, response);
    }

    return {
      async read() {
        const kept = await readKept(caches, address, keptList);
        return kept?.owner === owner ? kept : null;
      },
      write(tasks, atMs) {
        if (!mayWrite()) return;
        latest = { tasks, atMs };
        rest ??= setTimer(() => {
          rest = null;
          const response = Response.json({ owner, ...latest });
          void inTurn(() => put(response));
        }, restMs);
      },
      close() {
        isOpen = false;
        rest?.();
      },
    };
  }

  return {
    open,
    handover: (owner, holds) => openHandover({ caches, inTurn, setTimer, wake, owner, holds }),
    forget: () => inTurn(async () => caches && forgetKept(caches)),
  };
}
