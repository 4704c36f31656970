import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

import { root } from './setup.mjs';

/** As root on Debian and its derivatives installs packages, as the tests do that need one; elsewhere does nothing. */
export function installPackages(node, names) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log(`Installing ${names.join(', ')} from the packages of this system ...`);
  const install =
    "const { installPackage } = await import('./test/proxies/child.ts');" +
    'try { process.argv.slice(1).forEach(installPackage) } catch (error) { console.error(error.message) }';
  spawnSync(node, ['--input-type=module', '--eval', install, ...names], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

/** Whether a program exists and runs. */
export const runs = (program, option = '--version') =>
  spawnSync(program, [option], { stdio: 'ignore' }).status === 0;
