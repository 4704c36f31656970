import { createHash } from 'node:crypto';

import { StoreError } from './store.ts';
import type { Rows, Source, Table, UntouchedSource, Values } from './tables.ts';
import { keyOf, tables } from './tables.ts';

/** The account of one table: the number of rows, and a SHA-256 over all of them in the order of their keys. */
export type Account = Readonly<{ table: string; rows: number; checksum: string }>;

export type MoveProgress = (table: string, rowsSoFar: number) => void;

const rowsAtOnce = 1000;

/**
 * Makes `to` hold exactly what `from` holds, except the tables in `leftBehind`, and proves it by reading both again. After
 * an interruption a second run writes only the missing rows. Refuses a target that holds anything else, and a source that
 * changes during the move.
 */
export async function moveStore(from: UntouchedSource, to: Rows, progress: MoveProgress): Promise<Account[]> {
  for (const table of tables) await copy(table, from, to, progress);
  await to.continueIdsAbove(await from.lastTaskId());

  const accounts: Account[] = [];
  for (const table of tables) {
    const [there, here] = [await account(table, from), await account(table, to)];
    if (there.rows !== here.rows || there.checksum !== here.checksum) {
      throw new StoreError(
        'failed',
        `${table.name}: the source holds ${there.rows} rows (${there.checksum}), the target ${here.rows} ` +
          `(${here.checksum}). Stop every process that uses either of them and start the move again`,
      );
    }
    accounts.push(here);
  }
  await from.checkUnchanged();
  return accounts;
}

async function copy(table: Table, from: Source, to: Rows, progress: MoveProgress): Promise<void> {
  let after: Values | undefined;
  let rowsSoFar = 0;
  for (;;) {
    const rows = await from.read(table, { ...(after && { after }), limit: rowsAtOnce });
    const last = rows.at(-1);
    const upTo = last && keyOf(table, last);
    const missing = await missingRows(table, rows, to, { ...(after && { after }), ...(upTo && { upTo }) });
    if (missing.length > 0) await to.write(table, missing);
    rowsSoFar += rows.length;
    progress(table.name, rowsSoFar);
    if (upTo === undefined) return;
    after = upTo;
  }
}

/** Rows of an interrupted move are equal to rows of the source; any other row in the range is somebody's data. */
async function missingRows(
  table: Table,
  rows: readonly Values[],
  to: Rows,
  range: Readonly<{ after?: Values; upTo?: Values }>,
) {
  const standing = new Set(
    (await to.read(table, { ...range, limit: rows.length + 1 })).map((row) => JSON.stringify(row)),
  );
  const missing = rows.filter((row) => !standing.delete(JSON.stringify(row)));
  if (standing.size === 0) return missing;
  throw new StoreError(
    'failed',
    `The target's table ${table.name} holds rows that the source does not have. They are left as they are: ` +
      'name an empty database as the target, or one that a move of this very source has begun to fill',
  );
}

async function account(table: Table, of: Source): Promise<Account> {
  const hash = createHash('sha256');
  let after: Values | undefined;
  let rows = 0;
  for (;;) {
    const chunk = await of.read(table, { ...(after && { after }), limit: rowsAtOnce });
    for (const row of chunk) hash.update(`${JSON.stringify(row)}\n`);
    rows += chunk.length;
    const last = chunk.at(-1);
    if (last === undefined) return { table: table.name, rows, checksum: hash.digest('hex').slice(0, 16) };
    after = keyOf(table, last);
  }
}
