import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { test } from 'node:test';

import { makeOpener } from '../server/store/open-store.ts';
import { tables } from './store/tables.ts';
import { dueline, walk } from '../test/databases.ts';
import { toPort } from '../test/http.ts';
import { postgresServer } from '../test/postgres/database.ts';
import { serveProvider } from '../test/provider/server.ts';
import type { SharedDatabase } from '../test/races/databases.ts';
import { sharedFile } from '../test/races/databases.ts';
import { askMe, startReplicas } from '../test/races/replicas.ts';
import { startedHere } from '../test/started-here.ts';
import { tasksOf } from '../test/task-list.ts';

const server = postgresServer();
const [ada, grace] = ['ada@example.com', 'grace@example.com'];
const secret = 'Only Ada knows this';

test('PostgreSQL: while the service runs nothing of a person is left, and an ended session makes no user again', async (t) => {
  const database = await server.newDatabase();
  t.after(database.remove);
  await eraseWhileRunning(t, database);
});

test('SQLite: while the service runs nothing of a person is left, neither in a table nor in a byte of the files', async (t) => {
  const database = sharedFile(t);
  await eraseWhileRunning(t, database, () => {
    const path = database.url.slice('sqlite:'.length);
    for (const file of [path, `${path}-wal`].filter((each) => existsSync(each)))
      for (const text of [secret, ada, 'key of Ada', 'sealed-token'])
        assert.ok(!readFileSync(file).includes(text), `${file}: ${text}`);
  });
});

/** Two tasks of Ada, one of them removed before, and one of Grace; Ada's page goes on asking during the command. */
async function eraseWhileRunning(
  t: TestContext,
  { url, query }: SharedDatabase,
  lookAtFiles = () => {},
): Promise<void> {
  const store = await makeOpener(url, { poolSize: 1 })();
  await store.createTask(grace, walk, Date.now(), { key: 'key of Grace', bodyHash: 'hash' });
  await store.createTask(ada, { ...walk, description: secret }, Date.now(), {
    key: 'key of Ada',
    bodyHash: 'hash',
  });
  const removed = await store.createTask(ada, { ...walk, description: secret }, Date.now());
  assert.ok(removed.kind === 'created' && (await store.deleteTask(ada, removed.task.id)));
  await store.publishRenewal('hash of a token', 'sealed-token', Date.now() + 1);
  await store.close();
  const provider = await serveProvider(t);
  const { services, signIn, config } = await startReplicas(t, provider, { url, count: 1 });
  const [service] = services;
  assert.ok(service);
  const cookie = await signIn();

  const late = async () => {
    let answer = await askMe(service, cookie);
    while (answer.status === 200) answer = await askMe(service, cookie);
    const headers = { host: `127.0.0.1:${service.port}`, cookie, 'content-type': 'application/json' };
    const body = JSON.stringify({ ...walk, dueDate: '2100-01-01' });
    const created = await toPort(service)({ method: 'POST', path: '/api/tasks', headers, body });
    assert.deepEqual([answer.status, created.statusCode], [401, 401]);
  };
  const { code, printed, told, waited } = await startedHere(['user', 'erase', ada, '--yes'], config, late);
  assert.deepEqual([code, waited], [0, [120_000]], told);
  assert.match(told, /sessions are ended.*in two minutes/);
  assert.match(
    printed,
    /^Everything of ada@example\.com is erased, with 1 tasks\. Earlier backups still have it\.\n$/,
  );

  assert.deepEqual(
    (await query('SELECT email FROM users')).map(({ email }) => email),
    [grace],
  );
  const rows = async (table: string) => Number((await query(`SELECT count(*) AS n FROM ${table}`))[0]?.['n']);
  const counts = Object.fromEntries(
    await Promise.all(
      [...tables.map(({ name }) => name), 'renewals'].map(async (name) => [name, await rows(name)]),
    ),
  );
  assert.deepEqual(counts, { users: 1, tasks: 1, idempotency: 1, endings: 1, renewals: 0 });

  lookAtFiles();

  // The same person may come again, as somebody new.
  const again = await signIn();
  assert.equal((await askMe(service, again)).status, 200);
  const after = await makeOpener(url, { poolSize: 1 })();
  assert.deepEqual(await tasksOf(after, ada), []);
  assert.equal((await tasksOf(after, grace)).length, 1);
  await after.close();
}

test('without a running service it does not wait; it asks first, and needs --yes where nobody can be asked', async (t) => {
  const { url } = sharedFile(t);
  const store = await makeOpener(url, { poolSize: 1 })();
  await store.createTask(ada, walk, 0);
  await store.createTask('ADA@example.com', walk, 0);
  await store.publishRenewal('hash of a token', 'sealed-token', Date.now() + 60_000);
  await store.close();
  const env = { PROFILE: 'test', STORE_URL: url, DATA: url.slice('sqlite:'.length, -'/dueline.db'.length) };
  const erase = (...args: string[]) => dueline(['user', 'erase', ...args], { env });

  const refused = erase(ada);
  assert.deepEqual([refused.status, refused.stdout], [2, '']);
  assert.match(refused.stderr, /letter case differs: ADA@example\.com\n.*--yes/);
  assert.equal(erase('ada', '--yes').status, 2);
  const done = erase(ada, '--yes');
  assert.equal(done.status, 0, done.stderr);
  assert.match(done.stdout, /with 1 tasks/);
  assert.match(erase(ada, '--yes').stdout, /^Nothing of ada@example\.com was stored/);
  const after = await makeOpener(url, { poolSize: 1 })();
  assert.equal((await tasksOf(after, 'ADA@example.com')).length, 1);
  assert.deepEqual(await after.claimRenewal('hash of a token', Date.now(), Date.now() + 1), {
    kind: 'claimed',
  });
  await after.close();
});
