import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { openSqliteStore } from '../server/store/sqlite/sqlite-store.ts';
import { dueline } from '../test/databases.ts';
import { emptyFolder } from '../test/folder.ts';
import { postgresServer } from '../test/postgres/database.ts';
import { sharedFile } from '../test/races/databases.ts';
import { askMe, startReplicas } from '../test/races/replicas.ts';
import { serveProvider } from '../test/provider/server.ts';

const server = postgresServer();

test('every session of one email ends at every running process, and a new sign-in begins another', async (t) => {
  const { url, remove } = await server.newDatabase();
  t.after(remove);
  const provider = await serveProvider(t);
  const { services, signIn, expire, config } = await startReplicas(t, provider, { url, count: 2 });
  const cookies = [await signIn(), expire(await signIn())];

  // The case of an email is ignored here: another spelling must not keep a person signed in.
  const { status, output } = run(config, 'ADA@example.com');
  assert.match(
    output,
    /^Every session of ADA@example\.com that began before \S+Z is ended, within two seconds everywhere\.\n$/,
  );
  assert.equal(status, 0);
  for (const service of services) {
    for (const cookie of cookies) {
      let answer = await askMe(service, cookie);
      while (answer.status === 200) answer = await askMe(service, cookie);
      assert.equal(answer.status, 401);
    }
  }
  assert.equal(provider.count('token'), 2, 'no renewal was begun');
  const again = await signIn();
  for (const service of services) assert.equal((await askMe(service, again)).status, 200);
});

test('a sign-out of what is no email is wrong use, and one without its profile fails', async (t) => {
  const { url } = sharedFile(t);
  const provider = await serveProvider(t);
  const { config } = await startReplicas(t, provider, { url, count: 1 });
  for (const wrong of [[], ['ada'], ['']]) {
    const { status, output } = run(config, ...wrong);
    assert.equal(status, 2);
    assert.match(output, /dueline user sign-out ada@example\.com|is no email address/);
  }
  const elsewhere = join(emptyFolder(t), 'none.yaml');
  const { status, output } = run(elsewhere, 'ada@example.com');
  assert.equal(status, 1);
  assert.ok(output.includes(elsewhere));
});

test('ended sessions are in the audit log, when the profile asks for one', async (t) => {
  const folder = emptyFolder(t);
  const env = { PROFILE: 'local', DATA: folder, AUDIT_LOG: join(folder, 'audit.log') };
  await openSqliteStore(join(folder, 'dueline.db')).close();
  assert.equal(dueline(['user', 'sign-out', 'ada@example.com'], { env }).status, 0);
  assert.match(
    readFileSync(env.AUDIT_LOG, 'utf8'),
    /^\{"audit":"end_sessions","time":"[^"]+","result":"done","person":"ada@example\.com","from":null,"requestId":null\}\n$/,
  );
});

const run = (config: string, ...args: string[]) =>
  dueline(['user', 'sign-out', ...args], {
    env: { PROFILE: 'test', CONFIG: config, PORT: '0', DATA: '/nonexistent' },
  });
