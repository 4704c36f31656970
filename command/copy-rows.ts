import type { Account } from './store/move.ts';
import { moveStore } from './store/move.ts';
import type { Rows } from './store/tables.ts';
import type { Surroundings } from './command.ts';
import { withSource } from './store.ts';

/** Copies all rows and compares both stores. Warns when a process that writes seems to use the source, unless that may be. */
export async function copyRows(
  url: string,
  openTarget: () => Promise<Rows>,
  { tell, progress }: Surroundings,
  { mayBeInUse = false } = {},
): Promise<Account[]> {
  return withSource(url, async (from) => {
    if (from.alsoUsedBy !== null && !mayBeInUse) {
      tell(`WARNING: ${from.alsoUsedBy}. Later writes will not be moved: stop the service first`);
    }
    const to = await openTarget();
    try {
      return await moveStore(from, to, (table, rows) => progress(`${table}: ${rows} rows`));
    } finally {
      progress('');
      await to.close();
    }
  });
}
