import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { env, execPath, platform } from 'node:process';

import packages from './programs.json' with { type: 'json' };

/** The PATH on which tests look for programs. Proxies are in sbin, which only root has on its PATH. */
export const programPath =
  '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/opt/homebrew/bin';

/** The programs beside Node that tests and benchmarks use. `node20` is the oldest Node that README names, without a package. */
export type ProgramName = keyof typeof packages | 'node20';
type Table<Value> = Readonly<Partial<Record<ProgramName, Value>>>;

/** The files of programs that are not named as their package. */
const files: Table<string> = {
  etcd: 'etcd',
  lemonldap: 'starman',
  nspawn: 'systemd-nspawn',
  promtool: 'promtool',
  sshKeygen: 'ssh-keygen',
  systemd: 'systemd-analyze',
  webKit: 'WebKitWebDriver',
  xvfb: 'Xvfb',
};

/** Programs that are not found by a name on the PATH. */
const finders: Table<() => string | undefined> = {
  // Chromium without windows uses a fifth less CPU.
  chromium: () =>
    findBrowser('CHROMIUM_PATH', ['chromium-headless-shell', 'chromium', 'google-chrome']) ??
    chromiumOfPlaywright(),
  curl: () => onPath('curl'),
  faketime: () => globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0],
  firefox: () => findBrowser('FIREFOX_PATH', ['firefox-esr', 'firefox']),
  node20: () => filesOnPath('node').find((path) => versionOf(path)?.startsWith('v20.')),
  /** initdb of the newest version. */
  postgres: () => {
    const { compare } = new Intl.Collator('en', { numeric: true });
    const folders =
      '/{usr/lib/postgresql/,opt/homebrew/opt/postgresql@,usr/local/opt/postgresql@}*';
    return globSync(`${folders}/bin/initdb`).toSorted(compare).at(-1) ?? onPath('initdb');
  },
  wrk: () => onPath('wrk'),
};

/** The path of a program, or undefined. Throws when a variable names a browser that does not run. */
export function findProgram(name: ProgramName): string | undefined {
  const find = finders[name];
  if (find !== undefined) return find();
  // The shipped files and the tests of most programs are written for Linux.
  return platform === 'linux' ? onPath(files[name] ?? firstPackageOf(name)) : undefined;
}

/** The path of a program. Throws an error with the command that brings a missing one. */
export function pathOf(name: ProgramName): string {
  const path = findProgram(name);
  if (path === undefined) throw new Error(lackOf([name]));
  return path;
}

/** What is missing of these programs, with the commands that bring it; undefined when all are there. */
export function lackOf(names: readonly ProgramName[]): string | undefined {
  const missing = names.filter((name) => findProgram(name) === undefined);
  if (missing.length === 0) return undefined;
  const verb = missing.length === 1 ? 'is' : 'are';
  return `${missing.join(', ')} ${verb} missing: ${missing.map(commandFor).join(' && ')}`;
}

function commandFor(name: ProgramName): string {
  if (name === 'chromium') return 'npx playwright install --with-deps chromium';
  if (name === 'node20') return 'install Node 20 as `node` on the PATH, from https://nodejs.org';
  return `sudo .ci/install ${packagesOf(name)}`;
}

const packagesOf = (name: ProgramName): string => (name === 'node20' ? '' : packages[name]);

const firstPackageOf = (name: ProgramName): string => packagesOf(name).replace(/ .*/, '');

const filesOnPath = (file: string): string[] =>
  programPath
    .split(':')
    .map((folder) => join(folder, file))
    .filter((path) => existsSync(path));

const onPath = (file: string): string | undefined => filesOnPath(file)[0];

/** What a program prints for --version, or undefined when it does not run. */
function versionOf(path: string): string | undefined {
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  return status === 0 ? stdout : undefined;
}

// The program must run: on Ubuntu /usr/bin/chromium and firefox may be stubs that request a snap.
function findBrowser(variable: string, names: readonly string[]): string | undefined {
  const named = env[variable];
  const paths = named ? [named] : names.flatMap((name) => filesOnPath(name));
  const found = paths.find((path) => versionOf(path) !== undefined);
  if (named && found === undefined)
    throw new Error(`${variable} names ${named}, which does not run.`);
  return found;
}

function chromiumOfPlaywright(): string | undefined {
  const code = "console.log((await import('@playwright/test')).chromium.executablePath())";
  const { stdout } = spawnSync(execPath, ['--input-type=module', '--eval', code], {
    encoding: 'utf8',
  });
  return [stdout.trim()].find((path) => versionOf(path) !== undefined);
}
