import type { Store, StoreErrorCode } from './store.ts';
import { StoreError } from './store.ts';

export type StoreLog = Readonly<{
  error: (details: Readonly<{ err: Error }>, message: string) => void;
  info: (message: string) => void;
}>;

type Parts = Readonly<{
  /** One attempt, migrations included. Throws StoreError and nothing else. */
  open: () => Promise<Store>;
  /** Rejects when the signal aborts. */
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  nowMs: () => number;
}>;

export type ReturningStore = Readonly<{
  store: Store;
  /** Begins to open it, once. `opened` rejects with what waiting cannot mend; `away` resolves when it is away at first. */
  begin: (log: StoreLog) => Readonly<{ opened: Promise<void>; away: Promise<void> }>;
}>;

const firstPauseMs = 500;
const longestPauseMs = 5000;

/** The rest is a mistake in the configuration or the wrong release, and best told to whoever has just started it. */
const passing: ReadonlySet<StoreErrorCode> = new Set([
  'unavailable',
  'overloaded',
  'lost',
  'damaged',
  'not_writable',
]);

/**
 * A store that may be away, at the start or when it says that it is `lost`: it is opened again by itself, after pauses that
 * double from 0.5 to 5 s. Meanwhile every call is refused as `unavailable` with the reason, which is logged once.
 */
export function makeReturningStore({ open, wait, nowMs }: Parts): ReturningStore {
  const ending = new AbortController();
  const opened = Promise.withResolvers<void>();
  const away = Promise.withResolvers<void>();
  let present: Store | undefined;
  let absence = new StoreError('unavailable', 'The store is being opened');
  let openedMs = -Infinity;
  let pauseMs = 0;
  let log: StoreLog | undefined;
  let leaving: Promise<void> | undefined;
  let closing: Promise<void> | undefined;

  async function call<T>(work: (store: Store) => Promise<T>): Promise<T> {
    const store = present;
    if (store === undefined) throw absence;
    try {
      return await work(store);
    } catch (error) {
      if (error instanceof StoreError && error.code === 'lost' && present === store) leave(store, error);
      throw error;
    }
  }

  function leave(lost: Store, reason: StoreError): void {
    present = undefined;
    if (nowMs() - openedMs > longestPauseMs) pauseMs = 0;
    const told = new Set<string>();
    tell(reason, told);
    leaving = lost.close().catch(() => undefined);
    void leaving.then(pause).then(() => comeBack(told));
  }

  async function comeBack(told: Set<string>): Promise<void> {
    while (!ending.signal.aborted) {
      try {
        return arrive(await open(), told.size > 0);
      } catch (error) {
        if (ending.signal.aborted) return;
        const reason = asStoreError(error);
        if (openedMs === -Infinity && !passing.has(reason.code)) return opened.reject(reason);
        tell(reason, told);
      }
      await pause();
    }
  }

  function arrive(store: Store, again: boolean): void {
    if (ending.signal.aborted) return void store.close().catch(() => undefined);
    present = store;
    openedMs = nowMs();
    if (again) log?.info('The store answers again');
    opened.resolve();
  }

  /** Each reason once in an absence. */
  function tell(reason: StoreError, told: Set<string>): void {
    absence = new StoreError('unavailable', reason.message, reason.cause);
    if (!told.has(reason.message)) log?.error({ err: reason }, reason.message);
    told.add(reason.message);
    away.resolve();
  }

  async function pause(): Promise<void> {
    pauseMs = Math.min(Math.max(firstPauseMs, pauseMs * 2), longestPauseMs);
    await wait(pauseMs, ending.signal).catch(() => undefined);
  }

  async function close(): Promise<void> {
    ending.abort();
    absence = new StoreError('unavailable', 'The store is closed');
    const last = present;
    present = undefined;
    await leaving;
    await last?.close();
  }

  return {
    begin(to) {
      log = to;
      void comeBack(new Set());
      return { opened: opened.promise, away: away.promise };
    },
    store: {
      rememberUser: (...args) => call((store) => store.rememberUser(...args)),
      listOwnedBy: (...args) => call((store) => store.listOwnedBy(...args)),
      createTask: (...args) => call((store) => store.createTask(...args)),
      findCreated: (...args) => call((store) => store.findCreated(...args)),
      replaceTask: (...args) => call((store) => store.replaceTask(...args)),
      deleteTask: (...args) => call((store) => store.deleteTask(...args)),
      claimRenewal: (...args) => call((store) => store.claimRenewal(...args)),
      publishRenewal: (...args) => call((store) => store.publishRenewal(...args)),
      releaseRenewal: (...args) => call((store) => store.releaseRenewal(...args)),
      noteEnding: (...args) => call((store) => store.noteEnding(...args)),
      findEndings: (...args) => call((store) => store.findEndings(...args)),
      listEndings: (...args) => call((store) => store.listEndings(...args)),
      sweep: (...args) => call((store) => store.sweep(...args)),
      check: () => call((store) => store.check()),
      close: () => (closing ??= close()),
    },
  };
}

const asStoreError = (error: unknown): StoreError =>
  error instanceof StoreError ? error : new StoreError('failed', 'The store cannot be opened', error);
