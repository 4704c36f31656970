/** A program that tests need besides Node. */
export type Program = Readonly<{ name: string; find: () => string | undefined }>;
export const programs: Readonly<
  Record<
    | 'apache'
    | 'caddy'
    | 'chromium'
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
/** The path of a program; as root on Debian a missing one is installed first. Throws with the command to install it. */
export function ensure(program: Program): string;
/** The PATH on which tests look for programs. */
export const programPath: string;
