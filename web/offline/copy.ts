import type { TaskResponse } from '../../contract/task.ts';
import type { SetTimer } from '../state/timer.ts';
import type { Copy } from '../model/reader.ts';
import { keptList } from './copy.shapes.ts';

const cacheName = 'dueline-list';
/** One list alone is kept, whoever's it is; its name is no address that the service answers. */
const address = '/last-list';
/** Several answers in a row are written once, and when what they changed has been painted. */
const restMs = 300;

/** What is used of the browser's cache. */
export type Caches = {
  open: (name: string) => Promise<{ put: (address: string, response: Response) => Promise<void> }>;
  match: (address: string, options: { cacheName: string }) => Promise<Response | undefined>;
  delete: (name: string) => Promise<boolean>;
};

type Parts = {
  /** Undefined where the page is not served securely: then nothing is kept. */
  caches: Caches | undefined;
  setTimer: SetTimer;
};

export type Copies = {
  /** The last good list of one owner, to be read without a connection. It is written only while `holds`. */
  open: (owner: string, holds: () => boolean) => Copy;
  /** Whoever leaves takes the list along; what is being written goes with it. */
  forget: () => Promise<void>;
};

/** The list in the browser's cache. What cannot be kept is forgotten. */
export function createCopies({ caches, setTimer }: Parts): Copies {
  /** One after the other: a list that is still being written would come back after it was forgotten. */
  let turn = Promise.resolve();
  const inTurn = (run: () => Promise<unknown> | undefined) =>
    // Full or refused storage: the page works without the copy.
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
