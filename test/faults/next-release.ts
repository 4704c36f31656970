import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { readMigrations } from '../../server/store/migrations.ts';
import type { Tidy } from '../folder.ts';
import { emptyFolder } from '../folder.ts';
import { projectFolder } from '../process.ts';
import type { Edit } from '../proxies/proxy.ts';
import { editText } from '../proxies/proxy.ts';

export const nextVersion = '9.9.9';

/**
 * A copy of this release, changed as the next one would be: another version, one more expand migration, and statements
 * that write the new column `tasks.written_by`. Returns its folder.
 */
export function makeNextRelease(t: Tidy): string {
  const folder = emptyFolder(t);
  for (const part of ['server', 'contract', 'package.json']) {
    cpSync(join(projectFolder, part), join(folder, part), { recursive: true });
  }
  for (const part of ['node_modules', 'dist']) symlinkSync(join(projectFolder, part), join(folder, part));

  const known = readMigrations('postgres').length;
  const number = String(known + 1).padStart(3, '0');
  writeFileSync(
    join(folder, `server/store/migrations/${number}-written-by.postgres.sql`),
    `-- Readable from: ${known}\nALTER TABLE tasks ADD COLUMN written_by text;\n`,
  );
  edit(join(folder, 'contract/endpoints.ts'), [
    [
      /interfaceVersion = '.*'/.exec(read('contract/endpoints.ts'))?.[0] ?? 'interfaceVersion',
      `interfaceVersion = '${nextVersion}'`,
    ],
  ]);
  edit(join(folder, 'server/store/postgres/postgres-statements.ts'), [
    ["updated_at_ms';", "updated_at_ms, written_by';"],
    ['$6::bigint, $6::bigint', "$6::bigint, $6::bigint, 'next'"],
    ['updated_at_ms = $7', "updated_at_ms = $7, written_by = 'next'"],
  ]);
  return folder;
}

const read = (path: string) => readFileSync(join(projectFolder, path), 'utf8');

function edit(path: string, edits: readonly Edit[]): void {
  writeFileSync(path, editText(readFileSync(path, 'utf8'), edits));
}
