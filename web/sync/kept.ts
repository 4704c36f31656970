// What this device keeps of a person's tasks: texts under the person's email, and the browser's cache.
import { computed, signal } from '@preact/signals-core';
import type { TaskResponse } from '../../contract/task.ts';
import type { Keep } from '../device/browser.ts';
import type { Shape } from '../service/shape.ts';
import type { Fields } from './fields.ts';
import { drafts as draftsShape, keptList, message, writes as writesShape } from './kept.shapes.ts';
import type { Accepted, Handed, NewTaskDraft, Write } from './kept.shapes.ts';
import { idOfRow } from './queue.ts';
import type { Queue } from './queue.ts';

/** What a person has typed and not yet saved: the new task, and edits by row key. */
export type Drafts = {
  readonly newTask: NewTaskDraft | null;
  readonly edits: Readonly<Record<string, Fields>>;
};

/**
 * The drafts of one owner, kept across page loads and sign-ins under that owner's email alone. What is kept changes only
 * where something is typed here: another tab may have kept other drafts. `lastingKey` tells what a row is called on the next
 * page: its id as soon as it has one.
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
    /** What is kept on the device, other tabs' drafts among them. */
    kept,
    setNewTask(newTask: NewTaskDraft | null) {
      current.value = { ...current.value, newTask };
      update({ ...kept(), newTask: withWords(newTask) });
    },
    setEdit(rowKey: string, fields: Fields | null) {
      current.value = withEdit(current.value, rowKey, fields);
      update(withEdit(kept(), lastingKey(rowKey), fields));
    },
    /** A new task that an earlier page has left, and that another tab has added or dropped since, is no draft here either. */
    catchUp() {
      if (current.value.newTask === restored && kept().newTask === null)
        current.value = { ...current.value, newTask: null };
    },
    /** Rows that have got their lasting name meanwhile are kept under it. */
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

/** Drafts from what was kept; anything else is no draft at all. */
export function readDrafts(text: string | null): Drafts {
  const { newTask, edits } = parse(text, draftsShape) ?? { newTask: null, edits: {} };
  return { newTask: withWords(newTask), edits };
}

/** A date or an importance without words is for the task that is being written, not for a later one. */
const withWords = (newTask: NewTaskDraft | null): NewTaskDraft | null =>
  newTask?.description.trim() ? newTask : null;

/** What may wait without a connection, so that the device can keep it. */
const mostWaiting = { changes: 500, characters: 1_000_000 };

/** Whether so many more changes may wait with these. */
export const hasRoom = (writes: readonly Write[], more: number): boolean =>
  writes.length + more <= mostWaiting.changes && JSON.stringify(writes).length < mostWaiting.characters;

/** Keeps unsent changes under their owner's email. False where the device refuses: then they are on the page only. */
export function keepUnsent(keep: Keep, owner: string, queue: Queue): boolean {
  const kept = lastingWrites(queue);
  return keep.write(`unsent.${owner}`, kept.length === 0 ? null : JSON.stringify(kept));
}

/** The queue as it can be kept: rows have their lasting names. */
export const lastingWrites = (queue: Queue): Write[] =>
  queue.writes.map((write) => ({ ...write, target: idOfRow(queue, write.target) ?? write.target }));

/** A write that an earlier page has left: it waits for the next list, and that page or the worker may have sent it. */
export const asLeft = (write: Write): Write => ({ ...write, status: 'waiting', tried: true, fault: null });

/** What an earlier page could not hand over. It waits until a list says what has become of its tasks. */
export const readUnsent = (keep: Keep, owner: string): Write[] =>
  (parse(keep.read(`unsent.${owner}`), writesShape) ?? []).map(asLeft);

