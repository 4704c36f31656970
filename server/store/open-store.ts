import { existsSync } from 'node:fs';

import { openPostgresStore } from './postgres.ts';
import { openSqliteStore } from './sqlite.ts';
import type { Store } from './store.ts';
import { StoreError } from './store.ts';

/**
 * Finds the store at `sqlite:<file>`, `sqlite::memory:` or `postgres://...`; each call of what it returns opens it. Refuses
 * any other address.
 */
export function makeOpener(url: string, options: Readonly<{ poolSize: number }>): () => Promise<Store> {
  if (url.startsWith('sqlite:')) return makeSqliteOpener(url.slice('sqlite:'.length));
  if (/^postgres(ql)?:\/\//.test(url)) return () => openPostgresStore(url, options);
  // Not the address itself: it may hold a password.
  throw new StoreError('misconfigured', 'store.url must begin with sqlite: or postgres://');
}

/** Nobody waits for this process yet when it opens its store for the first time; later everybody does. */
const firstBlockingMs = 2000;
const laterBlockingMs = 50;

/** Where a disk is unmounted to be mended, a new and empty database must not take the place of the one on it. */
function makeSqliteOpener(path: string): () => Promise<Store> {
  let mostBlockingMs = firstBlockingMs;
  let hasBeenThere = false;
  return async () => {
    try {
      return openSqliteStore(path, { mostBlockingMs, mayMake: !hasBeenThere });
    } finally {
      mostBlockingMs = laterBlockingMs;
      hasBeenThere ||= existsSync(path);
    }
  };
}
