import type { Account } from '../server/store/move.ts';
import { moveStore } from '../server/store/move.ts';
import { openPostgresSource } from '../server/store/postgres-rows.ts';
import { openSqliteSource } from '../server/store/sqlite-rows.ts';
import type { Rows, UntouchedSource } from '../server/store/tables.ts';
import type { Surroundings } from './command.ts';
import { fileOf } from './profile.ts';

/** Opens a store for reading, in one snapshot, for as long as `work` takes. */
export async function withSource<T>(url: string, work: (source: UntouchedSource) => Promise<T>): Promise<T> {
  const path = fileOf(url);
  const source = path === undefined ? await openPostgresSource(url) : openSqliteSource(path);
  try {
    return await work(source);
  } finally {
    await source.close();
  }
}

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
