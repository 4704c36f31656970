import { randomBytes } from 'node:crypto';
import { env } from 'node:process';
import { after } from 'node:test';

import pg from 'pg';

import type { Cleanup } from '../folder.ts';
import { startCluster } from './cluster.ts';

export type TestDatabase = Awaited<ReturnType<ReturnType<typeof postgresServer>['newDatabase']>>;

/**
 * Makes new, empty databases on the server of TEST_DATABASE_URL, or on a temporary one that is removed with this test file.
 * Call it once in a test file, outside of any test. A database is removed with its test `t`.
 */
export function postgresServer() {
  let server: Promise<Readonly<{ url: string; remove: () => Promise<void> }>> | undefined;
  const standing = env['TEST_DATABASE_URL'];
  const ready = () =>
    (server ??= standing
      ? Promise.resolve({ url: standing, remove: async () => {} })
      : startCluster());
  after(async () => (await server)?.remove());
  return {
    async newDatabase(t?: Cleanup, encoding = 'UTF8') {
      const name = `dueline_test_${randomBytes(6).toString('hex')}`;
      const adminUrl = (await ready()).url;
      const url = new URL(adminUrl);
      url.pathname = `/${name}`;
      await query(
        adminUrl,
        `CREATE DATABASE ${name} ENCODING '${encoding}' LOCALE 'C' TEMPLATE template0`,
      );
      // Dropping needs a checkpoint, which is a waste on a temporary server.
      const remove = async () =>
        void (standing && (await query(adminUrl, `DROP DATABASE ${name} WITH (FORCE)`)));
      t?.after(remove);
      /** Runs statements as the owner of the database; rows as objects. */
      const queryHere = (text: string, values?: unknown[]) => query(url.href, text, values);
      return { name, url: url.href, query: queryHere, remove };
    },
  };
}

/** Runs one statement on a connection of its own. */
export async function query(url: string, text: string, values?: unknown[]) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(text, values);
    return rows;
  } finally {
    await client.end();
  }
}
