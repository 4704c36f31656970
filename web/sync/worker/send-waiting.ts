import { openListCache, readHandover, writeHandover } from '../person-cache.ts';
import { restoredWrite, writesByTaskId } from '../unsent.ts';
import { nextWrite } from '../next-write.ts';
import { eventOf, sendWrite } from '../send-write.ts';
import { noTasks, reduceTasks, rowKeyOf } from '../queue.ts';
import type { TasksState } from '../queue.ts';
import type { Handover, QueueEvent, Write } from '../kept.shapes.ts';
import type { whileNoTab } from '../tabs.ts';
import { createApi } from '../../service/api.ts';
import type { Outcome } from '../../service/api.ts';
import type { Caches } from '../person-cache.ts';

/** Sends the queue of the handover, except writes that the person must decide about. Throws when the browser must try later. */
export async function sendWaiting(
  caches: Caches,
  fetch: typeof globalThis.fetch,
  whileAlone: typeof whileNoTab,
  nowMs: () => number = Date.now,
): Promise<void> {
  const owner = (await readHandover(caches))?.owner;
  if (owner === undefined) return;
  await whileAlone(owner, async (pageOpens) => {
    const cache = await openListCache(caches);
    const handover = await readHandoverOf(caches, owner);
    if (handover === null || handover.writes.length === 0) return;
    const api = apiUntil(pageOpens, fetch, owner);
    const list = await api.listTasks();
    if (isForPage(list)) return;
    if (list.kind !== 'ok') throw notNow();

    const queue = openQueue(handover, list.value, (next) => writeHandover(cache, next));
    await queue.apply({ kind: 'reconnect', found: list.value });
    for (;;) {
      const write = nextWrite(queue.state(), { isOn: true, mostAtOnce: 1 });
      if (write === null) break;
      if ((await readHandoverOf(caches, owner)) === null) return;
      const outcome = await sendWrite(api, queue.state(), write, nowMs());
      if (isForPage(outcome)) return;
      await queue.apply(eventOf(queue.state(), write, outcome));
      if (queue.state().offline) throw notNow();
    }
    if (queue.state().writes.some(isOfBrokenService)) throw notNow();
  });
}

/** Null after a sign-out. */
async function readHandoverOf(caches: Caches, owner: string): Promise<Handover | null> {
  const handover = await readHandover(caches);
  if (handover?.owner === owner) return handover;
  return null;
}

/** The requests of the worker, which end when a page of the owner opens. */
function apiUntil(pageOpens: AbortSignal, fetch: typeof globalThis.fetch, owner: string) {
  return createApi({
    fetch: (path, options) =>
      fetch(path, {
        ...options,
        signal: AbortSignal.any([pageOpens, options?.signal ?? pageOpens]),
      }),
    holds: () => !pageOpens.aborted,
    // Sent as `Expected-User`: the service refuses the request when another person is signed in.
    owner,
  });
}

/** The queue of a handover. Each event is stored with the results so far, from which the next page continues. */
function openQueue(
  { owner, ...handover }: Handover,
  list: TasksState['base'],
  store: (handover: Handover) => Promise<void>,
) {
  let state: TasksState = { ...noTasks, base: list, writes: handover.writes.map(restoredWrite) };
  const sent = [...handover.sent];
  return {
    state: () => state,
    async apply(event: QueueEvent): Promise<void> {
      const next = reduceTasks(state, event);
      for (const { key, target } of state.writes) {
        if (next.writes.some((write) => write.key === key)) continue;
        const task = next.base?.find((each) => rowKeyOf(next, each) === target) ?? null;
        sent.push({ kind: 'accepted', key, task });
      }
      state = next;
      await store({ kind: 'handed', owner, writes: writesByTaskId(state), sent });
    },
  };
}

const isOfBrokenService = ({ fault }: Write): boolean =>
  fault?.kind === 'refused' && fault.status >= 500;

/** True when only a page can continue: after the owner has signed in, or after a list that fits its schema. */
const isForPage = ({ kind }: Outcome<unknown>): boolean =>
  kind === 'expired' || kind === 'mismatch';

const notNow = () => new Error('The service does not work');
