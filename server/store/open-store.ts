import { existsSync } from 'node:fs';

import { readMigrations } from './migrations.ts';
import { openSqliteStore } from './sqlite/sqlite-store.ts';
import type { Store } from './store.ts';
import { StoreError } from './store.ts';

/** `isService`: an embedded database may have one service, and any commands beside it. */
type OpenerOptions = Readonly<{ poolSize: number; isService?: boolean }>;

/**
 * Reads an address `sqlite:<file>`, `sqlite::memory:` or `postgres://...`, and returns a function that opens the store.
 * Refuses any other address.
 */
export function makeOpener(url: string, options: OpenerOptions): () => Promise<Store> {
  if (url.startsWith('sqlite:')) return makeSqliteOpener(url.slice('sqlite:'.length), options);
  if (/^postgres(ql)?:\/\//.test(url)) return makePostgresOpener(url, options);
  // The message does not repeat the address: it may hold a password.
  throw new StoreError('misconfigured', 'store.url must begin with sqlite: or postgres://');
}

/** Loads the driver only where it is needed. */
function makePostgresOpener(url: string, options: OpenerOptions): () => Promise<Store> {
  return async () => (await import('./postgres/postgres-store.ts')).openPostgresStore(url, options);
}

/** The first opening may block the thread for longer: at the start no request waits yet. */
const firstBlockingMs = 2000;
const laterBlockingMs = 50;

/** Creates the file at the first opening only: while a disk is unmounted for repair, no new empty database may take its place. */
function makeSqliteOpener(path: string, { isService = false }: OpenerOptions): () => Promise<Store> {
  let mostBlockingMs = firstBlockingMs;
  let hasBeenThere = false;
  const migrations = readMigrations('sqlite');
  return async () => {
    try {
      return openSqliteStore(path, { mostBlockingMs, mayMake: !hasBeenThere, isService, migrations });
    } finally {
      mostBlockingMs = laterBlockingMs;
      hasBeenThere ||= existsSync(path);
    }
  };
}
