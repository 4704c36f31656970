import { StoreError } from './store.ts';

export type Column = Readonly<{ name: string; type: 'bigint' | 'text' | 'date' }>;

/** A table that both engines have. Rows are read and compared in the order of `key`, its first columns. */
export type Table = Readonly<{ name: string; key: readonly string[]; columns: readonly Column[] }>;

const bigint = (name: string): Column => ({ name, type: 'bigint' });
const text = (name: string): Column => ({ name, type: 'text' });

/** The tables that no move copies: `renewals` holds sealed tokens that live for a minute. */
export const leftBehind: readonly string[] = ['renewals'];

/** Every other table that both engines have, each after those that it refers to. */
export const tables: readonly Table[] = [
  { name: 'users', key: ['id'], columns: [bigint('id'), text('email'), bigint('created_at_ms')] },
  {
    name: 'tasks',
    key: ['owner', 'id'],
    columns: [
      bigint('owner'),
      bigint('id'),
      text('description'),
      { name: 'due_date', type: 'date' },
      text('importance'),
      text('state'),
      bigint('created_at_ms'),
      bigint('updated_at_ms'),
    ],
  },
  {
    name: 'idempotency',
    key: ['owner', 'key'],
    columns: [bigint('owner'), text('key'), text('body_hash'), bigint('task_id'), bigint('created_at_ms')],
  },
  {
    name: 'endings',
    key: ['subject'],
    columns: [text('subject'), bigint('ended_at_ms'), bigint('until_ms'), bigint('noted_at_ms')],
  },
];

export type Value = string | number | null;

/** The columns of a table in their order. */
export type Values = readonly Value[];

/** The rows of one database. */
export type Source = Readonly<{
  /** At most `limit` rows with a key above `after` and not above `upTo`, ordered by key as bytes and numbers. */
  read: (
    table: Table,
    range: Readonly<{ after?: Values; upTo?: Values; limit?: number }>,
  ) => Promise<Values[]>;
  /** The last assigned task id. */
  lastTaskId: () => Promise<number>;
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
    /** Makes new ids of tasks and users greater than these. */
    continueIdsAbove: (taskId: number) => Promise<void>;
  }>;

/** A row of a driver as values. Refuses a type that no column of the schema has. */
export function valuesOf(row: readonly unknown[]): Value[] {
  return row.map((value) => {
    if (typeof value === 'string' || typeof value === 'number' || value === null) return value;
    throw new StoreError('failed', `The database holds a value of type ${typeof value}`);
  });
}

/** The values of a row's key. */
export function keyOf(table: Table, row: Values): Values {
  return row.slice(0, table.key.length);
}
