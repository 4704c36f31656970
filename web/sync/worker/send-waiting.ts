import { openListCache, readHandover, writeHandover } from '../person-cache.ts';
import { restoredWrite, writesByTaskId } from '../unsent.ts';
import { nextWrite } from '../next-write.ts';
import { eventOf, sendWrite } from '../send-write.ts';
import { noTasks, reduceTasks, rowKeyOf } from '../queue.ts';
import type { TasksState } from '../queue.ts';
import type { QueueEvent } from '../kept.shapes.ts';
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
  const firstHandover = await readHandover(caches);
  if (firstHandover === null) return;
  const { owner } = firstHandover;
  await whileAlone(owner, async (pageOpens) => {
    const cache = await openListCache(caches);
    /** Null after a sign-out. */
    const readTheirs = async () => {
      const handover = await readHandover(caches);
      if (handover?.owner === owner) return handover;
      return null;
    };
    const handed = await readTheirs();
    if (handed === null || handed.writes.length === 0) return;
    const api = createApi({
      fetch: (path, options) =>
        fetch(path, {
          ...options,
          signal: AbortSignal.any([pageOpens, options?.signal ?? pageOpens]),
        }),
      holds: () => !pageOpens.aborted,
      // Sent as `Expected-User`: the service refuses the request when another person is signed in.
      owner,
    });
    const list = await api.listTasks();
    if (isForPage(list)) return;
    if (list.kind !== 'ok') throw notNow();

    let state: TasksState = {
      ...noTasks,
      base: list.value,
      writes: handed.writes.map(restoredWrite),
    };
    const sent = [...handed.sent];
    async function apply(event: QueueEvent): Promise<void> {
      const next = reduceTasks(state, event);
      for (const { key, target } of state.writes) {
        if (next.writes.some((write) => write.key === key)) continue;
        const task = next.base?.find((each) => rowKeyOf(next, each) === target) ?? null;
        sent.push({ kind: 'accepted', key, task });
      }
      state = next;
      await writeHandover(cache, { kind: 'handed', owner, writes: writesByTaskId(state), sent });
    }

    await apply({ kind: 'reconnect', found: list.value });
    for (;;) {
      const write = nextWrite(state, { isOn: true, mostAtOnce: 1 });
      if (write === null) break;
      if ((await readTheirs()) === null) return;
      const outcome = await sendWrite(api, state, write, nowMs());
      if (isForPage(outcome)) return;
      await apply(eventOf(state, write, outcome));
      if (state.offline) throw notNow();
    }
    if (state.writes.some(({ fault }) => fault?.kind === 'refused' && fault.status >= 500))
      throw notNow();
  });
}

/** True when only a page can continue: after the owner has signed in, or after a list that fits its schema. */
const isForPage = ({ kind }: Outcome<unknown>): boolean =>
  kind === 'expired' || kind === 'mismatch';

const notNow = () => new Error('The service does not work');
