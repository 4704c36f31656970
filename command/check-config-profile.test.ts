import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { openSqliteStore } from '../server/store/sqlite/sqlite-store.ts';
import { authOf, checkConfig } from '../test/check-config.ts';
import { dueline } from '../test/databases.ts';
import { emptyFolder } from '../test/folder.ts';
import { postgresServer } from '../test/postgres/database.ts';

const server = postgresServer();

test('what a production profile may mean wrongly is found without asking anybody, and no secret is printed', async (t) => {
  const secret = 'abababababababababababababababababab';
  const profile = {
    ...authOf({
      issuer: 'https://id.example.com/.well-known/openid-configuration',
      clientId: 'a',
      clientSecret: 'hidden',
    }),
    http: { allowedHosts: ['tasks.example.com'], publicScheme: 'http' },
    session: { secrets: [secret, secret] },
    store: { url: 'postgres://user:pass@word@one,two:5432/name?sslpassword=more&pooler=transaction' },
  };
  const { findings, others } = await checkConfig(t, profile, ['--offline']);
  assert.match(
    others,
    /url: postgres:\/\/user:\*\*\*@one,two:5432\/name\?sslpassword=\*\*\*&pooler=transaction/,
  );
  for (const hidden of [secret, 'hidden', 'pass@word', 'more']) assert.ok(!others.includes(hidden), hidden);
  assert.match(findings.join('\n'), /^fault .*issuer: is the address of the metadata/m);
  assert.match(findings.join('\n'), /^fault session\.secrets\[0\]: can be guessed/m);
  assert.match(findings.join('\n'), /^warning session\.secrets: has the same secret twice/m);

  const direct = { ...profile, http: {}, rates: { requestsPerSecond: 50 } };
  const alone = await checkConfig(t, direct, ['--offline']);
  assert.match(alone.findings.join('\n'), /^warning http\.trustedProxies: is empty/m);

  const env = {
    PROFILE: 'production',
    ALLOWED_HOSTS: 'tasks.example.com',
    SESSION_SECRET: 'short',
    CLIENT_ID: 'a',
  };
  const short = dueline(['check-config', '--offline'], { env });
  assert.equal(short.status, 1);
  assert.match(short.stdout, /^fault +session\.secrets\[0\]: expected a text of 32 bytes or more/m);
  const plain = dueline(['check-config', '--offline'], {
    env: {
      ...env,
      SESSION_SECRET: 'a secret for sessions, long enough',
      PUBLIC_SCHEME: 'http',
      DATA: emptyFolder(t),
    },
  });
  assert.equal(plain.status, 1);
  for (const line of [
    /fault .*clientSecret: is empty/,
    /fault .*http\.publicScheme: is http/,
    /warning .*allowedEmails: is empty/,
  ])
    assert.match(plain.stdout, line);
});

test('a store is opened and its right to write is proven, without changing it', async (t) => {
  const { url, query, remove } = await server.newDatabase();
  t.after(remove);
  const finding = async (store: string) => {
    const provider = authOf({ issuer: 'https://id.example.com' });
    const { findings } = await checkConfig(t, { ...provider, store: { url: store } });
    return findings.find((line) => line.includes('store.url')) ?? '';
  };
  assert.match(await finding(url), /^ok .*the first start makes the tables/);
  assert.deepEqual(await query("SELECT 1 FROM pg_tables WHERE schemaname = 'public'"), []);
  assert.match(await finding(url.replace(/\/dueline_test_\w+/, '/none')), /^fault .*does not exist/);

  const file = join(emptyFolder(t), 'dueline.db');
  assert.match(await finding(`sqlite:${file}`), /^ok .*the first start makes the tables/);
  await openSqliteStore(file).close();
  assert.match(await finding(`sqlite:${file}`), /^ok .*can be written, and has version 1 of the schema$/);
  writeFileSync(file, 'no database at all, and long enough to be taken for the head of one'.repeat(20));
  assert.match(await finding(`sqlite:${file}`), /^fault .*is not an SQLite database/);
  assert.match(await finding(`sqlite:${file}/none/dueline.db`), /^fault /);
});
