import { openPostgresStore } from './postgres.ts';
import { openSqliteStore } from './sqlite.ts';
import type { Store } from './store.ts';
import { StoreError } from './store.ts';

/** The store at `sqlite:<file>`, `sqlite::memory:` or `postgres://...`. Refuses any other address. */
export async function openStore(url: string, options: Readonly<{ poolSize: number }>): Promise<Store> {
  if (url.startsWith('sqlite:')) return openSqliteStore(url.slice('sqlite:'.length));
  if (/^postgres(ql)?:\/\//.test(url)) return openPostgresStore(url, options);
  // Not the address itself: it may hold a password.
  throw new StoreError('failed', 'store.url must begin with sqlite: or postgres://');
}
