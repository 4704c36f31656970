import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { modules, root } from './project.mjs';

/** True on Debian and its derivatives, which have apt. */
export const hasApt = existsSync('/usr/bin/apt-get');

const isRoot = process.getuid?.() === 0;

/** Installs packages as root on Debian, else does nothing. Prints the error of a failure; the caller then looks for the program. */
export function installPackages(packages) {
  if (!hasApt || !isRoot) return;
  console.log(`Installing ${packages.join(', ')} from the packages of this system ...`);
  updateLists();
  apt(['install', '-y', '-qq', '--no-install-recommends', ...packages]);
}

/** The folder of packages that an earlier run has unpacked, if any. */
export const unpackedPackages = (name) => [folderOf(name)].find((folder) => existsSync(folder));

/**
 * Unpacks packages with all their dependencies, also installed ones, so that the folder is the same on every machine of a
 * Debian release; or one `file` of one package. Runs no script of the packages, starts no service, and needs no root.
 * Prints the error of a failure.
 */
export function unpackPackages(name, packages, file) {
  if (!hasApt) return;
  console.log(`Unpacking ${name} from the packages of this system ...`);
  updateLists();
  mkdirSync(cache, { recursive: true });
  const begun = mkdtempSync(`${folderOf(name)}-`);
  try {
    if (file === undefined ? unpackAll(begun, packages) : unpackFile(begun, packages, file))
      renameSync(join(begun, 'root'), folderOf(name));
  } finally {
    rmSync(begun, { recursive: true });
  }
}

const cache = join(modules, '.cache', 'debian-packages');
const folderOf = (name) => join(cache, name);

let isUpdated = false;

function updateLists() {
  if (isUpdated || !isRoot) return;
  isUpdated = true;
  apt(['update', '-qq']);
}

function unpackAll(folder, packages) {
  mkdirSync(join(folder, 'partial'));
  mkdirSync(join(folder, 'root/usr/lib'), { recursive: true });
  symlinkSync('usr/lib', join(folder, 'root/lib'));
  // With an empty list of installed packages, each dependency counts as missing.
  const status = join(folder, 'status');
  writeFileSync(status, '');
  const options = [
    `Dir::State::status=${status}`,
    `Dir::Cache::archives=${folder}`,
    'Debug::NoLocking=1',
  ];
  const wanted = [
    'install',
    '-y',
    '-qq',
    '--download-only',
    '--no-install-recommends',
    ...packages,
  ];
  return (
    apt([...options.flatMap((option) => ['-o', option]), ...wanted]) &&
    archivesIn(folder)
      // libc6 must match the dynamic linker, so the one of the machine is used.
      .filter((archive) => !archive.startsWith('libc6_'))
      .every((archive) => run('dpkg-deb', ['-x', join(folder, archive), join(folder, 'root')]))
  );
}

function unpackFile(folder, packages, file) {
  mkdirSync(join(folder, 'root'));
  const script = `dpkg-deb --fsys-tarfile *.deb | tar -x -C root ./${file}`;
  return (
    apt(['download', '-qq', ...packages], { cwd: folder }) &&
    run('sh', ['-ec', script], { cwd: folder })
  );
}

const archivesIn = (folder) => readdirSync(folder).filter((file) => file.endsWith('.deb'));

// Only one apt-get runs at a time on this machine.
const apt = (args, options) =>
  run('flock', [isRoot ? '/run/lock/dueline-apt' : cache, 'apt-get', ...args], options);

function run(program, args, { cwd = root } = {}) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    env,
    encoding: 'utf8',
  });
  if (status !== 0)
    console.error(`${program} ${args.join(' ')} failed:\n${error?.message ?? stdout + stderr}`);
  return status === 0;
}