/** Null for a text that is missing, damaged or of another shape. */
function parse<T>(text: string | null | undefined, shape: Shape<T>): T | null {
  try {
    const kept: unknown = JSON.parse(text ?? '');
    return shape.fits(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** The part of the browser's cache that is used. */
export type Caches = {
  open: (name: string) => Promise<Pick<Cache, 'put'>>;
  match: (address: string, options: { cacheName: string }) => Promise<Response | undefined>;
  delete: (name: string) => Promise<boolean>;
};

/** All that the browser's cache has of a person: the service has no such paths. */
const cacheName = 'dueline-list';
const copyAddress = '/last-list';
const handoverAddress = '/unsent';
/** Several lists in a row are written once, after the page has painted them. */
const restMs = 300;
/** A cache that does not answer for so long is as good as none: the queue goes out without it. */
const longestReadMs = 5_000;

export type PersonCache = ReturnType<ReturnType<typeof openPersonCache>['of']>;

/**
 * Keeps the list and what waits in the browser's cache. A failure is ignored: the page works without them. `caches` is undefined
 * on a page that is not served securely. `wake` has the browser start the worker when there is a connection, also after the
 * page is closed.
 */
export function openPersonCache(caches: Caches | undefined, wake: () => void) {
  let turn: Promise<unknown> = Promise.resolve();
  /** One after the other: a list that is still being written would be there again after it was removed. */
  const inTurn = (run: () => Promise<unknown>) => (turn = turn.then(run).catch(() => undefined));

  /** Writes while `holds`; a cache that is removed meanwhile stays so. */
  const write = (holds: () => boolean, run: (cache: Pick<Cache, 'put'>) => Promise<void>) =>
    void inTurn(async () => {
      if (caches === undefined || !holds()) return;
      const cache = await openKept(caches);
      if (holds()) await run(cache);
    });

  return {
    /** What is kept of one owner, and written only while `holds`. */
    of(owner: string, holds: () => boolean) {
      let latest: object | null = null;
      let last: Queue['writes'] = [];
      let isHanded = false;
      let isTaking = false;
      return {
        /** The last good list on this device, with the time it is of. */
        async readList() {
          const kept = await readKept(caches, copyAddress, keptList);
          return kept?.owner === owner ? kept : null;
        },
        /** Of several in a row the newest wins. */
        writeList(tasks: readonly TaskResponse[], atMs: number) {
          const kept = { owner, tasks, atMs };
          latest = kept;
          setTimeout(() => {
            if (latest === kept) write(holds, (cache) => cache.put(copyAddress, Response.json(kept)));
          }, restMs);
        },
        /**
         * What the worker has sent since the queue was handed to it: it sends while no page of the person is open. Whoever holds the
         * lock of the queue (shared-queue.ts) reads and writes it: one tab of the person or, without one, the worker.
         */
        async takeBack(): Promise<readonly Accepted[]> {
          isTaking = true;
          const unanswered = new Promise<null>((resolve) => setTimeout(resolve, longestReadMs, null));
          const kept = await Promise.race([readHanded(caches), unanswered]);
          isTaking = false;
          isHanded = kept?.owner === owner;
          return isHanded && kept ? kept.sent : [];
        },
        /** The queue as it is now; call it in the tab that sends, after every change. */
        hand(queue: Queue) {
          const { writes } = queue;
          // Before it is known what the worker has sent, that must not be overwritten.
          if (isTaking || writes === last) return;
          const isWaiting = writes.some(({ status }) => status === 'waiting');
          if (!isHanded && !isWaiting) return;
          last = writes;
          isHanded = writes.length > 0;
          // Of several in a row the last is written.
          const isLast = () => writes === last && holds();
          write(isLast, async (cache) => {
            await writeHanded(cache, { kind: 'handed', owner, writes: lastingWrites(queue), sent: [] });
            if (isWaiting) wake();
          });
        },
      };
    },
    /** Removes all of it, after whatever is being written. */
    forget: () => inTurn(async () => caches && forgetKept(caches)),
  };
}

export const openKept = (caches: Caches): Promise<Pick<Cache, 'put'>> => caches.open(cacheName);

/** Nothing of a person stays. */
export const forgetKept = (caches: Caches): Promise<boolean> => caches.delete(cacheName);

export async function readHanded(caches: Caches | undefined): Promise<Handed | null> {
  const kept = await readKept(caches, handoverAddress, message);
  return kept?.kind === 'handed' ? kept : null;
}

/** The cache is one that was opened while it was the person's: once it is removed, nothing brings it back. */
export const writeHanded = (cache: Pick<Cache, 'put'>, kept: Handed): Promise<void> =>
  cache.put(handoverAddress, Response.json(kept));

/** What is kept under an address, or null when there is nothing or it does not fit. */
async function readKept<T>(caches: Caches | undefined, address: string, shape: Shape<T>): Promise<T | null> {
  try {
    const response = await caches?.match(address, { cacheName });
    return parse(await response?.text(), shape);
  } catch {
    return null;
  }
}
