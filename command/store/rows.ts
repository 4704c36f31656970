import { createHash } from 'node:crypto';

import { StoreError } from '../../server/store/store.ts';

/** A table that both engines have. The columns of its key come first in each row. */
export type Table = Readonly<{ name: string; key: readonly string[]; columns: readonly string[] }>;

/**
 * Every table that is copied, each after those that it refers to. Not `renewals`, sealed tokens that live for a minute, and not
 * `lists`, whose versions begin with the time of the copy.
 */
export const tables: readonly Table[] = [
  tableOf('users', ['id'], ['email', 'created_at_ms']),
  tableOf(
    'tasks',
    ['owner', 'id'],
    ['description', 'due_date', 'importance', 'state', 'created_at_ms', 'updated_at_ms'],
  ),
  tableOf('idempotency', ['owner', 'key'], ['body_hash', 'task_id', 'created_at_ms']),
  tableOf('endings', ['subject'], ['ended_at_ms', 'until_ms', 'noted_at_ms']),
];

function tableOf(name: string, key: readonly string[], others: readonly string[]): Table {
  return { name, key, columns: [...key, ...others] };
}

/** The values of a row in the order of its columns. */
export type Values = ReadonlyArray<string | number | null>;

/** Runs a statement whose parameters are `?`, and resolves with its rows as arrays. */
export type Query = (text: string, values?: Values) => Promise<unknown[][]>;

/** A database that is read in one snapshot. No byte of it changes. */
export type Source = Readonly<{
  query: Query;
  /** The columns of a table; none where an earlier release had no such table. */
  columnsOf: (table: string) => Promise<readonly string[]>;
  /** The last task id that was given, also when its task is gone. */
  lastTaskId: () => Promise<number>;
  /** Which other process seems to use it; null for none. */
  alsoUsedBy: string | null;
  /** Reads all of it once, and rejects when it is damaged. */
  check: () => Promise<void>;
  /** Rejects when the database has changed since it was opened. */
  checkUnchanged: () => Promise<void>;
}> &
  AsyncDisposable;

/** A database that is written. */
export type Target = Readonly<{
  /** Runs `work` in one transaction, during which nobody else writes rows of users. */
  alone: <T>(work: (query: Query) => Promise<T>) => Promise<T>;
  /** Adds rows. */
  write: (table: Table, rows: readonly Values[]) => Promise<void>;
  /** Makes new task ids greater than this, and a list for each user whose version is the time. */
  continueAbove: (taskId: number) => Promise<void>;
  /** Removes what erased rows have left in the files, as far as the engine can. */
  overwriteRemoved: () => Promise<void>;
}> &
  AsyncDisposable;

/** The version of the schema that a database has, 0 for none, and that of this release. */
export type Inspected = Readonly<{ version: number; known: number }>;

/** Refuses to read a database in which no release has made a schema. */
export function refuseStranger(version: number): void {
  if (version === 0) throw new StoreError('failed', 'The source is no database of Dueline');
}

/** The number of rows of a table, and a SHA-256 over all of them in the order of their keys. */
export type Account = Readonly<{ table: string; rows: number; checksum: string }>;

export type CopyProgress = (table: string, rowsSoFar: number) => void;

const rowsAtOnce = 1000;

/**
 * Fills the empty `to` with all rows of `from`, reads them again and compares checksums, in one transaction. What an earlier
 * release did not store gets its default. Refuses a target that holds anything, and a source that is damaged or has changed
 * meanwhile; then the target is unchanged.
 */
export async function copyRows(from: Source, to: Target, progress: CopyProgress): Promise<Account[]> {
  await from.check();
  return to.alone(async (query) => {
    for (const table of tables) await refuseRows(table, query);
    const accounts: Account[] = [];
    const copied = await stored(from);
    for (const table of copied) {
      accounts.push(
        await account(table, from.query, async (rows, rowsSoFar) => {
          await to.write(table, rows);
          progress(table.name, rowsSoFar);
        }),
      );
    }
    await to.continueAbove(await from.lastTaskId());
    for (const [index, table] of copied.entries()) compare(accounts[index], await account(table, query));
    await from.checkUnchanged();
    return accounts;
  });
}

/** The tables and columns that the source has. */
async function stored(from: Source): Promise<Table[]> {
  const found: Table[] = [];
  for (const table of tables) {
    const names = await from.columnsOf(table.name);
    const columns = table.columns.filter((column) => names.includes(column));
    if (columns.length > 0) found.push({ ...table, columns });
  }
  return found;
}

async function refuseRows({ name }: Table, query: Query): Promise<void> {
  if ((await query(`SELECT 1 FROM ${name} LIMIT 1`)).length === 0) return;
  throw new StoreError('failed', `The target's table ${name} holds rows: name an empty database`);
}

/** Reads a whole table, and calls `each` with some rows at a time. */
async function account(
  { name, key, columns }: Table,
  query: Query,
  each = async (_rows: readonly Values[], _rowsSoFar: number) => {},
): Promise<Account> {
  const hash = createHash('sha256');
  let count = 0;
  for (let after: Values = []; ;) {
    const bound =
      after.length === 0 ? '' : `WHERE (${key.join(', ')}) > (${after.map(() => '?').join(', ')})`;
    const text = `SELECT ${selected(columns)} FROM ${name} ${bound} ORDER BY ${key.join(', ')} LIMIT ${rowsAtOnce}`;
    const rows = (await query(text, after)).map(valuesOf);
    for (const row of rows) hash.update(`${JSON.stringify(row)}\n`);
    count += rows.length;
    await each(rows, count);
    after = rows.at(-1)?.slice(0, key.length) ?? [];
    if (rows.length < rowsAtOnce)
      return { table: name, rows: count, checksum: hash.digest('hex').slice(0, 16) };
  }
}

/** The columns as text and numbers: PostgreSQL has a type for dates. */
export const selected = (columns: readonly string[]): string =>
  columns.map((column) => (column === 'due_date' ? 'CAST(due_date AS text)' : column)).join(', ');

/** Refuses a type that no column of the schema has. */
function valuesOf(row: readonly unknown[]): Values {
  return row.map((value) => {
    if (typeof value === 'string' || typeof value === 'number' || value === null) return value;
    throw new StoreError('failed', `The database holds a value of type ${typeof value}`);
  });
}

function compare(there: Account | undefined, here: Account): void {
  if (there?.rows === here.rows && there.checksum === here.checksum) return;
  throw new StoreError(
    'failed',
    `${here.table}: the source holds ${there?.rows} rows (${there?.checksum}), the target ${here.rows} ` +
      `(${here.checksum}). Nothing is kept of this copy: start it again`,
  );
}
