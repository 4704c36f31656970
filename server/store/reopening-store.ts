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
  /** Called for each call and each attempt to open that fails. */
  failed: (code: StoreErrorCode) => void;
}>;

export type ReopeningStore = Readonly<{
  store: Store;
  /**
   * Begins to open the store; called once. `opened` rejects with an error that a retry cannot fix; `firstFailure` resolves when the
   * first attempt fails.
   */
  begin: (log: StoreLog) => Readonly<{ opened: Promise<void>; firstFailure: Promise<void> }>;
}>;

const firstPauseMs = 500;
const longestPauseMs = 5000;

/** Errors that a retry can fix. All others are a wrong configuration or release: at the start they end the process. */
const temporary: ReadonlySet<StoreErrorCode> = new Set([
  'unavailable',
  'overloaded',
  'lost',
  'damaged',
  'not_writable',
]);

/**
 * A store that may be unavailable, at the start or after an error `lost`. It is opened again automatically, after pauses
 * that double from 0.5 to 5 s. Until then every call is refused as `unavailable` with the reason, which is logged once.
 */
export function makeReopeningStore({ open, wait, nowMs, failed }: Parts): ReopeningStore {
  const ending = new AbortController();
  const opened = Promise.withResolvers<void>();
  const firstFailure = Promise.withResolvers<void>();
  let current: Store | undefined;
  let refusal = new StoreError('unavailable', 'The store is being opened');
  let openedMs = -Infinity;
  let pauseMs = 0;
  let log: StoreLog | undefined;
  let dropping: Promise<void> | undefined;
  /** The reasons of this outage that are logged. */
  const logged = new Set<string>();
  let closing: Promise<void> | undefined;

  async function call<T>(work: (store: Store) => Promise<T>): Promise<T> {
    const store = current;
    if (store === undefined) {
      failed(refusal.code);
      throw refusal;
    }
    try {
      return await work(store);
    } catch (error) {
      if (error instanceof StoreError) {
        failed(error.code);
        if (error.code === 'lost' && current === store) drop(store, error);
      }
      throw error;
    }
  }

  function drop(lost: Store, reason: StoreError): void {
    current = undefined;
    if (nowMs() - openedMs > longestPauseMs) pauseMs = 0;
    report(reason);
    dropping = lost.close().catch(() => undefined);
    void dropping.then(pause).then(reopen);
  }

  async function reopen(): Promise<void> {
    while (!ending.signal.aborted) {
      try {
        return accept(await open());
      } catch (error) {
        if (ending.signal.aborted) return;
        const reason = asStoreError(error);
        failed(reason.code);
        if (openedMs === -Infinity && !temporary.has(reason.code)) return opened.reject(reason);
        report(reason);
      }
      await pause();
    }
  }

  function accept(store: Store): void {
    if (ending.signal.aborted) return void store.close().catch(() => undefined);
    current = store;
    openedMs = nowMs();
    if (logged.size > 0) log?.info('The store answers again');
    logged.clear();
    opened.resolve();
  }

  function report(reason: StoreError): void {
    refusal = new StoreError('unavailable', reason.message, reason.cause);
    if (!logged.has(reason.message)) log?.error({ err: reason }, reason.message);
    logged.add(reason.message);
    firstFailure.resolve();
  }

  async function pause(): Promise<void> {
    pauseMs = Math.min(Math.max(firstPauseMs, pauseMs * 2), longestPauseMs);
    await wait(pauseMs, ending.signal).catch(() => undefined);
  }

  async function close(): Promise<void> {
    ending.abort();
    refusal = new StoreError('unavailable', 'The store is closed');
    const last = current;
    current = undefined;
    await dropping;
    await last?.close();
  }

  return {
    begin(to) {
      log = to;
      void reopen();
      return { opened: opened.promise, firstFailure: firstFailure.promise };
    },
    store: {
      rememberUser: (...args) => call((store) => store.rememberUser(...args)),
      list: (...args) => call((store) => store.list(...args)),
      createTask: (...args) => call((store) => store.createTask(...args)),
      findCreated: (...args) => call((store) => store.findCreated(...args)),
      replaceTask: (...args) => call((store) => store.replaceTask(...args)),
      deleteTask: (...args) => call((store) => store.deleteTask(...args)),
      claimRenewal: (...args) => call((store) => store.claimRenewal(...args)),
      publishRenewal: (...args) => call((store) => store.publishRenewal(...args)),
      releaseRenewal: (...args) => call((store) => store.releaseRenewal(...args)),
      noteRevocation: (...args) => call((store) => store.noteRevocation(...args)),
      listRevocations: (...args) => call((store) => store.listRevocations(...args)),
      sweep: (...args) => call((store) => store.sweep(...args)),
      check: () => call((store) => store.check()),
      use: () => current?.use() ?? { used: 0, idle: 0, waiting: 0 },
      close: () => (closing ??= close()),
    },
  };
}

const asStoreError = (error: unknown): StoreError =>
  error instanceof StoreError ? error : new StoreError('failed', 'The store cannot be opened', error);
