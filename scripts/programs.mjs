import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

import { SetupError, root } from './project.mjs';

// The programs that the tests need beside Node. As root on Debian and its derivatives a missing one is installed. Each
// function throws a SetupError with the ways to install it.

/** The Chromium of the browser tests: CHROMIUM_PATH, the distribution's, or Playwright's own download. */
export const ensureChromium = (node) =>
  ensure(node, ['chromium'], {
    find: () =>
      findBrowser('CHROMIUM_PATH', () => [
        '/usr/bin/chromium',
        '/usr/bin/google-chrome',
        inTests(node, "(await import('@playwright/test')).chromium.executablePath()").stdout.trim(),
      ]),
    otherwise:
      'The browser tests need Chromium and none was found. One of these gets it:\n' +
      '  sudo apt-get install chromium                      on Debian\n' +
      '  npx playwright install --with-deps chromium        elsewhere\n' +
      '  CHROMIUM_PATH=/path/to/chromium npm test           when it is somewhere else\n' +
      '`npm run check` runs everything that needs no browser.',
  });

/** The Firefox of the tests: FIREFOX_PATH or the distribution's. */
export const ensureFirefox = (node) =>
  ensure(node, ['firefox-esr'], {
    find: () => findBrowser('FIREFOX_PATH', () => ['/usr/bin/firefox-esr', '/usr/bin/firefox']),
    otherwise:
      'The tests in Firefox need one and none was found. One of these gets it:\n' +
      '  sudo apt-get install firefox-esr                          on Debian\n' +
      '  FIREFOX_PATH=/path/to/firefox npm run test:browsers       when it is somewhere else',
  });

/** WebKitGTK's driver and a virtual screen, on the PATH. */
export function ensureWebKit(node) {
  const packages = ['webkit2gtk-driver', 'xvfb'];
  ensure(node, packages, {
    find: () => (runs('WebKitWebDriver', '--help') && runs('xvfb-run', '--help') ? true : undefined),
    otherwise:
      'The tests in WebKitGTK need its driver and Xvfb, which were not found:\n' +
      `  sudo apt-get install ${packages.join(' ')}       on Debian\n` +
      'There is no WebKitGTK for macOS or Windows.',
  });
}

/** A server for the tests of the PostgreSQL store: TEST_DATABASE_URL, or the binaries of one, which the tests find. */
export function ensurePostgres(node) {
  if (process.env.TEST_DATABASE_URL) return;
  const { status, stderr } = inTests(
    node,
    "(await import('./test/postgres/binaries.ts')).postgresBinaries()",
  );
  if (status !== 0) throw new SetupError(stderr.trim());
}

function ensure(node, packages, { find, otherwise }) {
  const found = find() ?? (install(node, packages), find());
  if (found === undefined) throw new SetupError(otherwise);
  return found;
}

function install(node, packages) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log(`Installing ${packages.join(', ')} from the packages of this system ...`);
  const each = `${JSON.stringify(packages)}.forEach((await import('./test/proxies/child.ts')).installPackage)`;
  process.stderr.write(inTests(node, each).stderr);
}

// That the file exists is not enough: on Ubuntu /usr/bin/chromium and firefox may be stubs that request a snap.
function findBrowser(variable, places) {
  const named = process.env[variable];
  if (!named) return places().find((path) => existsSync(path) && runs(path));
  if (runs(named)) return named;
  throw new SetupError(`${variable} names ${named}, which does not run.`);
}

const runs = (program, option = '--version') =>
  spawnSync(program, [option], { stdio: 'ignore' }).status === 0;

/** Prints an expression that may import the tests' TypeScript, which the Node of this script may not run. */
function inTests(node, expression) {
  const code = `try { console.log(${expression}) } catch (error) { console.error(error.message); process.exitCode = 1 }`;
  const options = { cwd: root, encoding: 'utf8' };
  return spawnSync(node, ['--input-type=module', '--eval', code], options);
}
