import type { TaskResponse } from '../../contract/task.ts';
import type { SetTimer } from '../state/timer.ts';
import type { Copy } from '../tasks/reader.ts';
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
  owner: string;
  /** Undefined where the page is not served securely: then nothing is kept. */
  caches: Caches | undefined;
  setTimer: SetTimer;
};

/** The last good list of one owner in the browser's cache, to be read without a connection. What cannot be kept is forgotten. */
export function openCopy({ owner, caches, setTimer }: Parts): Copy {
  let latest: { tasks: readonly TaskResponse[]; atMs: number } | null = null;
  let rest: (() => void) | null = null;

  function put(): void {
    rest = null;
    const response = Response.json({ owner, ...latest });
    // Full or refused storage: the page works without the copy.
    void (async () => (await caches?.open(cacheName))?.put(address, response))().catch(() => undefined);
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
      latest = { tasks, atMs };
      rest ??= setTimer(put, restMs);
    },
    close() {
      rest?.();
    },
  };
}

/** Whoever leaves takes the list along. */
export async function forgetCopies(caches: Caches | undefined): Promise<void> {
  await caches?.delete(cacheName).catch(() => undefined);
}
