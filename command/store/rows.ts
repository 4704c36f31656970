import { createHash } from 'node:crypto';

import { readInteger, readText } from '../../server/store/row.ts';
import { StoreError } from '../../server/store/store.ts';

/** A table that both engines have, with the columns of its key. */
type Table = Readonly<{ name: string; key: readonly [string, ...string[]] }>;

/**
 * Every table that is copied, each after those that it refers to. Not copied are `renewals`, sealed tokens that are valid for a
 * minute, `audit_lines`, which a service prints, and `lists`, whose versions begin with the time of the copy.
 */
export const tables: readonly Table[] = [
  { name: 'users', key: ['id'] },
  { name: 'tasks', key: ['owner', 'id'] },
  { name: 'idempotency', key: ['owner', 'key'] },
  { name: 'endings', key: ['subject'] },
];

/** The values of a row in the order of its columns. */
type Values = ReadonlyArray<string | number | null>;

/** Runs a statement whose parameters are `?`, and resolves with its rows as arrays. */
export type Query = (text: string, values?: Values) => Promise<unknown[][]>;

/** SQL that differs between the engines. */
export type Dialect = Readonly<{
  /** Begins a transaction during which no other process writes rows of users. */
  begin: readonly string[];
  columnsOf: string;
  /** The last task id that was given, even if its task is deleted. */
  lastTaskId: string;
  /** Makes new task ids greater than `?`. */
  continueAbove: string;
  /** Adds the row in `lists` of each user. Its version is the time, so that no version that a client knows comes again. */
  startLists: string;
}>;

type Opened = Readonly<{ query: Query; dialect: Dialect }> & AsyncDisposable;

/** A database that is read in one snapshot. Nothing in it changes. */
export type Source = Opened &
  Readonly<{
    /** The version of the schema; 0 when there is none. */
    version: number;
    /** A sentence about another process that seems to use the database; null for none. */
    alsoUsedBy: string | null;
    /** Called before the rows are copied. Rejects a damaged database; stops its writes where one snapshot is not enough. */
    check?: () => Promise<void>;
  }>;

/** A database that is written. `purgeDeletedRows` removes the content of deleted rows from the files, as far as the engine can. */
export type Target = Opened & Readonly<{ purgeDeletedRows: () => Promise<unknown> }>;

/** Runs `work` in one transaction, during which no other process writes rows of users. */
export async function exclusively<T>(
  { query, dialect }: Target,
  work: () => Promise<T>,
): Promise<T> {
  for (const statement of dialect.begin) await query(statement);
  try {
    const result = await work();
    await query('COMMIT');
    return result;
  } catch (cause) {
    await query('ROLLBACK').catch(() => undefined);
    throw cause;
  }
}

/** The number of rows of a table, and a SHA-256 over all of them in the order of their keys. */
export type TableChecksum = Readonly<{ table: string; rows: number; checksum: string }>;

const rowsAtOnce = 1000;

/**
 * Fills the empty `to` with all rows of `from`, reads them again and compares checksums, in one transaction. Columns that an
 * earlier release did not have get their defaults. `amend` then changes the copy. Refuses a target with rows and a damaged
 * source; then the target is unchanged.
 */
export async function copyRows(
  from: Source,
  to: Target,
  amend: () => Promise<void> = async () => {},
): Promise<TableChecksum[]> {
  await from.check?.();
  return exclusively(to, async () => {
    const accounts: TableChecksum[] = [];
    for (const { name, key } of tables) {
      if ((await to.query(`SELECT 1 FROM ${name} LIMIT 1`)).length > 0)
        throw new StoreError(
          'failed',
          `The target's table ${name} holds rows: name an empty database`,
        );
      const there = await columnsOf(name, from);
      const here = await columnsOf(name, to);
      const others = there.filter((column) => here.includes(column) && !key.includes(column));
      const columns = [...key, ...others.toSorted()];
      if (there.length === 0) continue;
      const stored = { name, key, columns };
      const row = `(${columns.map(() => '?').join(', ')})`;
      const read = await account(stored, from.query, async (rows) => {
        const values = rows.map(() => row).join(', ');
        await to.query(`INSERT INTO ${name} (${columns.join(', ')}) VALUES ${values}`, rows.flat());
      });
      compare(read, await account(stored, to.query));
      accounts.push(read);
    }
    const lastTaskId = readInteger((await from.query(from.dialect.lastTaskId))[0]);
    await to.query(to.dialect.continueAbove, [lastTaskId]);
    await amend();
    await to.query(to.dialect.startLists);
    return accounts;
  });
}

/** The columns of a table; none when the schema of an earlier release lacks the table. */
export const columnsOf = async (
  table: string,
  { query, dialect }: Source | Target,
): Promise<string[]> => (await query(dialect.columnsOf, [table])).map((row) => readText(row));

/** Reads a whole table, and calls `each` with some rows at a time. */
async function account(
  { name, key, columns }: Table & Readonly<{ columns: readonly string[] }>,
  query: Query,
  each = async (_rows: readonly Values[]) => {},
): Promise<TableChecksum> {
  const hash = createHash('sha256');
  let count = 0;
  for (let after: Values = []; ;) {
    const bound =
      after.length === 0 ? '' : `WHERE (${key.join(', ')}) > (${after.map(() => '?').join(', ')})`;
    const text = `SELECT ${columns.join(', ')} FROM ${name} ${bound} ORDER BY ${key.join(', ')} LIMIT ${rowsAtOnce}`;
    const rows = (await query(text, after)).map(valuesOf);
    for (const row of rows) hash.update(`${JSON.stringify(row)}\n`);
    count += rows.length;
    if (rows.length > 0) await each(rows);
    after = rows.at(-1)?.slice(0, key.length) ?? [];
    if (rows.length < rowsAtOnce)
      return { table: name, rows: count, checksum: hash.digest('hex').slice(0, 16) };
  }
}

/** The row as values; refuses a type that no column of the schema has. */
function valuesOf(row: readonly unknown[]): Values {
  return row.map((value) => {
    if (typeof value === 'string' || typeof value === 'number' || value === null) return value;
    throw new StoreError('failed', `The database holds a value of type ${typeof value}`);
  });
}

function compare(there: TableChecksum, here: TableChecksum): void {
  if (there.rows === here.rows && there.checksum === here.checksum) return;
  throw new StoreError(
    'failed',
    `${here.table}: the source holds ${there.rows} rows (${there.checksum}), the target ${here.rows} ` +
      `(${here.checksum}). Nothing is kept of this copy: start it again`,
  );
}
