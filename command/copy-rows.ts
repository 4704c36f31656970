import type { Account } from '../server/store/move.ts';
import { moveStore } from '../server/store/move.ts';
import { openPostgresSource } from '../server/store/postgres-rows.ts';
import { openSqliteSource } from '../server/store/sqlite-rows.ts';
import type { Rows, UntouchedSource } from '../server/store/tables.ts';
import type { Surroundings } from './command.ts';
import { fileOf } from './profile.ts';

/** A store to read from, in one snapshot. */
export const openSource = async (url: string): Promise<UntouchedSource> => {
  const path = fileOf(url);
  return path === undefined ? openPostgresSource(url) : openSqliteSource(path);
};

/** Copies all rows and compares both stores. Warns when a process that writes seems to use the source, unless that may be. */
export async function copyRows(
  url: string,
  openTarget: () => Promise<Rows>,
  { tell, progress }: Surroundings,
  { mayBeInUse = false } = {},
): Promise<Account[]> {
  const from = await openSource(url);
  try {
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
  } finally {
    await from.close();
  }
}
