// A person's tasks on this device: texts in local storage under the person's email, and the browser's cache.
import { computed, signal } from '@preact/signals-core';
import type { TaskResponse } from '../../contract/task.ts';
import type { Keep } from '../device/browser.ts';
import type { Shape } from '../service/shape.ts';
import type { Fields } from './fields.ts';
import { drafts as draftsShape, keptList, message, writes as writesShape } from './kept.shapes.ts';
import type { Accepted, Drafts, Handover, NewTaskDraft, Write } from './kept.shapes.ts';
import { idOfRow } from './queue.ts';
import type { Queue } from './queue.ts';

/**
 * The drafts of one owner, kept across page loads and sign-ins under that owner's email alone. This tab changes
 * only its own drafts on the device, because other tabs keep theirs there too. `lastingKey` returns the key of a row on the
 * next page: its id as soon as it has one.
 */
export function openDrafts(keep: Keep, owner: string, lastingKey: (rowKey: string) => string) {
  const name = `drafts.${owner}`;
  const kept = (): Drafts => readDrafts(keep.read(name));
  const current = signal(kept());
  const restored = current.peek().newTask;

  function update(next: Drafts): void {
    const isEmpty = next.newTask === null && Object.keys(next.edits).length === 0;
    keep.write(name, isEmpty ? null : JSON.stringify(next));
  }

  return {
    current: computed(() => current.value),
    /** All drafts on the device, also those of other tabs. */
    kept,
    setNewTask(newTask: NewTaskDraft | null) {
      current.value = { ...current.value, newTask };
      update({ ...kept(), newTask: withWords(newTask) });
    },
    setEdit(rowKey: string, fields: Fields | null) {
      current.value = withEdit(current.value, rowKey, fields);
      update(withEdit(kept(), lastingKey(rowKey), fields));
    },
    /** Drops a restored new task that this tab has not changed, once another tab has added or discarded it. */
    catchUp() {
      if (current.value.newTask === restored && kept().newTask === null)
        current.value = { ...current.value, newTask: null };
    },
    /** Stores the edit of a row that now has an id under that id. */
    rename() {
      for (const [rowKey, fields] of Object.entries(current.value.edits)) {
        const lasting = lastingKey(rowKey);
        if (lasting !== rowKey) update(withEdit(withEdit(kept(), rowKey, null), lasting, fields));
      }
    },
  };
}

function withEdit(drafts: Drafts, rowKey: string, fields: Fields | null): Drafts {
  const { [rowKey]: _, ...edits } = drafts.edits;
  return { ...drafts, edits: fields === null ? edits : { ...edits, [rowKey]: fields } };
}

/** Reads stored drafts; a missing or damaged text gives none. */
export function readDrafts(text: string | null): Drafts {
  const { newTask, edits } = parse(text, draftsShape) ?? { newTask: null, edits: {} };
  return { newTask: withWords(newTask), edits };
}

/** Without a description there is no draft: its date or importance must not apply to a later task. */
const withWords = (newTask: NewTaskDraft | null): NewTaskDraft | null =>
  newTask?.description.trim() ? newTask : null;

/** Limits of the queue, so that the device can keep it; `each` is more than a new change has. */
const mostWaiting = { changes: 500, characters: 1_000_000, each: 1_600 };

/** True when the queue has room for `more` changes. */
export const hasRoom = (writes: readonly Write[], more: number): boolean =>
  writes.length + more <= mostWaiting.changes &&
  JSON.stringify(writes).length + more * mostWaiting.each <= mostWaiting.characters;

/** Writes unsent changes to the device, under their owner's email. False when the device refuses: then only the page has them. */
export function keepUnsent(keep: Keep, owner: string, queue: Queue): boolean {
  const kept = writesByTaskId(queue);
  return keep.write(`unsent.${owner}`, kept.length === 0 ? null : JSON.stringify(kept));
}

/** The writes as the next page can read them: their targets are task ids where the service has assigned one. */
export const writesByTaskId = (queue: Queue): Write[] =>
  queue.writes.map((write) => ({ ...write, target: idOfRow(queue, write.target) ?? write.target }));

/** A write of an earlier page. It waits for the next list, and counts as tried: that page or the worker may have sent it. */
export const restored = (write: Write): Write => ({
  ...write,
  status: 'waiting',
  tried: true,
  fault: null,
});

/** The unsent changes of an earlier page. They wait until they have been compared with a list. */
export const readUnsent = (keep: Keep, owner: string): Write[] =>
  (parse(keep.read(`unsent.${owner}`), writesShape) ?? []).map(restored);

/** Null for a text that is missing, damaged or of another shape. */
function parse<T>(text: string | null | undefined, shape: Shape<T>): T | null {
  try {
    const kept: unknown = JSON.parse(text ?? '');
    return shape.fits(kept) ? kept : null;
  } catch {
    return null;
  }
}

type Opened = Pick<Cache, 'put' | 'keys'>;

/** The methods of `CacheStorage` that are used. */
export type Caches = {
  open: (name: string) => Promise<Opened>;
  match: (address: string, options: { cacheName: string }) => Promise<Response | undefined>;
  delete: (name: string) => Promise<boolean>;
};

/** One cache has all data of a person, under paths that the service does not have. */
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
  let turn: Promise<unknown> = Promise.resolve();
  /** Runs one operation after the other: otherwise a slow write could restore a list that was removed. */
  const inTurn = (run: () => Promise<unknown>) => (turn = turn.then(run).catch(() => undefined));

  /** Writes only while `holds`, checked before and after the cache is opened: after a sign-out nothing is written. */
  const write = (holds: () => boolean, run: (cache: Opened) => Promise<void>) =>
    void inTurn(async () => {
      if (!holds()) return;
      const cache = await openKept(caches);
      if (holds()) await run(cache);
      // After a sign-out in another tab this has created an empty cache.
      else if ((await cache.keys()).length === 0) await forgetKept(caches);
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
          const kept = await readKept(caches, copyAddress, keptList);
          return kept?.owner === owner ? kept : null;
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
          const kept = await Promise.race([readHandover(caches), unanswered]);
          isHanded = kept?.owner === owner;
          return isHanded && kept ? kept.sent : [];
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
    forget: () => inTurn(() => forgetKept(caches)),
  };
}

export const openKept = (caches: Caches): Promise<Opened> => caches.open(cacheName);

/** Removes all cached data of the person. */
export const forgetKept = (caches: Caches): Promise<boolean> => caches.delete(cacheName);

export async function readHandover(caches: Caches): Promise<Handover | null> {
  const kept = await readKept(caches, handoverAddress, message);
  return kept?.kind === 'handed' ? kept : null;
}

/** Takes an opened cache: after a sign-out has removed that cache, this write does not create it again. */
export const writeHandover = (cache: Pick<Cache, 'put'>, kept: Handover): Promise<void> =>
  cache.put(handoverAddress, Response.json(kept));

/** The content of an address, or null when it is missing or does not fit `shape`. */
async function readKept<T>(caches: Caches, address: string, shape: Shape<T>): Promise<T | null> {
  try {
    const response = await caches.match(address, { cacheName });
    return parse(await response?.text(), shape);
  } catch {
    return null;
  }
}
