import { StoreError } from '../store.ts';

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
  // A fragment is a password with `#` in it, and what is before it would be taken for the host.
  if (first === undefined || after.includes('#') || ![first, ...others].every((each) => URL.canParse(each))) {
    throw new StoreError(
      'failed',
      'store.url is no address of a PostgreSQL database: postgres://user:password@host:port/name, with %23 for #, %2F for / and %3F for ? in the password',
    );
  }
  const pooler = new URL(first).searchParams.get('pooler');
  return { addresses: [first, ...others], behindPooler: pooler === 'transaction' };
}
