import { StoreError } from '../../server/store/store.ts';

/** A table that both engines have. The columns of its key come first in each row. */
export type Table = Readonly<{ name: string; key: readonly string[]; columns: readonly string[] }>;

/** The tables that no move copies: `renewals` holds sealed tokens that live for a minute, `lists` only what PostgreSQL makes again. */
export const leftBehind: readonly string[] = ['renewals', 'lists'];

/** Every other table that both engines have, each after those that it refers to. */
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

export type Value = string | number | null;

/** The columns of a table in their order. */
export type Values = readonly Value[];

/** The rows with a key above `after` and not above `upTo`, at most `limit`. A bound may have the first columns of the key only. */
export type Range = Readonly<{ after?: Values; upTo?: Values; limit: number }>;

/** Runs a statement whose parameters are `?`, and resolves with its rows as arrays. */
export type Query = (text: string, values?: Values) => Promise<unknown[][]>;

/** The rows of one database. */
export type Source = Readonly<{
  /** Ordered by key, as bytes and numbers. */
  read: (table: Table, range: Range) => Promise<Values[]>;
  /** The last assigned task id. */
  lastTaskId: () => Promise<number>;
  query: Query;
  close: () => Promise<void>;
}>;

/** A database to move from. No byte of it changes. */
export type UntouchedSource = Source &
  Readonly<{
    /** Which other process seems to use it; null for none. */
    alsoUsedBy: string | null;
    /** Rejects when the database has changed since it was opened. */
    checkUnchanged: () => Promise<void>;
  }>;

/** A database to move to. Nothing else may use it during the move. */
export type Rows = Source &
  Readonly<{
    /** Writes all rows or none; refuses a key that exists already. */
    write: (table: Table, rows: readonly Values[]) => Promise<void>;
    /** Makes new ids of tasks greater than this. */
    continueIdsAbove: (taskId: number) => Promise<void>;
    /** Runs `work` in one transaction, during which nobody else writes rows of users. */
    alone: <T>(work: (query: Query) => Promise<T>) => Promise<T>;
    /** Frees what removed rows have left in the files, as far as the engine can. */
    overwriteRemoved: () => Promise<void>;
  }>;

/** `Source.read` on any engine. `select` is the expression that returns a column as a value. */
export function readWith(query: Query, select = (column: string) => column): Source['read'] {
  return async ({ name, key, columns }, { after, upTo, limit }) => {
    const bounds = [
      ...(after ? [`(${columnsOf(key, after)}) > (${marks(after)})`] : []),
      ...(upTo ? [`(${columnsOf(key, upTo)}) <= (${marks(upTo)})`] : []),
    ];
    const rows = await query(
      `SELECT ${columns.map(select).join(', ')} FROM ${name} WHERE ${['true', ...bounds].join(' AND ')}
       ORDER BY ${key.join(', ')} LIMIT ?`,
      [...(after ?? []), ...(upTo ?? []), limit],
    );
    return rows.map(valuesOf);
  };
}

const columnsOf = (key: readonly string[], bound: Values): string => key.slice(0, bound.length).join(', ');

const marks = (values: readonly unknown[]): string => values.map(() => '?').join(', ');

/** Refuses a type that no column of the schema has. */
function valuesOf(row: readonly unknown[]): Value[] {
  return row.map((value) => {
    if (typeof value === 'string' || typeof value === 'number' || value === null) return value;
    throw new StoreError('failed', `The database holds a value of type ${typeof value}`);
  });
}
