import assert from 'node:assert/strict';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';

import { openPostgresStore } from '../../server/store/postgres/postgres-store.ts';
import { describeStore } from '../../server/store/store-suite.ts';
import { emptyFolder } from '../folder.ts';
import { needs } from '../needs.ts';
import { startAsPostgres } from '../postgres/cluster.ts';
import { postgresServer } from '../postgres/database.ts';
import { freePort } from '../process.ts';
import type { Child } from '../process.ts';

const port = await freePort();

// The whole store suite through a real PgBouncer in transaction mode, with fewer connections to the server than from clients.
void suite('behind PgBouncer', needs('pgbouncer', 'postgres'), () => {
  const server = postgresServer();
  const folder = emptyFolder({ after });
  let bouncer: Child | undefined;

  before(async () => {
    const {
      hostname,
      port: behind,
      username,
      password,
    } = new URL((await server.newDatabase()).url);
    // The server's user, who may be another user, must be able to read the files.
    chmodSync(folder, 0o755);
    writeFileSync(join(folder, 'users'), `"${username}" "${password}"\n`);
    writeFileSync(
      join(folder, 'pgbouncer.ini'),
      `[databases]
       * = host=${hostname} port=${behind}
       [pgbouncer]
       listen_addr = 127.0.0.1
       listen_port = ${port}
       unix_socket_dir =
       auth_type = scram-sha-256
       auth_file = ${join(folder, 'users')}
       pool_mode = transaction
       default_pool_size = 2`.replaceAll(/^ +/gm, ''),
    );
    bouncer = startAsPostgres(['pgbouncer', join(folder, 'pgbouncer.ini')]);
    await bouncer.line(/process up/);
  });

  after(() => bouncer?.stop());

  async function databaseThroughBouncer() {
    const database = await server.newDatabase();
    const url = new URL(database.url);
    url.port = String(port);
    return { ...database, url: url.href };
  }

  describeStore(
    'postgres behind PgBouncer in transaction mode',
    async () => {
      const { url, query, remove } = await databaseThroughBouncer();
      const open = () => openPostgresStore(`${url}?pooler=transaction`, { poolSize: 4 });
      return { open, byHand: query, remove };
    },
    15,
  );

  test('without pooler=transaction the error says what to add to store.url', async () => {
    const { url } = await databaseThroughBouncer();
    await assert.rejects(openPostgresStore(url, { poolSize: 1 }), {
      code: 'failed',
      message: /pooler=transaction/,
    });
  });
});
