import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { root } from './project.mjs';

test('install scripts are disabled, and no package has one', () => {
  const { stdout } = spawnSync('npm', ['config', 'get', 'ignore-scripts'], {
    cwd: root,
    encoding: 'utf8',
  });
  assert.equal(stdout.trim(), 'true');
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const wanting = Object.entries(packages).filter(
    ([, { hasInstallScript }]) => hasInstallScript === true,
  );
  assert.deepEqual(wanting, []);
});

test('docs/reference/packages.md has each package that production needs, and no other', () => {
  const page = readFileSync(join(root, 'docs/reference/packages.md'), 'utf8');
  const named = [...page.matchAll(/^\| `(.+?)`/gm)].map(([, name]) => name);
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  assert.deepEqual(named.toSorted(), [...Object.keys(dependencies), 'node-<platform>'].toSorted());
});

test('the lockfile has the packages of every platform, so `npm ci` takes it on each', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const optional = Object.values(packages).flatMap((each) =>
    Object.keys(each.optionalDependencies ?? {}),
  );
  const missing = optional.filter(
    (name) => !Object.keys(packages).some((path) => path.endsWith(`node_modules/${name}`)),
  );
  assert.deepEqual(missing, []);
});
