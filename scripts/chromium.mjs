import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

import { installPackages, runs } from './debian.mjs';
import { SetupError, root } from './setup.mjs';

/**
 * The Chromium of the browser tests: CHROMIUM_PATH, the distribution's, or Playwright's own download. As root on Debian
 * and its derivatives a missing one is installed. Throws SetupError with the ways to install it.
 */
export function ensureChromium(node) {
  const found = findChromium(node);
  if (found !== undefined) return found;
  installPackages(node, ['chromium']);
  const installed = findChromium(node);
  if (installed !== undefined) return installed;
  throw new SetupError(
    'The browser tests need Chromium and none was found. One of these gets it:\n' +
      '  sudo apt-get install chromium                      on Debian\n' +
      '  npx playwright install --with-deps chromium        elsewhere\n' +
      '  CHROMIUM_PATH=/path/to/chromium npm test           when it is somewhere else\n' +
      '`npm run check` runs everything that needs no browser.',
  );
}

// That the file exists is not enough: on Ubuntu /usr/bin/chromium may be a stub that requests a snap.
function findChromium(node) {
  const { CHROMIUM_PATH: named } = process.env;
  if (named !== undefined && named !== '') {
    if (runs(named)) return named;
    throw new SetupError(`CHROMIUM_PATH names ${named}, which does not run.`);
  }
  return ['/usr/bin/chromium', '/usr/bin/google-chrome', playwrightChromium(node)].find(
    (path) => existsSync(path) && runs(path),
  );
}

function playwrightChromium(node) {
  const ask = "import { chromium } from '@playwright/test'; console.log(chromium.executablePath())";
  const { stdout } = spawnSync(node, ['--input-type=module', '--eval', ask], { cwd: root, encoding: 'utf8' });
  return stdout.trim();
}
