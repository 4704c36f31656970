import type { DatabaseSync } from 'node:sqlite';

/**
 * What a connection remembers holds until another connection writes. SQLite says that one has written, but not what: the
 * returned check then calls `forget`. It is made before each use.
 */
export function watchOtherWriters(database: DatabaseSync, forget: () => void): () => void {
  const version = database.prepare('PRAGMA data_version', { returnArrays: true });
  let seen: unknown;
  let isChecked = false;

  return () => {
    if (isChecked) return;
    const now = version.get()?.[0];
    if (now !== seen) forget();
    seen = now;
    isChecked = true;
    // No request arrives before the microtasks are done, and a transaction has ended: a check holds for all that use it until then.
    queueMicrotask(() => (isChecked = false));
  };
}
