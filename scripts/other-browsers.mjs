import { existsSync } from 'node:fs';

import { installPackages, runs } from './debian.mjs';
import { SetupError } from './setup.mjs';

/**
 * The Firefox of the tests: FIREFOX_PATH or the distribution's. As root on Debian and its derivatives a missing one is
 * installed. Throws SetupError with the ways to install it.
 */
export function ensureFirefox(node) {
  const { FIREFOX_PATH: named } = process.env;
  if (named !== undefined && named !== '') {
    if (runs(named)) return named;
    throw new SetupError(`FIREFOX_PATH names ${named}, which does not run.`);
  }
  const found = findFirefox();
  if (found !== undefined) return found;
  installPackages(node, ['firefox-esr']);
  const installed = findFirefox();
  if (installed !== undefined) return installed;
  throw new SetupError(
    'The tests in Firefox need one and none was found. One of these gets it:\n' +
      '  sudo apt-get install firefox-esr                          on Debian\n' +
      '  FIREFOX_PATH=/path/to/firefox npm run test:browsers       when it is somewhere else',
  );
}

// That the file exists is not enough: on Ubuntu /usr/bin/firefox may be a stub that requests a snap.
const findFirefox = () =>
  ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path) && runs(path));

/**
 * Makes sure that WebKitGTK's driver and a virtual screen exist on the PATH. As root on Debian and its derivatives missing
 * packages are installed. Throws SetupError with the ways to install them.
 */
export function ensureWebKit(node) {
  const hasAll = () => runs('WebKitWebDriver', '--help') && runs('xvfb-run', '--help');
  if (!hasAll()) installPackages(node, webKitPackages);
  if (hasAll()) return;
  throw new SetupError(
    'The tests in WebKitGTK need its driver and Xvfb, which were not found:\n' +
      `  sudo apt-get install ${webKitPackages.join(' ')}       on Debian\n` +
      'There is no WebKitGTK for macOS or Windows.',
  );
}

const webKitPackages = ['webkit2gtk-driver', 'xvfb'];
