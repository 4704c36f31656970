import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { runToEnd } from '../proxies/child.ts';

/** Debian packages as files in a folder: no script of theirs has run, no service was started, nothing is installed. */
export type Unpacked = Readonly<{
  /** A path inside, as it would be from the root of an installed system. */
  path: (installed: string) => string;
  /** The folder of shared libraries of this machine's kind, such as `/usr/lib/x86_64-linux-gnu`. */
  libraries: string;
}>;

/**
 * Unpacks packages, with everything that they depend on and this machine lacks, into a folder that later runs find again.
 * Root has the list of packages brought up to date; anyone else uses the one that is there.
 */
export function unpackPackages(name: string, packages: readonly string[]): Unpacked {
  const folder = join(cache, `${release()}-${name}`);
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true });
    const begun = mkdtempSync(`${folder}-`);
    try {
      download(begun, packages);
      for (const file of globSync(join(begun, '*.deb'))) run('dpkg-deb', ['-x', file, join(begun, 'root')]);
      renameSync(join(begun, 'root'), folder);
    } finally {
      rmSync(begun, { recursive: true });
    }
  }
  const [libraries] = globSync(join(folder, 'usr/lib/*-linux-gnu*'));
  if (libraries === undefined) throw new Error(`${folder} has no libraries: delete it, and it is made again`);
  return { path: (installed) => join(folder, installed), libraries };
}

const cache = join(import.meta.dirname, '../../node_modules/.cache/debian');

function release(): string {
  if (!existsSync('/usr/bin/apt-get'))
    throw new Error(
      'These tests unpack packages of Debian 12, and there is no apt-get here: run them on Debian.',
    );
  return /^VERSION_ID="?([\w.]+)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'testing';
}

function download(folder: string, packages: readonly string[]): void {
  mkdirSync(join(folder, 'partial'));
  const options = ['-o', `Dir::Cache::archives=${folder}`, '-o', 'Debug::NoLocking=1'];
  // Installed packages are downloaded too, so that the folder is complete on every machine.
  const wanted = ['--reinstall', '--download-only', '--no-install-recommends', ...packages];
  const get = ['apt-get', 'install', '-y', '-qq', ...options, ...wanted];
  if (process.getuid?.() !== 0) run('env', get);
  else run('flock', ['/run/lock/dueline-apt', 'sh', '-c', 'apt-get update -qq && exec "$@"', 'sh', ...get]);
}

function run(program: string, args: readonly string[]): void {
  const { status, written } = runToEnd(program, args, { DEBIAN_FRONTEND: 'noninteractive' });
  if (status !== 0) throw new Error(`${[program, ...args].join(' ')} failed:\n${written}`);
}
