import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';

/** The folder with `package.json`, `config/` and `dist/`: above the sources, and above the built program in `dist/server/`. */
export function findPackageFolder(): string {
  const found = findPackageJSON('.', import.meta.url);
  if (found === undefined) throw new Error('The program has lost its package.json');
  return dirname(found);
}
