/** A program that tests need beside Node. */
export type Program = Readonly<{ name: string }>;
export const programs: Readonly<
  Record<
    | 'apache'
    | 'caddy'
    | 'faketime'
    | 'glewlwyd'
    | 'haproxy'
    | 'lemonldap'
    | 'nginx'
    | 'openssl'
    | 'patroni'
    | 'pgbouncer'
    | 'postgres'
    | 'promtool'
    | 'systemd'
    | 'wrk',
    Program
  >
>;
/** Where a program is; as root on Debian a missing one is installed first. Throws with the way to get it. */
export function ensure(program: Program): string;
/** Where tests look for programs. */
export const programPath: string;
