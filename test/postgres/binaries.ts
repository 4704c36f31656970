import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';

/** The folder of initdb and postgres, the newest there is; as root installs Debian's package when there is none. */
export function postgresBinaries(): string {
  const found = findBinaries() ?? (canInstall() ? install() : undefined);
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

function canInstall(): boolean {
  return process.geteuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

function install(): string | undefined {
  // Without this the package would start a server of its own.
  const quiet = { ...env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  console.error('Installing PostgreSQL for the tests of its store ...');
  execFileSync('apt-get', ['update', '-qq'], { env: quiet, stdio: ['ignore', 'ignore', 'inherit'] });
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'postgresql'], {
    env: quiet,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return findBinaries();
}
