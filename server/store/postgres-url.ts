import { StoreError } from './store.ts';

/** One address or more for the driver, of which one at a time is the primary. */
export type PostgresUrl = Readonly<{ addresses: readonly [string, ...string[]]; behindPooler: boolean }>;

/**
 * Reads `postgres://user:password@one:5432,two:5432/name?...` as libpq does, also with several hosts (pure).
 * `pooler=transaction` marks PgBouncer in transaction mode. Errors never repeat the url.
 */
export function readPostgresUrl(url: string): PostgresUrl {
  const [, before = '', hosts = '', after = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/.exec(url) ?? [];
  const [first, ...others] = hosts.split(',').map((host) => before + host + after);
  if (first === undefined || !URL.canParse(first) || !others.every((other) => URL.canParse(other))) {
    throw new StoreError(
      'failed',
      'store.url is no address of a PostgreSQL database: postgres://user@host:port/name',
    );
  }
  const pooler = new URL(first).searchParams.get('pooler');
  return { addresses: [first, ...others], behindPooler: pooler === 'transaction' };
}
