import { spawnSync } from 'node:child_process';

import { SetupError, root } from './setup.mjs';

/**
 * Makes sure that the tests of the PostgreSQL store have a server: TEST_DATABASE_URL, or the binaries of one, which are
 * installed here as root, before the time of any test counts. Throws SetupError with the ways to install it.
 */
export function ensurePostgres(node) {
  if (process.env.TEST_DATABASE_URL) return;
  const look =
    "const { postgresBinaries } = await import('./test/postgres/binaries.ts');" +
    'try { postgresBinaries() } catch (error) { console.error(error.message); process.exitCode = 1 }';
  const { status, stderr } = spawnSync(node, ['--input-type=module', '--eval', look], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  if (status !== 0) throw new SetupError(stderr.trim());
}
