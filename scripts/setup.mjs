import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// This file and what it imports run on Node 20 before anything is installed.

export const root = fileURLToPath(new URL('..', import.meta.url));
const modules = join(root, 'node_modules');

/** What is built into dist/, from which folders, and by which program. */
const builds = [
  {
    name: 'web',
    from: ['web', 'contract'],
    command: [join(modules, 'vite', 'bin', 'vite.js'), 'build', 'web', '--logLevel', 'warn'],
  },
  {
    name: 'server',
    from: ['server', 'command', 'contract', 'local-provider', 'scripts/build-server.mjs'],
    command: ['scripts/build-server.mjs'],
  },
];

/** A fault that a person has to fix before anything can run; printed without a stack. */
export class SetupError extends Error {}

/**
 * Installs missing packages and, if wanted, builds what is stale in dist/. A second call does nothing. Returns the pinned
 * Node and the environment to run it in. Throws SetupError.
 * @param {{ withBuild?: boolean }} wanted
 */
export function setUp({ withBuild = true } = {}) {
  if (!isInstalled()) install();
  const { node, env } = findPinned();
  if (withBuild) for (const each of builds) buildStale(each, node, env);
  return { node, env };
}

/** The same without installing or building anything. Throws SetupError where packages are missing or of another release. */
export function findInstalled() {
  if (isInstalled()) return findPinned();
  throw new SetupError('The packages are missing or of another release. Run this once: npm run build');
}

function findPinned() {
  const node = findNode();
  const env = {
    ...process.env,
    PATH: [dirname(node), join(modules, '.bin'), process.env.PATH].join(delimiter),
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(modules, '.cache', 'compile'),
  };
  return { node, env };
}

/** Runs a script's main part; a SetupError becomes its plain message, the closing line if any, and exit code 1. */
export async function main(run, closingLine = '') {
  try {
    process.exitCode = await run();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(`\n${error.message}\n`);
    console.log(closingLine);
    process.exitCode = 1;
  }
}

// npm writes node_modules/.package-lock.json last, so an interrupted install counts as missing.
function isInstalled() {
  const installedLock = join(modules, '.package-lock.json');
  if (!existsSync(installedLock)) return false;
  const installed = readPackages(installedLock);
  return Object.entries(readPackages(join(root, 'package-lock.json'))).every(
    ([path, wanted]) =>
      path === '' ||
      wanted.optional ||
      (installed[path]?.version === wanted.version && installed[path]?.integrity === wanted.integrity),
  );
}

function readPackages(lockFile) {
  try {
    return JSON.parse(readFileSync(lockFile, 'utf8')).packages ?? {};
  } catch (error) {
    throw new SetupError(
      `${lockFile} cannot be read: ${error.message}\nDelete node_modules and start again.`,
    );
  }
}

function install() {
  refuseUnwritable(root);
  console.log('Installing the packages (once; about a minute) ...');
  // Not `npm ci`: npm 11 refuses a lockfile that lacks an optional package of another platform. This command installs the
  // same exact versions, checks the same integrity, and writes neither package.json nor the lockfile.
  const command = npmCommand(['install', '--no-save', '--include=optional', '--include=dev', ...quiet]);
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

// Under `npm start` the npm that was called: the Node that runs it stays in place while node_modules is replaced.
function npmCommand(args) {
  const { npm_execpath: npm, npm_node_execpath: node } = process.env;
  if (npm === undefined) return ['npm', args];
  return [node ?? process.execPath, [npm, ...args]];
}

function findNode() {
  // Not through node_modules/.bin: npm 10 removes that link together with the packages of the other platforms.
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  const pinned = readdirSync(modules)
    .filter((name) => /^node-(bin-)?(linux|darwin|win)-/.test(name))
    .map((name) => join(modules, name, 'bin', file))
    .find((path) => path === process.execPath || spawnSync(path, ['--version']).status === 0);
  if (pinned !== undefined) return pinned;
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath;
  throw new SetupError(
    `No Node 24 comes with the packages for ${process.platform} on ${process.arch}, and this is Node ` +
      `${process.versions.node}.\nInstall Node 24 or newer from https://nodejs.org and start again.`,
  );
}

function buildStale({ name, from, command }, node, env) {
  const stamp = stampOf(name);
  const hash = hashOf(from);
  if (hasStamp(name, hash)) return;
  refuseUnwritable(root);
  console.log(`Building dist/${name} ...`);
  rmSync(stamp, { force: true });
  const options = { cwd: root, env: { ...env, NODE_ENV: 'production' }, stdio: 'inherit' };
  if (spawnSync(node, command, options).status !== 0)
    throw new SetupError(`dist/${name} could not be built; the reason is printed above.${diskHint(root)}`);
  writeFileSync(stamp, hash);
}

/** Whether dist/server is the build of these sources. */
export const isServerBuilt = () =>
  builds.some(({ name, from }) => name === 'server' && hasStamp(name, hashOf(from)));

const stampOf = (name) => join(root, 'dist', `${name}.sha256`);

const hasStamp = (name, hash) =>
  existsSync(join(root, 'dist', name)) &&
  existsSync(stampOf(name)) &&
  readFileSync(stampOf(name), 'utf8') === hash;

function hashOf(sources) {
  const hash = createHash('sha256');
  for (const file of [...sources, 'package-lock.json'].flatMap((source) => filesUnder(join(root, source))))
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

function refuseUnwritable(folder) {
  try {
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new SetupError(
      `${folder} cannot be written to (${error.code}). Change its owner to your user, or move the project to a folder of your own.`,
    );
  }
}

function diskHint(folder) {
  const { bavail, bsize } = statfsSync(folder);
  const freeMb = Math.floor((bavail * bsize) / 2 ** 20);
  return freeMb < 700
    ? `\nThe disk has ${freeMb} MB left; the project needs about 700 MB. Make room and start again.`
    : '';
}
