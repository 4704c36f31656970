import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { openSqliteStore } from './sqlite/sqlite-store.ts';
import type { Store, StoreErrorCode } from './store.ts';
import { StoreError } from './store.ts';

/**
 * Reads an address `sqlite:<file>`, `sqlite::memory:` or `postgres://...`, and returns a function that opens the store.
 * Refuses any other address. `isService`: an embedded database is opened by one service at most, and by any number of commands.
 */
export function makeOpener(
  url: string,
  { poolSize, isService = false }: Readonly<{ poolSize: number; isService?: boolean }>,
): () => Promise<Store> {
  if (/^postgres(ql)?:\/\//.test(url)) {
    // The driver is loaded only where it is needed.
    return async () =>
      (await import('./postgres/postgres-store.ts')).openPostgresStore(url, { poolSize });
  }
  // The message does not repeat the address: it may hold a password.
  if (!url.startsWith('sqlite:'))
    throw new StoreError('misconfigured', 'store.url must begin with sqlite: or postgres://');
  const path = url.slice('sqlite:'.length);
  let hasBeenThere = false;
  return async () => {
    try {
      // The file is created once only: while a disk is unmounted for repair, no new empty database may take its place.
      return openSqliteStore(path, { mayMake: !hasBeenThere, isService });
    } finally {
      hasBeenThere ||= existsSync(path);
    }
  };
}

/** The file with the path of the embedded database that an earlier start used. The database may be on another disk. */
export const databasePathFile = (dataFolder: string): string => join(dataFolder, 'database-path');

/** Refuses a missing database that an earlier start used: its disk may not be mounted, and no empty one may take its place. */
export function refuseMissing(path: string, dataFolder: string): void {
  const note = databasePathFile(dataFolder);
  if (existsSync(path) || !existsSync(note) || readFileSync(note, 'utf8') !== path) return;
  const advice = `mount its disk or restore it; to begin with an empty one remove ${note}`;
  throw new StoreError('misconfigured', `The database ${path} is not there any more: ${advice}`);
}

/** Errors that a retry cannot fix: a wrong configuration or release. At the start they end the process. */
const lasting: ReadonlySet<StoreErrorCode> = new Set(['newer_database', 'misconfigured', 'failed']);

const pauseMs = 1000;

type OpeningParts = Readonly<{
  /** One attempt to open the store, with migrations. */
  open: () => Promise<Store>;
  /** Rejects when the signal aborts. */
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Called for each call and each attempt to open that fails. */
  failed: (code: StoreErrorCode) => void;
  log: Readonly<{
    error: (details: Readonly<{ err: Error }>, message: string) => void;
    info: (message: string) => void;
  }>;
}>;

/**
 * A store that may be unavailable, at the start or after an error `lost`. It tries to open again every second. Until it is
 * open, every call is refused as `unavailable` with the reason, which is logged once.
 */
export function makeReopeningStore({ open, wait, failed, log }: OpeningParts) {
  const ending = new AbortController();
  const opened = Promise.withResolvers<void>();
  let current: Store | undefined;
  let refusal = new StoreError('unavailable', 'The store is being opened');
  let hasBeenOpen = false;
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
        if (error.code === 'lost' && current === store) {
          current = undefined;
          report(error);
          dropping = store.close().catch(() => undefined);
          void dropping.then(pause).then(reopen);
        }
      }
      throw error;
    }
  }

  async function reopen(): Promise<void> {
    for (; !ending.signal.aborted; await pause()) {
      try {
        const store = await open();
        if (ending.signal.aborted) return void store.close().catch(() => undefined);
        current = store;
        hasBeenOpen = true;
        if (logged.size > 0) log.info('The store answers again');
        logged.clear();
        return opened.resolve();
      } catch (error) {
        const reason =
          error instanceof StoreError
            ? error
            : new StoreError('failed', 'The store cannot be opened', error);
        failed(reason.code);
        if (!hasBeenOpen && lasting.has(reason.code)) return opened.reject(reason);
        report(reason);
      }
    }
  }

  function report(reason: StoreError): void {
    if (ending.signal.aborted) return;
    refusal = new StoreError('unavailable', reason.message, reason.cause);
    if (!logged.has(reason.message)) log.error({ err: reason }, reason.message);
    logged.add(reason.message);
  }

  const pause = () => wait(pauseMs, ending.signal).catch(() => undefined);

  async function close(): Promise<void> {
    ending.abort();
    refusal = new StoreError('unavailable', 'The store is closed');
    const last = current;
    current = undefined;
    await dropping;
    await last?.close();
  }

  const store: Store = {
    rememberUser: (...args) => call((it) => it.rememberUser(...args)),
    list: (...args) => call((it) => it.list(...args)),
    findVersions: (...args) => call((it) => it.findVersions(...args)),
    createTask: (...args) => call((it) => it.createTask(...args)),
    findCreated: (...args) => call((it) => it.findCreated(...args)),
    replaceTask: (...args) => call((it) => it.replaceTask(...args)),
    deleteTask: (...args) => call((it) => it.deleteTask(...args)),
    claimRenewal: (...args) => call((it) => it.claimRenewal(...args)),
    publishRenewal: (...args) => call((it) => it.publishRenewal(...args)),
    releaseRenewal: (...args) => call((it) => it.releaseRenewal(...args)),
    noteRevocation: (...args) => call((it) => it.noteRevocation(...args)),
    findRevocation: (...args) => call((it) => it.findRevocation(...args)),
    findNewRevocations: () => call((it) => it.findNewRevocations()),
    takeAuditLines: () => call((it) => it.takeAuditLines()),
    sweep: (...args) => call((it) => it.sweep(...args)),
    check: () => call((it) => it.check()),
    count: () => call((it) => it.count()),
    waiting: () => current?.waiting() ?? 0,
    close: () => (closing ??= close()),
  };
  return {
    store,
    /** Begins to open the store; called once. Resolves when it is open; rejects with an error that a retry cannot fix. */
    begin: () => {
      void reopen();
      return opened.promise;
    },
  };
}
