import type { TaskResponse } from '../../contract/task.ts';
import type { SetTimer } from '../state/timer.ts';
import type { Copy } from '../model/reader.ts';
import { keptList } from './copy.shapes.ts';

const cacheName = 'dueline-list';
/** Only one list is kept. The service has no such path. */
const address = '/last-list';
/** Several lists in a row are written once, after the page has painted them. */
const restMs = 300;

/** The part of the browser's cache that is used. */
export type Caches = {
  open: (name: string) => Promise<{ put: (address: string, response: Response) => Promise<void> }>;
  match: (address: string, options: { cacheName: string }) => Promise<Response | undefined>;
  delete: (name: string) => Promise<boolean>;
};

type Parts = {
  /** Undefined on a page that is not served securely: nothing is kept. */
  caches: Caches | undefined;
  setTimer: SetTimer;
};

export type Copies = {
  /** The last good list of one owner, to be read without a connection. It is written only while `holds`. */
  open: (owner: string, holds: () => boolean) => Copy;
  /** Removes the list, after whatever is being written. */
  forget: () => Promise<void>;
};

/** Keeps the list in the browser's cache. A failure is ignored: the page works without the copy. */
export function createCopies({ caches, setTimer }: Parts): Copies {
  /** One after the other: a list that is still being written would be there again after it was removed. */
  let turn = Promise.resolve();
  const inTurn = (run: () => Promise<unknown> | undefined) =>
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
      const cache = await caches?.open(cacheName);
      if (mayWrite()) await cache?.put(address, response);
    }

    return {
      async read() {
        try {
          const response = await caches?.match(address, { cacheName });
          const kept: unknown = await response?.json();
          return keptList.fits(kept) && kept.owner === owner ? kept : null;
        } catch {
          return null;
        }
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

  return { open, forget: () => inTurn(() => caches?.delete(cacheName)) };
}
