import { idempotencyLifetimeMs } from './store.ts';

/** A table whose rows expire `keptMs` after the time in `column`. */
export type Expiring = Readonly<{ table: string; key: string; column: string; keptMs: number }>;

/** Every table that the sweep cleans. */
export const expiring: readonly Expiring[] = [
  { table: 'renewals', key: 'token_hash', column: 'until_ms', keptMs: 0 },
  { table: 'endings', key: 'subject', column: 'until_ms', keptMs: 0 },
  { table: 'idempotency', key: 'owner, key', column: 'created_at_ms', keptMs: idempotencyLifetimeMs },
];

/** The oldest expired rows, so few that removing them delays no other statement. */
export const selectExpired = ({ table, key, column }: Expiring, mark: '?' | '$1'): string =>
  `SELECT ${key} FROM ${table} WHERE ${column} <= ${mark} ORDER BY ${column} LIMIT 500`;
