import { createHash } from 'node:crypto';

import { StoreError } from '../../server/store/store.ts';
import type { Range, Rows, Source, Table, UntouchedSource, Values } from './tables.ts';
import { tables } from './tables.ts';

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
  let rowsSoFar = 0;
  for await (const { rows, range } of chunksOf(table, from)) {
    const missing = await missingRows(table, rows, to, range);
    if (missing.length > 0) await to.write(table, missing);
    rowsSoFar += rows.length;
    progress(table.name, rowsSoFar);
  }
}

type Chunk = Readonly<{ rows: readonly Values[]; range: Omit<Range, 'limit'> }>;

/** All rows in the order of their keys. The ranges of the chunks cover every key, so the last chunk may have no row. */
async function* chunksOf(table: Table, from: Source): AsyncGenerator<Chunk> {
  for (let range: Chunk['range'] = {}; ;) {
    const rows = await from.read(table, { ...range, limit: rowsAtOnce });
    const upTo = rows.at(-1)?.slice(0, table.key.length);
    yield { rows, range: { ...range, ...(upTo && { upTo }) } };
    if (upTo === undefined) return;
    range = { after: upTo };
  }
}

/** Rows of an interrupted move are equal to rows of the source; any other row in the range is somebody's data. */
async function missingRows(table: Table, rows: readonly Values[], to: Rows, range: Chunk['range']) {
  const standing = await to.read(table, { ...range, limit: rows.length + 1 });
  const left = new Set(standing.map((row) => JSON.stringify(row)));
  const missing = rows.filter((row) => !left.delete(JSON.stringify(row)));
  if (left.size === 0) return missing;
  throw new StoreError(
    'failed',
    `The target's table ${table.name} holds rows that the source does not have. They are left as they are: ` +
      'name an empty database as the target, or one that a move of this very source has begun to fill',
  );
}

async function account(table: Table, of: Source): Promise<Account> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const { rows } of chunksOf(table, of)) {
    for (const row of rows) hash.update(`${JSON.stringify(row)}\n`);
    count += rows.length;
  }
  return { table: table.name, rows: count, checksum: hash.digest('hex').slice(0, 16) };
}
