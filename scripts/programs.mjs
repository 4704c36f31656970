import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { hasApt, installPackages, unpackPackages, unpackedPackages } from './debian.mjs';
import { SetupError, root } from './project.mjs';

/** The PATH on which tests look for programs. Proxies are in sbin, which only root has on its PATH. */
export const programPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/**
 * The programs that tests need besides Node. `find` returns the path of a program, or undefined; `get` tries to install it;
 * tests read its path from `variable`. If `get` fails, a person can run `command` with its `words`.
 */
export const programs = {
  apache: installed('apache2'),
  caddy: installed('caddy'),
  chromium: {
    // Chromium without windows uses a fifth less CPU.
    ...installed('chromium-headless-shell', {
      elsewhere: { playwright: 'chromium' },
      find: () =>
        findBrowser('CHROMIUM_PATH', [
          '/usr/bin/chromium-headless-shell',
          '/usr/bin/chromium',
          '/usr/bin/google-chrome',
        ]) ?? [playwrightChromium()].find((path) => runs(path)),
    }),
    variable: 'CHROMIUM_PATH',
  },
  curl: installed('curl', { find: () => onPath('curl') }),
  faketime: unpacked('libfaketime', ['libfaketime']),
  firefox: {
    ...installed('firefox-esr', {
      elsewhere: { brew: 'firefox' },
      find: () =>
        findBrowser('FIREFOX_PATH', [
          '/usr/bin/firefox-esr',
          '/usr/bin/firefox',
          '/Applications/Firefox.app/Contents/MacOS/firefox',
        ]),
    }),
    variable: 'FIREFOX_PATH',
  },
  glewlwyd: unpacked('glewlwyd', [
    'glewlwyd',
    'glewlwyd-common',
    // In place of a package that depends on the client of a database server.
    'dbconfig-no-thanks',
    'fonts-fork-awesome',
    'libjs-bootstrap4',
    'libjs-jquery',
    'libjs-popper.js',
  ]),
  haproxy: installed('haproxy'),
  lemonldap: unpacked('lemonldap-ng', [
    'liblemonldap-ng-portal-perl',
    // The portal depends on one of several servers. This one is not used and installs neither Apache nor nginx.
    'lemonldap-ng-fastcgi-server',
    // Debian only recommends these, but the OpenID Connect issuer loads them.
    'libio-string-perl',
    'libstring-random-perl',
    'libjs-bootstrap4',
    'libjs-jquery',
    'libjs-jquery-cookie',
    'libjs-jquery-ui',
    'fonts-font-awesome',
    'starman',
  ]),
  nginx: installed('nginx'),
  openssl: installed('openssl'),
  patroni: installed('patroni', {
    packages: ['patroni', 'etcd-server'],
    find: () => onLinux('etcd') && onLinux('patroni'),
  }),
  pgbouncer: installed('pgbouncer'),
  /** Its path is the folder of initdb and postgres, of the newest version. */
  postgres: installed('postgresql', { elsewhere: { brew: 'postgresql@17' }, find: findPostgres }),
  promtool: {
    ...unpacked('promtool', ['prometheus'], {
      file: 'usr/bin/promtool',
      elsewhere: { brew: 'prometheus' },
    }),
    find: () => onPath('promtool') ?? inFolder(unpackedPackages('promtool'), 'usr/bin/promtool'),
  },
  sshKeygen: installed('ssh-keygen', { packages: ['openssh-client'] }),
  systemd: installed('systemd', { find: () => onLinux('systemd-analyze') }),
  webKit: installed('webkit2gtk-driver', { find: () => onLinux('WebKitWebDriver') }),
  wrk: installed('wrk', { elsewhere: { brew: 'wrk' } }),
  xvfb: installed('xvfb', { find: () => onLinux('Xvfb') }),
};

/** The path of a program; as root on Debian a missing one is installed first. Throws a SetupError with the command to install it. */
export function ensure(program) {
  const found = provide(program);
  if (found === undefined)
    throw new SetupError(`${program.name} is missing: ${commandFor([program])}`);
  return found;
}

/** The same, but undefined for a missing program. */
export const provide = ({ find, get }) => find() ?? (get(), find());

/** One command that installs these programs. */
export function commandFor(missing) {
  const words = new Map();
  for (const program of missing)
    words.set(program.command, new Set([...(words.get(program.command) ?? []), ...program.words]));
  return [...words].map(([command, set]) => [command, ...set].join(' ')).join(' && ');
}

/** A program that Debian's packages of these names install. */
function installed(name, { packages = [name], find = () => onLinux(name), elsewhere } = {}) {
  const way = hasApt
    ? { command: 'sudo apt-get install', words: packages }
    : wayElsewhere(elsewhere);
  return { name, find, get: () => installPackages(packages), ...way };
}

/** A program in a folder into which Debian's packages, or one file of them, are unpacked. Its path is that folder. */
function unpacked(name, packages, { file, elsewhere } = {}) {
  // For root the lists of packages are updated; for other users the usual reason of a failure is an old list.
  const way = hasApt ? { command: 'sudo apt-get update', words: [] } : wayElsewhere(elsewhere);
  return {
    name,
    find: () => unpackedPackages(name),
    get: () => unpackPackages(name, packages, file),
    ...way,
  };
}

function wayElsewhere(elsewhere) {
  if (elsewhere?.playwright !== undefined)
    return { command: 'npx playwright install --with-deps', words: [elsewhere.playwright] };
  if (elsewhere?.brew !== undefined && process.platform === 'darwin')
    return { command: 'brew install', words: [elsewhere.brew] };
  const command = process.platform === 'linux' ? 'use the packages of this system' : 'needs Debian';
  return { command, words: [] };
}

const onPath = (program) =>
  [...programPath.split(':'), '/opt/homebrew/bin']
    .map((folder) => join(folder, program))
    .find((path) => existsSync(path));

// The shipped files and the tests of these programs are written for Linux.
const onLinux = (program) => (process.platform === 'linux' ? onPath(program) : undefined);

const inFolder = (folder, path) => folder && join(folder, path);

function findPostgres() {
  const debian = '/usr/lib/postgresql';
  const brew = ['/opt/homebrew/opt', '/usr/local/opt'];
  const folders = [
    ...namesIn(debian).map((version) => ({
      version: Number(version),
      folder: join(debian, version, 'bin'),
    })),
    ...brew.flatMap((opt) =>
      namesIn(opt)
        .filter((name) => name.startsWith('postgresql@'))
        .map((name) => ({ version: Number(name.split('@')[1]), folder: join(opt, name, 'bin') })),
    ),
  ];
  return [
    ...folders.filter(({ version }) => version >= 15).toSorted((a, b) => b.version - a.version),
    ...(process.env.PATH ?? '').split(':').map((folder) => ({ folder })),
  ].find(({ folder }) =>
    ['initdb', 'postgres'].every((program) => existsSync(join(folder, program))),
  )?.folder;
}

const namesIn = (folder) => (existsSync(folder) ? readdirSync(folder) : []);

// The program must run: on Ubuntu /usr/bin/chromium and firefox may be stubs that request a snap.
function findBrowser(variable, places) {
  const named = process.env[variable];
  if (!named) return places.find((path) => existsSync(path) && runs(path));
  if (runs(named)) return named;
  throw new SetupError(`${variable} names ${named}, which does not run.`);
}

const runs = (program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;

function playwrightChromium() {
  const code = "console.log((await import('@playwright/test')).chromium.executablePath())";
  const options = { cwd: root, encoding: 'utf8' };
  return spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', code],
    options,
  ).stdout.trim();
}
