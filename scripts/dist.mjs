import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { SetupError, diskHint, modules, refuseUnwritable, root } from './project.mjs';

/** The builds in dist/, each with its sources and its program. */
const builds = [
  {
    name: 'web',
    from: ['web', 'contract', 'scripts/bundled-packages.ts'],
    command: [join(modules, 'vite', 'bin', 'vite.js'), 'build', 'web', '--logLevel', 'warn'],
  },
  {
    name: 'api',
    from: [
      'contract',
      'scripts/describe',
      'server/http',
      'server/web-files',
      'scripts/build-api.ts',
    ],
    command: ['scripts/build-api.ts'],
  },
  {
    name: 'server',
    from: [
      'server',
      'command',
      'contract',
      'local-provider',
      'scripts/build-server.mjs',
      'scripts/left-out.ts',
      'scripts/bundled-packages.ts',
    ],
    command: ['scripts/build-server.mjs'],
  },
];

export const everyBuild = builds.map(({ name }) => name);

/** Runs the builds of these names that are missing in dist/ or made from other sources. Throws SetupError. */
export function buildStale(names, node, env) {
  for (const each of builds.filter(({ name }) => names.includes(name)))
    buildIfStale(each, node, env);
}

/** True when this folder of dist/ is the build of the present sources. */
export const isBuilt = (folder) =>
  builds.some(({ name, from }) => name === folder && hasStamp(name, hashOf(from)));

function buildIfStale({ name, from, command }, node, env) {
  const stamp = stampOf(name);
  const hash = hashOf(from);
  if (hasStamp(name, hash)) return;
  refuseUnwritable(root);
  console.log(`Building dist/${name} ...`);
  rmSync(stamp, { force: true });
  const options = { cwd: root, env: { ...env, NODE_ENV: 'production' }, stdio: 'inherit' };
  if (spawnSync(node, command, options).status !== 0)
    throw new SetupError(
      `dist/${name} could not be built; the reason is printed above.${diskHint(root)}`,
    );
  writeFileSync(stamp, hash);
}

const stampOf = (name) => join(root, 'dist', `${name}.sha256`);

const hasStamp = (name, hash) =>
  existsSync(join(root, 'dist', name)) &&
  existsSync(stampOf(name)) &&
  readFileSync(stampOf(name), 'utf8') === hash;

function hashOf(sources) {
  const hash = createHash('sha256');
  for (const file of [...sources, 'package-lock.json'].flatMap((source) =>
    filesUnder(join(root, source)),
  ))
    hash.update(file).update('\0').update(readFileSync(file));
  return hash.digest('hex');
}

/** The files of a folder without its tests, or the one file. */
function filesUnder(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .toSorted();
}
