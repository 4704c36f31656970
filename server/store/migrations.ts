import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { StoreError } from './store.ts';

/**
 * One step of the schema: `sql` leads from `version - 1` to `version`. Releases that know version `readableFrom` or later
 * keep working after it (expand first, contract in a later release); without that mark no earlier release does.
 */
export type Migration = Readonly<{ version: number; name: string; readableFrom: number; sql: string }>;

/** A list, because a folder in which a later release was unpacked before keeps the files of that one. */
const names = ['001-first-version', '002-counted-lists', '003-limited-keys', '004-operators'] as const;

/** All migrations of an engine in order, from 1 without a gap. */
export function readMigrations(engine: 'sqlite' | 'postgres'): Migration[] {
  return names.map((name, index) => {
    const version = index + 1;
    const sql = readFileSync(join(import.meta.dirname, 'migrations', `${name}.${engine}.sql`), 'utf8');
    const readableFrom = Number(/^-- Readable from: (\d+)$/m.exec(sql)?.[1] ?? version);
    return { version, name, readableFrom, sql };
  });
}

/** Refuses a schema that a later release has made. */
export function refuseNewer(version: number, known: number, readableFrom = version): void {
  if (readableFrom <= known) return;
  throw new StoreError(
    'newer_database',
    `The database has schema version ${version}, this release knows versions up to ${known}: ` +
      'start the release that made it, or a later one',
  );
}
