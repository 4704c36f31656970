import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

import * as Type from 'typebox';
import { Parse } from 'typebox/value';

/**
 * Creates a missing folder and its parents, for this user only. Throws the system's error. It does not use mkdir's
 * `recursive`, which never returns on a file system that refuses folders, such as /proc.
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it first.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

/** The folder with `package.json`, `config/` and `dist/`: above the sources, and above the built program in `dist/server/`. */
export function findPackageFolder(): string {
  const found = findPackageJSON('.', import.meta.url);
  if (found === undefined) throw new Error('The program has lost its package.json');
  return dirname(found);
}

/** The version of this release; in a checkout, which is none, "0.3.0-dev+abc1234" with its commit. The interface has its own version, in contract/endpoints.ts. */
export function readVersion(): string {
  const folder = findPackageFolder();
  const { version } = Parse(
    Package,
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
  );
  const commit = readCommit(join(folder, '.git'));
  return commit === undefined ? version : `${version}-dev${commit}`;
}

/** "+abc1234" from the files of git, which need not be installed; empty where they are elsewhere, undefined without any. */
function readCommit(gitFolder: string): string | undefined {
  if (!existsSync(gitFolder)) return undefined;
  try {
    const head = readFileSync(join(gitFolder, 'HEAD'), 'utf8').trim();
    const [, branch] = /^ref: (\S+)$/.exec(head) ?? [];
    const commit = branch === undefined ? head : readFileSync(join(gitFolder, branch), 'utf8');
    return /^[0-9a-f]{40}/.test(commit) ? `+${commit.slice(0, 7)}` : '';
  } catch {
    return '';
  }
}

const Package = Type.Object({ version: Type.String() });
