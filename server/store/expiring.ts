import { idempotencyLifetimeMs } from './store.ts';

/** A table whose rows expire: `keptMs` after the time in `column`. */
export type Expiring = Readonly<{ table: string; key: string; column: string; keptMs: number }>;

/** Every table that the sweep looks after. */
export const expiring: readonly Expiring[] = [
  { table: 'renewals', key: 'token_hash', column: 'until_ms', keptMs: 0 },
  { table: 'endings', key: 'subject', column: 'until_ms', keptMs: 0 },
  { table: 'idempotency', key: 'owner, key', column: 'created_at_ms', keptMs: idempotencyLifetimeMs },
];

/** The oldest rows that have expired, so few that removing them holds nobody up. */
export const selectExpired = ({ table, key, column }: Expiring, mark: '?' | '$1'): string =>
  `SELECT ${key} FROM ${table} WHERE ${column} <= ${mark} ORDER BY ${column} LIMIT 500`;
