import { chmodSync, cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { isNodePackage } from '../packages.mjs';
import { root } from '../project.mjs';
import { flags } from '../service.mjs';
import { releasedSeconds } from './pack.mjs';
import { copyNode, run } from './platforms.mjs';

const copied = [
  'dist/server',
  'dist/web',
  'dist/api',
  'config',
  'deploy',
  'docs',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
];

/** Fills a folder with all that one platform needs to run this release: no package, no npm and no other Node. */
export function stageRelease(folder, { platform, node, version }) {
  const isWindows = platform.startsWith('win');
  mkdirSync(join(folder, 'bin'), { recursive: true });
  for (const path of copied) cpSync(join(root, path), join(folder, path), { recursive: true });
  const file = isWindows ? 'node.exe' : 'node';
  copyNode(node, file, join(folder, 'bin', file));
  chmodSync(join(folder, 'bin', file), 0o755);
  if (isWindows) writeFileSync(join(folder, 'bin', 'dueline.cmd'), commandForWindows);
  else writeFileSync(join(folder, 'bin', 'dueline'), command, { mode: 0o755 });
  const packageFile = { name: 'dueline', version, license: 'Apache-2.0', type: 'module' };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(packageFile, null, 2)}\n`);
  writeFileSync(join(folder, 'sbom.cdx.json'), billOfMaterials(node.name));
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), licenses(node.name));
}

// PATH may be empty: only a symbolic link to this file needs `readlink`.
const command = `#!/bin/sh
file=$(readlink -f "$0" 2>/dev/null) || file=$0
root=$(cd "\${file%/*}/.." && pwd)
export NODE_COMPILE_CACHE="\${NODE_COMPILE_CACHE:-$root/cache}"
exec "$root/bin/node" ${flags.join(' ')} "$root/dist/server/dueline.mjs" "$@"
`;

const commandForWindows = `@"%~dp0node.exe" ${flags.join(' ')} "%~dp0..\\dist\\server\\dueline.mjs" %*\r\n`;

/** `npm sbom` of what is shipped, without its random number and with the time of the release. */
function billOfMaterials(nodePackage) {
  const args = ['sbom', '--omit=dev', '--package-lock-only', '--sbom-format=cyclonedx'];
  const { serialNumber: _, ...bill } = JSON.parse(run('npm', args));
  const isShipped = (text) => !isNodePackage(text) || text.includes(`${nodePackage}@`);
  bill.metadata.timestamp = new Date(releasedSeconds() * 1000).toISOString();
  bill.components = bill.components.filter((component) => isShipped(component['bom-ref']));
  bill.dependencies = bill.dependencies
    .filter(({ ref }) => isShipped(ref))
    .map((each) => ({ ...each, dependsOn: each.dependsOn?.filter(isShipped) }));
  return `${JSON.stringify(bill, null, 2)}\n`;
}

/** The licenses of the packages that are shipped, as they are in the packages. */
function licenses(nodePackage) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(([path, { dev, optional }]) => path !== '' && !dev && (!optional || path.endsWith(nodePackage)))
    .map(([path, { version, license }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return `== ${name} ${version} (${license})\n\n${licenseText(join(root, path))}\n`;
    })
    .join('\n');
}

function licenseText(folder) {
  try {
    const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
    return file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim();
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return '';
  }
}
