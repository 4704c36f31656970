import { StoreError } from './store.ts';

export type Column = Readonly<{ name: string; type: 'bigint' | 'text' | 'date' }>;

/**
 * A table as both engines have it. Rows are read and compared in the order of `key`, its first columns. A database whose
 * schema is older than version `since` has no such table.
 */
export type Table = Readonly<{
  name: string;
  since: number;
  key: readonly string[];
  columns: readonly Column[];
}>;

const bigint = (name: string): Column => ({ name, type: 'bigint' });
const text = (name: string): Column => ({ name, type: 'text' });

/** What both engines have and no move carries: `renewals` holds sealed tokens that live for a minute. */
export const leftBehind: readonly string[] = ['renewals'];

/** Every other table that both engines have, each after those that it refers to. */
export const tables: readonly Table[] = [
  {
    name: 'users',
    since: 1,
    key: ['id'],
    columns: [bigint('id'), text('email'), bigint('created_at_ms')],
  },
  {
    name: 'tasks',
    since: 1,
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
    since: 3,
    key: ['owner', 'key'],
    columns: [bigint('owner'), text('key'), text('body_hash'), bigint('task_id'), bigint('created_at_ms')],
  },
  {
    name: 'endings',
    since: 4,
    key: ['subject'],
    columns: [text('subject'), bigint('ended_at_ms'), bigint('until_ms'), bigint('noted_at_ms')],
  },
];

export type Value = string | number | null;

/** The columns of a table in their order. */
export type Values = readonly Value[];

/** The rows of one database. */
export type Source = Readonly<{
  /** At most `limit` rows whose key is above `after`, and not above `upTo`, ordered by key as bytes and numbers. */
  read: (
    table: Table,
    range: Readonly<{ after?: Values; upTo?: Values; limit?: number }>,
  ) => Promise<Values[]>;
  /** The last task id that was given. */
  lastTaskId: () => Promise<number>;
  close: () => Promise<void>;
}>;

/** A database to move from. It is read as its own release has left it, and stays so byte for byte. */
export type UntouchedSource = Source &
  Readonly<{
    /** Who else seems to be at work on it; null: nobody. */
    alsoUsedBy: string | null;
    /** Rejects when it is no longer what it was when it was opened. */
    checkUnchanged: () => Promise<void>;
  }>;

/** A database to move to. Whoever holds it is alone with it. */
export type Rows = Source &
  Readonly<{
    /** All or none; refuses when a key stands already. */
    write: (table: Table, rows: readonly Values[]) => Promise<void>;
    /** Ids of tasks and users go on above these. */
    goOnAbove: (taskId: number) => Promise<void>;
  }>;

/** A row as a driver gave it. Refuses what no column of ours can hold. */
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
