import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { StoreError } from './store.ts';

/**
 * `sql` changes the schema from `version - 1` to `version`. After it, releases that know version `readableFrom` or later still
 * work (expand first, contract in a later release). Without the line `-- Readable from`, no earlier release works.
 */
export type Migration = Readonly<{
  version: number;
  name: string;
  readableFrom: number;
  sql: string;
}>;

/** The folder is not listed: it may also hold migrations of a later release that was unpacked there before. */
const names = [
  '001-first-version',
  '002-counted-lists',
  '003-limited-keys',
  '004-operators',
  '005-owners',
] as const;

/** All migrations of an engine in order, from 1 without a gap. */
export function readMigrations(engine: 'sqlite' | 'postgres'): Migration[] {
  return names.map((name, index) => {
    const version = index + 1;
    const sql = readFileSync(
      join(import.meta.dirname, 'migrations', `${name}.${engine}.sql`),
      'utf8',
    );
    const readableFrom = Number(/^-- Readable from: (\d+)$/m.exec(sql)?.[1] ?? version);
    return { version, name, readableFrom, sql };
  });
}

/** Refuses a schema of a later release that excludes this one. */
export function refuseNewer(version: number, known: number, readableFrom = version): void {
  if (readableFrom <= known) return;
  throw new StoreError(
    'newer_database',
    `The database has schema version ${version}, this release knows versions up to ${known}: ` +
      'start the release that made it, or a later one',
  );
}
