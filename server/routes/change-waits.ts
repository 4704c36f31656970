import type { Log } from '../log/log.ts';
import type { NewRevocation, Store } from '../store/store.ts';
import { StoreError } from '../store/store.ts';
import type { World } from '../world.ts';
import { isWithin } from '../world.ts';
import type { Wait, WaitEvent } from './waits.ts';
import { reduceWaits } from './waits.ts';

/** The most waits of one person. */
export const mostOfPerson = 8;

/** The pause between two looks at the clock. A wait ends at the last one before its time is over. */
const tickMs = 250;
/** The pause between two questions to the store: about the lists, and about the sessions, of all who wait. */
const askMs = 1000;

/** Each wait in a row is shorter by another fiftieth: requests that come together, as after a restart, do not stay together. */
const spreads = 10;
const spreadPart = 50;

type Parts = Pick<World, 'wait' | 'nowMs'> &
  Readonly<{
    store: Pick<Store, 'findVersions' | 'findNewRevocations'>;
    log: Log;
    /** The most waits of all people: each takes about 10 KB, and a connection or a thread of the proxy. */
    mostWaiting: number;
  }>;

/** The wait that a request asks for: the version that its client has, and its session. */
export type AskedWait = Pick<Wait, 'version' | 'revocable'> & Readonly<{ longestMs: number }>;

/** A wait that has begun: the event that ends it, and the end that its request gives it. */
export type BegunWait = Readonly<{ ended: Promise<WaitEvent['kind']>; leave: () => void }>;

export type ChangeWaits = ReturnType<typeof makeChangeWaits>;

/**
 * The requests that wait for a change of a list. A write of this process ends them at once; the store is asked once a second for
 * the writes and the ends of sessions of other processes. A wait holds no connection to the store and no timer of its own.
 */
export function makeChangeWaits({ store, wait, nowMs, log, mostWaiting }: Parts) {
  const waitsOf = new Map<string, readonly Wait[]>();
  const ends = new Map<Wait, (by: WaitEvent['kind']) => void>();
  let isStopped = false;
  let isTicking = false;
  let begins = 0;

  function dispatch(owner: string, event: WaitEvent): void {
    const before = waitsOf.get(owner) ?? [];
    const after = reduceWaits(before, event);
    if (after === before) return;
    if (after.length > 0) waitsOf.set(owner, after);
    else waitsOf.delete(owner);
    for (const each of before) {
      if (after.includes(each)) continue;
      ends.get(each)?.(event.kind);
      ends.delete(each);
    }
  }

  function dispatchToAll(event: WaitEvent): void {
    for (const owner of waitsOf.keys()) dispatch(owner, event);
  }

  async function tick(): Promise<void> {
    isTicking = true;
    let askedAtMs = nowMs();
    while (waitsOf.size > 0) {
      await wait(tickMs);
      const atMs = nowMs();
      dispatchToAll({ kind: 'passed', nowMs: atMs + tickMs });
      if (isWithin(askMs, askedAtMs, atMs)) continue;
      askedAtMs = atMs;
      // Not awaited: a store that hangs must not delay the ends of the waits.
      void ask();
    }
    isTicking = false;
  }

  /** While the store fails, a wait ends when its time is over. The store logs its own outage. */
  async function ask(): Promise<void> {
    try {
      const [versions, revocations] = await Promise.all([
        store.findVersions([...waitsOf.keys()]),
        store.findNewRevocations(),
      ]);
      for (const [owner, version] of versions) dispatch(owner, { kind: 'read', version });
      revoke(revocations);
    } catch (err) {
      if (!(err instanceof StoreError)) log.error({ err }, 'Waiting requests were not told');
    }
  }

  function revoke(revocations: readonly NewRevocation[]): void {
    if (revocations.length > 0) dispatchToAll({ kind: 'revoked', revocations });
  }

  return {
    /**
     * Begins a wait. undefined: it would end at once, there are too many, or the service stops. Its request reads the version
     * afterwards, so that no write between the two is missed, and calls `leave` at its end.
     */
    begin(owner: string, asked: AskedWait): BegunWait | undefined {
      const { version, revocable } = asked;
      const own = waitsOf.get(owner)?.length ?? 0;
      if (isStopped || own >= mostOfPerson || ends.size >= mostWaiting) return undefined;
      if (asked.longestMs <= tickMs) return undefined;
      begins += 1;
      const untilMs = nowMs() + asked.longestMs * (1 - (begins % spreads) / spreadPart);
      const begun: Wait = { version, untilMs, revocable };
      const { promise: ended, resolve } = Promise.withResolvers<WaitEvent['kind']>();
      ends.set(begun, resolve);
      dispatch(owner, { kind: 'began', wait: begun });
      if (!isTicking) void tick();
      return { ended, leave: () => dispatch(owner, { kind: 'left', wait: begun }) };
    },
    /** After a write of this process. */
    tellWrite: (owner: string): void => dispatch(owner, { kind: 'written' }),
    /** After a sign-out at this process. */
    revoke,
    size: (): number => ends.size,
    /** Ends all waits, and begins no further one. */
    stop(): void {
      isStopped = true;
      dispatchToAll({ kind: 'stopped' });
    },
  };
}
