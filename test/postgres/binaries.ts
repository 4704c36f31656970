import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';

import { installPackage } from '../proxies/child.ts';

/** The folder of initdb and postgres, the newest there is; as root installs Debian's package when there is none. */
export function postgresBinaries(): string {
  const isDebianRoot = process.geteuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (findBinaries() === undefined && isDebianRoot) installPackage('postgresql');
  const found = findBinaries();
  if (found !== undefined) return found;
  throw new Error(
    'The tests of the PostgreSQL store need a PostgreSQL server (15 or newer). Install one ' +
      '(Debian and Ubuntu: apt-get install postgresql), or set TEST_DATABASE_URL to one that runs ' +
      'and lets its user create databases.',
  );
}

/** The words that run `words` as a user whom PostgreSQL accepts: it refuses root. */
export function asPostgres(words: readonly string[], { diesWithUs = false } = {}): string[] {
  const isRoot = process.geteuid?.() === 0;
  const options = [
    ...(isRoot ? ['--reuid=postgres', '--regid=postgres', '--init-groups'] : []),
    ...(diesWithUs && process.platform === 'linux' ? ['--pdeathsig', 'SIGQUIT'] : []),
  ];
  return options.length === 0 ? [...words] : ['setpriv', ...options, '--', ...words];
}

function findBinaries(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).map(Number) : [];
  const folders = [
    ...versions.toSorted((a, b) => b - a).map((version) => join(debian, String(version), 'bin')),
    ...(env['PATH'] ?? '').split(':'),
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}
