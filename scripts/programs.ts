import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { env, execPath, platform } from 'node:process';

/** The PATH on which tests look for programs. Proxies are in sbin, which only root has on its PATH. */
export const programPath =
  '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/opt/homebrew/bin';

type Program = Readonly<{ find: () => string | undefined; command: string }>;
export type ProgramName = keyof typeof programs;

/** The programs beside Node that tests and benchmarks use: how each is found, and the command that brings it. */
const programs = {
  apache: inDebian('apache2'),
  caddy: inDebian('caddy'),
  chromium: {
    // Chromium without windows uses a fifth less CPU.
    find: () =>
      findBrowser('CHROMIUM_PATH', ['chromium-headless-shell', 'chromium', 'google-chrome']) ??
      chromiumOfPlaywright(),
    command: 'npx playwright install --with-deps chromium',
  },
  curl: { ...inDebian('curl'), find: () => onPath('curl') },
  etcd: inDebian('etcd-server', 'etcd'),
  faketime: unpacked('libfaketime'),
  firefox: {
    ...inDebian('firefox-esr'),
    find: () => findBrowser('FIREFOX_PATH', ['firefox-esr', 'firefox']),
  },
  glewlwyd: unpacked('glewlwyd'),
  haproxy: inDebian('haproxy'),
  lemonldap: unpacked('lemonldap-ng'),
  nginx: inDebian('nginx'),
  /** The oldest Node that README names, and not the one of node_modules. */
  node20: {
    find: () => filesOnPath('node').find(isNode20),
    command: 'install Node 20 as `node` on the PATH, from https://nodejs.org',
  },
  openssl: inDebian('openssl'),
  patroni: inDebian('patroni'),
  pgbouncer: inDebian('pgbouncer'),
  /** Its path is that of initdb, of the newest version. */
  postgres: { ...inDebian('postgresql'), find: findInitdb },
  python: inDebian('python3'),
  promtool: unpacked('promtool', 'usr/bin/promtool'),
  sshKeygen: inDebian('openssh-client', 'ssh-keygen'),
  systemd: inDebian('systemd', 'systemd-analyze'),
  webKit: inDebian('webkit2gtk-driver', 'WebKitWebDriver'),
  wget: inDebian('wget'),
  wrk: { ...inDebian('wrk'), find: () => onPath('wrk') },
  xvfb: inDebian('xvfb', 'Xvfb'),
} satisfies Record<string, Program>;

/** The path of a program, or undefined. Throws when a variable names a browser that does not run. */
export const findProgram = (name: ProgramName): string | undefined => programs[name].find();

/** The path of a program. Throws an error with the command that brings a missing one. */
export function pathOf(name: ProgramName): string {
  const path = findProgram(name);
  if (path === undefined) throw new Error(`${name} is missing: ${programs[name].command}`);
  return path;
}

/** What is missing of these programs, with the commands that bring it; undefined when all are there. */
export function lackOf(names: readonly ProgramName[]): string | undefined {
  const missing = names.filter((name) => findProgram(name) === undefined);
  if (missing.length === 0) return undefined;
  const commands = new Set(missing.map((name) => programs[name].command));
  const verb = missing.length === 1 ? 'is' : 'are';
  return `${missing.join(', ')} ${verb} missing: ${[...commands].join(' && ')}`;
}

/** A program of a Debian package. The shipped files and the tests of most of them are written for Linux. */
function inDebian(name: string, file = name): Program {
  return {
    find: () => (platform === 'linux' ? onPath(file) : undefined),
    command: `sudo apt-get install ${name}`,
  };
}

/** A program in Debian packages that are unpacked into a folder. Its path is that folder, or a file in it. */
function unpacked(name: string, file = ''): Program {
  const path = join(import.meta.dirname, '../node_modules/.cache/debian-packages', name, file);
  return {
    find: () => (existsSync(path) ? path : undefined),
    command: `scripts/unpack-programs.sh ${name}`,
  };
}

const filesOnPath = (file: string): string[] =>
  programPath
    .split(':')
    .map((folder) => join(folder, file))
    .filter((path) => existsSync(path));

const onPath = (file: string): string | undefined => filesOnPath(file)[0];

const isNode20 = (path: string): boolean =>
  spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout.startsWith('v20.');

// The program must run: on Ubuntu /usr/bin/chromium and firefox may be stubs that request a snap.
function findBrowser(variable: string, files: readonly string[]): string | undefined {
  const named = env[variable];
  if (!named) return files.map(onPath).find(runs);
  if (runs(named)) return named;
  throw new Error(`${variable} names ${named}, which does not run.`);
}

const runs = (path: string | undefined): boolean =>
  path !== undefined && spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0;

function chromiumOfPlaywright(): string | undefined {
  const code = "console.log((await import('@playwright/test')).chromium.executablePath())";
  const path = spawnSync(execPath, ['--input-type=module', '--eval', code], { encoding: 'utf8' });
  return [path.stdout.trim()].find(runs);
}

function findInitdb(): string | undefined {
  const versions =
    '/{usr/lib/postgresql/,opt/homebrew/opt/postgresql@,usr/local/opt/postgresql@}*/bin/initdb';
  const { compare } = new Intl.Collator('en', { numeric: true });
  return globSync(versions).toSorted(compare).at(-1) ?? onPath('initdb');
}
