import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { SetupError, root } from '../project.mjs';

/** The platforms for which a Node is published, each with the package that contains it: name, version and integrity. */
export function readPlatforms() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const names = Object.keys(packages[''].optionalDependencies);
  return Object.fromEntries(
    names.map((name) => {
      const { version, integrity } = packages[`node_modules/${name}`];
      return [name.replace(/^node-(bin-)?/, ''), { name, version, integrity }];
    }),
  );
}

/**
 * Calls `use` with the folder of a Node package: the installed one, or one from the registry, checked against the lockfile. npm
 * installs the package of this machine only.
 */
export async function withNodePackage({ name, version, integrity }, use) {
  const installed = join(root, 'node_modules', name);
  if (existsSync(installed)) return use(installed);
  const folder = mkdtempSync(join(tmpdir(), 'dueline-node-'));
  try {
    run('npm', ['pack', `${name}@${version}`, '--silent', '--pack-destination', folder]);
    const [archive] = readdirSync(folder);
    const hash = createHash('sha512')
      .update(readFileSync(join(folder, archive)))
      .digest('base64');
    if (`sha512-${hash}` !== integrity)
      throw new SetupError(`${name}@${version} is not the package that package-lock.json names.`);
    run('tar', ['-xzf', join(folder, archive), '-C', folder]);
    return await use(join(folder, 'package'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs a program to its end and returns its standard output. Throws SetupError. */
export function run(program, args) {
  const done = spawnSync(program, args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (done.error || done.status !== 0)
    throw new SetupError(`${program} ${args[0]} failed: ${done.error?.message ?? done.stderr}`);
  return done.stdout;
}
