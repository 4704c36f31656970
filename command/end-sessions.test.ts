import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import { test } from 'node:test';

import { makeOpener } from '../server/store/open-store.ts';
import { openSqliteStore } from '../server/store/sqlite/sqlite-store.ts';
import { dueline, fill, folders, tasksIn, walk } from '../test/databases.ts';
import { emptyFolder } from '../test/folder.ts';
import { toPort } from '../test/http.ts';
import { postgresServer } from '../test/postgres/database.ts';
import { serveProvider } from '../test/provider/server.ts';
import type { SharedDatabase } from '../test/races/databases.ts';
import { sharedFile } from '../test/races/databases.ts';
import { askMe, startReplicas } from '../test/races/replicas.ts';
import { startedHere } from '../test/started-here.ts';
import { tasksOf } from '../test/task-list.ts';
import { atTerminal, hasTerminal } from '../test/terminal.ts';
import { tables } from './store/rows.ts';
import { openSqliteTarget } from './store/sqlite-rows.ts';

const server = postgresServer();
const [ada, grace] = ['ada@example.com', 'grace@example.com'];
const run = (config: string, ...args: string[]) =>
  dueline(['user', 'sign-out', ...args], {
    env: { PROFILE: 'test', CONFIG: config, PORT: '0', DATA: '/nonexistent' },
  });

const secret = 'Only Ada knows this';

test('every session of one email ends at every running process, and a new sign-in begins another', async (t) => {
  const { url, remove } = await server.newDatabase();
  t.after(remove);
  const provider = await serveProvider(t);
  const { services, signIn, expire, config } = await startReplicas(t, provider, { url, count: 2 });
  const cookies = [await signIn(), expire(await signIn())];

  for (const wrong of [[], ['ada'], ['']]) {
    const { status, output } = run(config, ...wrong);
    assert.equal(status, 2);
    assert.match(output, /dueline user sign-out ada@example\.com|is no email address/);
  }
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
  await store.createTask(grace, walk, Date.now(), { idempotency: { key: 'key of Grace', bodyHash: 'hash' } });
  const hers = { ...walk, description: secret };
  await store.createTask(ada, hers, Date.now(), { idempotency: { key: 'key of Ada', bodyHash: 'hash' } });
  const removed = await store.createTask(ada, hers, Date.now());
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
  const names = [...tables.map(({ name }) => name), 'renewals'];
  const counts = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await rows(name)])));
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

test(
  'at a terminal the erasure asks for the address, and does nothing without it',
  { skip: !hasTerminal && 'needs script of util-linux' },
  async (t) => {
    const database = await start(t);
    const ctrlC = '\u0003';
    for (const typed of ['grace@example.com\n', ctrlC]) {
      const { code, printed } = await database.erase(typed);
      assert.equal(code, 1, printed);
      assert.match(
        printed,
        /This erases ada@example\.com with 2 tasks for ever\. Type the address to go on: /,
      );
      assert.match(printed, /(Nothing is erased|Aborted with Ctrl\+C)\s+$/);
      assert.equal(await database.tasks(), 2);
    }
    const { code, printed } = await database.erase(`${ada}\n`);
    assert.equal(code, 0, printed);
    assert.match(printed, /Everything of ada@example\.com is erased, with 2 tasks\./);
    assert.equal(await database.tasks(), 0);
  },
);

/** A database with two tasks of Ada, and a person who types this at the question. */
async function start(t: TestContext) {
  const { folder, from } = folders(t);
  await fill(from, 2);
  const variables = { PROFILE: 'test', STORE_URL: `sqlite:${from}`, DATA: folder };
  return {
    tasks: () => tasksIn(from),
    async erase(typed: string) {
      const terminal = atTerminal(t, `exec "$NODE" command/main.ts user erase ${ada}`, variables);
      const ended = once(terminal, 'close');
      let printed = '';
      terminal.stdout.setEncoding('utf8').on('data', (text: string) => {
        const wasAsked = printed.includes('go on: ');
        printed += text;
        if (!wasAsked && printed.includes('go on: ')) terminal.stdin.write(typed);
      });
      const [code] = await ended;
      return { code, printed };
    },
  };
}

test('the erasure waits while another process reads, and then leaves the log empty', async (t) => {
  const { from: path } = folders(t);
  await fill(path, 3);
  const reader = new DatabaseSync(path);
  t.after(() => reader.close());
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM tasks').get();
  let waits = 0;
  const rows = openSqliteTarget(path, {
    async wait() {
      waits += 1;
      reader.exec('COMMIT');
    },
  });
  await rows.alone(async (query) => void (await query('DELETE FROM tasks')));
  await rows.overwriteRemoved();
  assert.equal(waits, 1);
  assert.equal(statSync(`${path}-wal`).size, 0);
  await rows[Symbol.asyncDispose]();
});
