import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { migratePostgres } from '../../server/store/postgres/postgres-schema.ts';
import type { Cleanup } from '../folder.ts';
import { projectFolder } from '../process.ts';
import type { postgresServer } from './database.ts';
import { query } from './database.ts';

const read = (file: string) => readFileSync(join(projectFolder, 'deploy', file), 'utf8');

/**
 * What `deploy/citus.sql` calls, on PostgreSQL alone: a distributed table becomes a table with eight hash partitions. Like Citus,
 * these demand that each key has the column of the distribution.
 */
const insteadOfCitus = `
  CREATE FUNCTION create_distributed_table(name text, by_column text, colocate_with text) RETURNS void
  LANGUAGE plpgsql AS $$ BEGIN
    EXECUTE format('ALTER TABLE %I RENAME TO %I', name, name || '_before');
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL) PARTITION BY HASH (%I)', name, name || '_before', by_column);
    FOR part IN 0 .. 7 LOOP
      EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES WITH (MODULUS 8, REMAINDER %s)',
        name || '_' || part, name, part);
    END LOOP;
    EXECUTE format('INSERT INTO %I SELECT * FROM %I', name, name || '_before');
    EXECUTE format('DROP TABLE %I', name || '_before');
  END $$;
  CREATE FUNCTION create_distributed_function(signature regprocedure, by_argument text, colocate_with text) RETURNS void
  LANGUAGE plpgsql AS $$ BEGIN
    IF (SELECT proargnames[1] FROM pg_proc WHERE oid = signature) <> by_argument THEN
      RAISE '% has no first argument %', signature, by_argument; END IF;
  END $$;`;

/** The files in deploy/ that divide the tables, as statements for a migrated database. */
export const layouts = {
  'deploy/partitions.sql': read('partitions.sql'),
  'deploy/citus.sql': insteadOfCitus + read('citus.sql'),
} as const;

/** A new database, migrated and with its tables divided. */
export async function newDivided(
  server: ReturnType<typeof postgresServer>,
  layout: keyof typeof layouts,
  t: Cleanup,
) {
  const database = await server.newDatabase(t);
  await migratePostgres(database.url);
  await query(database.url, layouts[layout]);
  return database;
}
