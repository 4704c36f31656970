import assert from 'node:assert/strict';
import { chmodSync, chownSync, copyFileSync, readdirSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { openPostgresStore } from '../server/store/postgres/postgres-store.ts';
import { openSqliteStore } from '../server/store/sqlite/sqlite-store.ts';
import { authOf, checkConfig } from '../test/started-here.ts';
import { emptyFolder } from '../test/folder.ts';
import { listenAnywhere } from '../test/http.ts';
import { testWith } from '../test/needs.ts';
import { postgresServer } from '../test/postgres/database.ts';
import { freePort } from '../test/process.ts';

const testWithPostgres = testWith('postgres');
const server = postgresServer();

testWithPostgres('a store is opened without changing it, and its schema is told', async (t) => {
  const { name, url, query } = await server.newDatabase(t);
  const finding = async (store: string) => {
    const provider = authOf({ issuer: 'https://id.example.com' });
    const { findings } = await checkConfig(t, { ...provider, store: { url: store } });
    return findings.find((line) => line.includes('store.url')) ?? '';
  };
  assert.match(await finding(url), /^ok .*the first start makes it/);
  assert.deepEqual(await query("SELECT 1 FROM pg_tables WHERE schemaname = 'public'"), []);
  assert.match(
    await finding(url.replace(/\/dueline_test_\w+/, '/none')),
    /^fault .*does not exist/,
  );
  const { url: latin1 } = await server.newDatabase(t, 'LATIN1');
  assert.match(await finding(latin1), /^fault .*encoded in LATIN1: make one with ENCODING 'UTF8'$/);
  const guest = new URL(url);
  Object.assign(guest, { username: 'guest', password: 'p' });
  await query("CREATE ROLE guest LOGIN PASSWORD 'p'");
  assert.match(await finding(guest.href), /^fault .*denies this user the right/);
  await query('DROP ROLE guest');
  const several = url.replace(/@([^/]+)/, `@127.0.0.1:${await freePort()},$1,$1`);
  // Every second connection finds a standby.
  await query(`CREATE SCHEMA fake; CREATE SEQUENCE fake.met;
    CREATE FUNCTION fake.pg_is_in_recovery() RETURNS boolean RETURN nextval('fake.met') % 2 = 1;
    ALTER DATABASE ${name} SET search_path = fake, pg_catalog, public`);
  assert.match(await finding(several), /^ok .*the first start makes it/);
  assert.match(await finding(url), /^fault .*this server is a standby/);

  const file = join(emptyFolder(t), 'dueline.db');
  assert.match(await finding(`sqlite:${file}`), /^ok .*the first start makes it/);
  await openSqliteStore(file).close();
  assert.match(await finding(`sqlite:${file}`), /^ok .*has version 5 of the schema$/);
  const damaged = join(emptyFolder(t), 'damaged.db');
  copyFileSync(file, damaged);
  await using pages = await open(damaged, 'r+');
  await pages.write(Buffer.alloc(4096, 0xff), 0, 4096, 4096);
  const said = await finding(`sqlite:${damaged}`);
  assert.match(said, /^fault .*damaged\.db is damaged: [^\n]+$/);
  const other = join(emptyFolder(t), 'other.db');
  using ofOthers = new DatabaseSync(other);
  ofOthers.exec('CREATE TABLE notes (id INTEGER)');
  assert.match(
    await finding(`sqlite:${other}`),
    /^fault .*other\.db has tables of another program: name/,
  );
  assert.throws(() => openSqliteStore(other), {
    code: 'misconfigured',
    message: /of another program/,
  });
  writeFileSync(
    file,
    'no database at all, and long enough to be taken for the head of one'.repeat(20),
  );
  assert.match(await finding(`sqlite:${file}`), /^fault .*is not an SQLite database/);

  // Root acts as the owner of the folder.
  const locked = emptyFolder(t);
  if (process.getuid?.() === 0) chownSync(locked, 65_534, 65_534);
  chmodSync(locked, 0o500);
  for (const place of [join(locked, 'y.db'), join(locked, 'x/y.db'), '/proc/x/y.db'])
    assert.match(await finding(`sqlite:${place}`), /^fault .*\/y\.db cannot be made: E/);
  assert.deepEqual(readdirSync(dirname(file)), ['dueline.db']);
});

testWithPostgres(
  'the service and the check say the same of a PostgreSQL that is out of reach',
  async (t) => {
    const silent = await listenAnywhere(createServer(), t);
    for (const [port, expected] of [
      [await freePort(), /cannot be reached: nothing listens there: .* \(connect ECONNREFUSED 127/],
      [silent, /cannot be reached: no answer came in time: check the address, the name server/],
    ] as const) {
      const url = `postgres://me:hidden@127.0.0.1:${port}/dueline`;
      const { findings } = await checkConfig(t, {
        ...authOf({ issuer: 'https://id.example.com' }),
        store: { url },
      });
      const found = findings.find((line) => line.includes('store.url')) ?? '';
      assert.match(found, expected);
      await assert.rejects(openPostgresStore(url, { poolSize: 1 }), {
        message: found.replace('fault store.url: ', ''),
      });
    }
  },
);
