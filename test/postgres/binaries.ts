import { ensure, programs } from '../../scripts/programs.mjs';

/** The folder of initdb and postgres, the newest there is; as root installs Debian's package when there is none. */
export const postgresBinaries = (): string => ensure(programs.postgres);

/** The words that run `words` as a user whom PostgreSQL accepts: it refuses root. */
export function asPostgres(words: readonly string[], { diesWithUs = false } = {}): string[] {
  const isRoot = process.geteuid?.() === 0;
  const options = [
    ...(isRoot ? ['--reuid=postgres', '--regid=postgres', '--init-groups'] : []),
    ...(diesWithUs && process.platform === 'linux' ? ['--pdeathsig', 'SIGQUIT'] : []),
  ];
  return options.length === 0 ? [...words] : ['setpriv', ...options, '--', ...words];
}
