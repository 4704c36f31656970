import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { env } from 'node:process';

import { findProgram, pathOf } from '../../scripts/programs.ts';
import { freePort, startChild } from '../process.ts';
import type { Child } from '../process.ts';

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** Starts a PostgreSQL server in a temporary folder, on a free port of loopback, with fsync on. It ends with this process. */
export async function startCluster(settings: readonly string[] = []) {
  const bin = postgresBinaries();
  const home = mkdtempSync(join(tmpdir(), 'dueline-postgres-'));
  // The server's user must be able to enter its own folder inside.
  chmodSync(home, 0o755);
  const folder = join(home, 'data');
  const password = randomBytes(12).toString('hex');
  const passwordFile = join(home, 'password');
  writeFileSync(passwordFile, password);
  runAsOwner(home, ['chown', 'postgres', home, passwordFile]);
  const options = '-U dueline -A scram-sha-256 -E UTF8 --locale=C --no-sync'.split(' ');
  execAsPostgres([join(bin, 'initdb'), '-D', folder, '--pwfile', passwordFile, ...options]);
  const port = await freePort();
  const url = `postgres://dueline:${password}@127.0.0.1:${port}/postgres`;
  const usual = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'fsync=on',
  ];
  const flags = [...usual, ...settings].flatMap((setting) => ['-c', setting]);
  let server: Child;

  /** Starts with the same data and port, as after a crash of the machine or a stop. */
  async function start(): Promise<void> {
    server = startAsPostgres([join(bin, 'postgres'), '-D', folder, ...flags], 'SIGTERM');
    await server.line(/ready to accept connections/);
  }

  /** Stops at once: connections are cut, acknowledged writes stay (pg_ctl's immediate mode is `SIGQUIT`). */
  async function stop(signal: NodeJS.Signals = 'SIGINT'): Promise<void> {
    server.signal(signal);
    await server.ended;
  }

  await start();
  return {
    /** The address of the database `postgres`, as the superuser. */
    url,
    folder,
    start,
    stop,
    /** Stops the server and removes its folder. */
    async remove() {
      await stop('SIGQUIT');
      rmSync(home, { recursive: true });
    },
  };
}

/** Starts a program that ends with this process at the latest. */
export function startAsPostgres(words: readonly string[], lastSignal?: 'SIGTERM'): Child {
  const [program = '', ...args] = asPostgres(words, { diesWithUs: true });
  return startChild(program, args, { cwd: tmpdir(), ...(lastSignal && { lastSignal }) });
}

export function execAsPostgres(words: readonly string[]): string {
  const [command = '', ...args] = asPostgres(words);
  return execFileSync(command, args, {
    cwd: tmpdir(),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function runAsOwner(cwd: string, [command = '', ...args]: readonly string[]): void {
  if (process.geteuid?.() === 0) execFileSync(command, args, { cwd });
}

/** The folder of initdb and postgres, of the newest version. Throws when there is none. */
export const postgresBinaries = (): string => dirname(pathOf('postgres'));

/** The command that runs `words` as a user other than root, whom PostgreSQL refuses. */
function asPostgres(words: readonly string[], { diesWithUs = false } = {}): string[] {
  const isRoot = process.geteuid?.() === 0;
  const options = [
    ...(isRoot ? ['--reuid=postgres', '--regid=postgres', '--init-groups'] : []),
    ...(diesWithUs && process.platform === 'linux' ? ['--pdeathsig', 'SIGQUIT'] : []),
  ];
  return options.length === 0 ? [...words] : ['setpriv', ...options, '--', ...words];
}

let cluster: Cluster | undefined;

/** Starts one PostgreSQL server for all files of a run of `node --test`, unless TEST_DATABASE_URL names one or there is none. */
export async function globalSetup(): Promise<void> {
  if (env['TEST_DATABASE_URL'] || findProgram('postgres') === undefined) return;
  cluster = await startCluster();
  env['TEST_DATABASE_URL'] = cluster.url;
}

/** Stops the server after the last file. */
export async function globalTeardown(): Promise<void> {
  await cluster?.remove();
}
