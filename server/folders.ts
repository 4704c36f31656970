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

/** The version of this release. The interface has its own version, in contract/endpoints.ts. */
export const readVersion = (): string =>
  Parse(Package, JSON.parse(readFileSync(join(findPackageFolder(), 'package.json'), 'utf8')))
    .version;

const Package = Type.Object({ version: Type.String() });
