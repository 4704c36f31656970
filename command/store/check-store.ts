import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { readMigrations, refuseNewer } from '../../server/store/migrations.ts';
import { postgresStoreError } from '../../server/store/postgres/postgres-errors.ts';
import {
  connectPostgres,
  refuseUnsafe,
  rowsOf,
  schemaVersion as postgresVersion,
} from '../../server/store/postgres/postgres-schema.ts';
import { readPostgresUrl } from '../../server/store/postgres/postgres-pool.ts';
import { schemaVersion as sqliteVersion } from '../../server/store/sqlite/sqlite-database.ts';
import { sqliteStoreError } from '../../server/store/sqlite/sqlite-errors.ts';
import { StoreError } from '../../server/store/store.ts';
import type { Finding } from '../check-profile.ts';
import { fault, ok } from '../check-profile.ts';
import { fileOf } from '../stores.ts';
import { openToRead } from './sqlite-file.ts';

/** Opens the store, and proves that it can be written, without changing it. */
export async function checkStore(url: string): Promise<Finding> {
  try {
    const path = fileOf(url);
    const { version, known } = path === undefined ? await inspectPostgres(url) : inspectFile(path);
    if (version === 0) return ok('store.url', 'can be written; the first start makes the tables');
    const next = version < known ? `; the next start makes version ${known} of it` : '';
    return ok('store.url', `can be written, and has version ${version} of the schema${next}`);
  } catch (error) {
    if (error instanceof StoreError) return fault('store.url', error.message);
    throw error;
  }
}

/** The schema version that the store has, 0 where none has been made yet, and the one of this release. */
type Inspected = Readonly<{ version: number; known: number }>;

function inspectFile(path: string): Inspected {
  const known = readMigrations('sqlite').length;
  if (path === ':memory:') return { version: 0, known };
  try {
    if (!existsSync(path)) {
      for (let folder = dirname(path); ; folder = dirname(folder)) {
        if (!existsSync(folder)) continue;
        // Refuses a file in the place of the folder.
        accessSync(`${folder}/.`, constants.W_OK);
        return { version: 0, known };
      }
    }
    using reader = openToRead(path);
    const version = sqliteVersion(reader);
    refuseNewer(version, known);
    using writer = new DatabaseSync(path, { timeout: 5000 });
    writer.exec('BEGIN IMMEDIATE; ROLLBACK');
    return { version, known };
  } catch (cause) {
    throw sqliteStoreError(path, cause);
  }
}

async function inspectPostgres(url: string): Promise<Inspected> {
  const known = readMigrations('postgres').length;
  const [address] = readPostgresUrl(url).addresses;
  const client = await connectPostgres(address, 'check of dueline');
  try {
    await refuseUnsafe(client);
    const version = await postgresVersion(client, known);
    const [[mayCreate, mayWrite] = []] = await rowsOf(client, rights);
    const refuse = (why: string) => new StoreError('not_writable', why);
    if (version < known && mayCreate !== 't')
      throw refuse('The user may make no tables: GRANT CREATE ON SCHEMA public TO ...');
    if (version > 0 && mayWrite !== 't')
      throw refuse('The user may not write the table tasks, or the server is a standby');
    return { version, known };
  } catch (cause) {
    throw postgresStoreError(cause);
  } finally {
    await client.end();
  }
}

const rights = `SELECT has_schema_privilege(current_schema(), 'CREATE'),
  NOT pg_is_in_recovery() AND coalesce(has_table_privilege(to_regclass('tasks'), 'INSERT, DELETE'), true)`;
