import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { SetupError, diskHint, modules, refuseUnwritable, root } from './project.mjs';

/** True when the installed packages are those of package-lock.json. */
export function isInstalled() {
  // npm writes this file last, so an interrupted install counts as missing.
  const installed = packagesOf(join(modules, '.package-lock.json'));
  return Object.entries(packagesOf(join(root, 'package-lock.json'))).every(
    ([path, { version, integrity, optional }]) =>
      path === '' ||
      optional ||
      (installed[path]?.version === version && installed[path]?.integrity === integrity),
  );
}

function packagesOf(lockFile) {
  if (!existsSync(lockFile)) return {};
  try {
    return JSON.parse(readFileSync(lockFile, 'utf8')).packages ?? {};
  } catch (error) {
    throw new SetupError(
      `${lockFile} cannot be read: ${error.message}\nDelete node_modules and start again.`,
    );
  }
}

/** Installs the packages of package-lock.json. Throws SetupError. */
export function install() {
  refuseUnwritable(root);
  console.log('Installing the packages (once; about a minute) ...');
  // Not `npm ci`: npm 11 refuses a lockfile that lacks an optional package of another platform. This command installs the
  // same exact versions, checks the same integrity, and writes neither package.json nor the lockfile.
  const command = npmCommand([
    'install',
    '--no-save',
    '--include=optional',
    '--include=dev',
    ...quiet,
  ]);
  const done = spawnSync(...command, {
    cwd: root,
    stdio: 'inherit',
    shell: process.env.npm_execpath === undefined && process.platform === 'win32',
  });
  if (done.error) throw new SetupError(`npm cannot be run: ${done.error.message}`);
  // On a full disk npm may end with exit code 0.
  if (done.status !== 0 || !isInstalled())
    throw new SetupError(`npm install failed; the reason is printed above.${diskHint(root)}`);
}

const quiet = ['--no-fund', '--no-audit', '--loglevel=error'];

// Under `npm start` this is the npm that runs it: its Node stays in place while node_modules is replaced.
function npmCommand(args) {
  const { npm_execpath: npm, npm_node_execpath: node } = process.env;
  if (npm === undefined) return ['npm', args];
  return [node ?? process.execPath, [npm, ...args]];
}

/** The Node of the packages. If there is none for this platform, this Node, if it is new enough. Throws SetupError. */
export function findNode() {
  // Not through node_modules/.bin: npm 10 removes that link together with the packages of the other platforms.
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  const pinned = readdirSync(modules)
    .filter((name) => isNodePackage(name))
    .map((name) => join(modules, name, 'bin', file))
    .find((path) => path === process.execPath || spawnSync(path, ['--version']).status === 0);
  if (pinned !== undefined) return pinned;
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath;
  throw new SetupError(
    `No Node 24 comes with the packages for ${process.platform} on ${process.arch}, and this is Node ` +
      `${process.versions.node}.\nInstall Node 24 or newer from https://nodejs.org and start again.`,
  );
}

/** True when a text begins with the name of a package that contains a Node. */
export const isNodePackage = (name) => /^node-(bin-)?(linux|darwin|win)-/.test(name);
