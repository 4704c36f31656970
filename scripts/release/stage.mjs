import { chmodSync, copyFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../project.mjs';
import { flags } from '../service.mjs';
import { releasedSeconds } from './pack.mjs';
import { billOfMaterials, licenseTexts, shippedPackages } from './shipped.mjs';

const copied = [
  'dist/server',
  'dist/web',
  'dist/api',
  'config',
  'deploy',
  'docs',
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'LICENSE',
  'SECURITY.md',
];

/**
 * Fills a folder with all files to run this release on one platform, without packages, npm or another Node. `node`: the name of
 * its package, and the path of that package.
 */
export function stageRelease(folder, { platform, node, version }) {
  const isWindows = platform.startsWith('win');
  mkdirSync(join(folder, 'bin'), { recursive: true });
  const file = isWindows ? 'node.exe' : 'node';
  copyFileSync(join(node.path, 'bin', file), join(folder, 'bin', file));
  chmodSync(join(folder, 'bin', file), 0o755);
  if (isWindows) writeFileSync(join(folder, 'bin', 'dueline.cmd'), commandForWindows);
  else writeFileSync(join(folder, 'bin', 'dueline'), command, { mode: 0o755 });
  writeFiles(folder, { version, node, packageFile: {} });
}

/** The same as an npm package without dependencies, for a machine that has Node: `npx dueline serve`. */
export function stagePackage(folder, { version }) {
  mkdirSync(join(folder, 'bin'), { recursive: true });
  writeFileSync(join(folder, 'bin', 'dueline.mjs'), commandForNpm, { mode: 0o755 });
  writeFiles(folder, {
    version,
    packageFile: { bin: { dueline: 'bin/dueline.mjs' }, engines: { node: '>=24' } },
  });
}

function writeFiles(folder, { version, node, packageFile }) {
  for (const path of copied) cpSync(join(root, path), join(folder, path), { recursive: true });
  const json = {
    name: 'dueline',
    version,
    description,
    license: 'Apache-2.0',
    type: 'module',
    ...packageFile,
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(json, null, 2)}\n`);
  const shipped = shippedPackages(node);
  const seconds = releasedSeconds();
  writeFileSync(join(folder, 'sbom.cdx.json'), billOfMaterials(shipped, { version, seconds }));
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), licenseTexts(shipped));
}

const description = 'A private task list that people sign in to with an account they already have.';

// PATH may be empty: only a symbolic link to this file needs `readlink`.
const command = `#!/bin/sh
file=$(readlink -f "$0" 2>/dev/null) || file=$0
root=$(cd "\${file%/*}/.." && pwd)
# The other commands write nothing into the program's folder.
case "$1" in serve) export NODE_COMPILE_CACHE="\${NODE_COMPILE_CACHE:-$root/cache}" ;; esac
exec "$root/bin/node" ${flags.join(' ')} "$root/dist/server/dueline.mjs" "$@"
`;

const commandForWindows = `@"%~dp0node.exe" ${flags.join(' ')} "%~dp0..\\dist\\server\\dueline.mjs" %*\r\n`;

// A command of npm cannot set Node's flags: a second process gets them. The default of DATA is `data` in the working folder.
const commandForNpm = `#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

if (Number.parseInt(process.versions.node, 10) < 24) {
  console.error('Dueline needs Node 24 or newer; this is Node ' + process.versions.node + '.');
  process.exit(1);
}
process.env.DATA ||= join(process.cwd(), 'data');
const program = fileURLToPath(new URL('../dist/server/dueline.mjs', import.meta.url));
const args = [${flags.map((flag) => `'${flag}'`).join(', ')}, program, ...process.argv.slice(2)];
const child = spawn(process.execPath, args, { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('close', (code, signal) => {
  process.exitCode = code ?? 128 + constants.signals[signal];
});
`;
