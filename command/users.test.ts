import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import { test } from 'node:test';

import { revocationOfEmail } from '../server/session/revocations.ts';
import { makeOpener } from '../server/store/open-store.ts';
import { dueline, fill, folders, sharedFile, tasksIn, walk } from '../test/databases.ts';
import { toPort } from '../test/http.ts';
import type { TestDatabase } from '../test/postgres/database.ts';
import { testWith } from '../test/needs.ts';
import { postgresServer } from '../test/postgres/database.ts';
import { serveProvider } from '../test/provider/server.ts';
import { askMe, startReplicas } from '../test/races/replicas.ts';
import { startedHere } from '../test/started-here.ts';
import { tasksOf } from '../test/task-list.ts';
import { atTerminal, hasTerminal } from '../test/terminal.ts';
import { tables } from './store/rows.ts';
import { openSqliteTarget } from './store/sqlite.ts';

const testWithPostgres = testWith('postgres');
const server = postgresServer();
const ada = 'ada@example.com';
const grace = 'grace@example.com';
const nowMs = Date.UTC(2026, 0, 15);
const at = '2026-01-15T00:00:00.000Z';
const secret = 'Only Ada knows this';
type Database = Pick<TestDatabase, 'url' | 'query'>;
const open = (url: string) => makeOpener(url, { poolSize: 2 })();

testWithPostgres('PostgreSQL: user list and user export', async (t) =>
  checkListAndExport(t, await server.newDatabase(t)),
);

test('SQLite: user list and user export', async (t) => checkListAndExport(t, sharedFile(t)));

test('no command about users makes a database', async (t) => {
  const { folder, from } = folders(t);
  const env = { PROFILE: 'local', DATA: folder, STORE_URL: `sqlite:${from}` };
  for (const name of ['list', 'export', 'sign-out', 'block', 'unblock', 'erase']) {
    const { status, stderr } = dueline(['user', name, ...(name === 'list' ? [] : [ada])], { env });
    assert.deepEqual([status, stderr], [1, `There is no database ${from}\n`], name);
  }
  assert.equal(existsSync(from), false);
});

/** Checks the commands while the store is open, as in a running service. */
async function checkListAndExport(t: TestContext, { url }: Database): Promise<void> {
  const store = await open(url);
  t.after(() => store.close());
  const idempotency = { key: 'key', bodyHash: 'hash' };
  const created = await store.createTask(ada, walk, nowMs, { idempotency });
  assert.ok(created.kind === 'created');
  for (let begun = 0; begun < 1100; begun += 100) {
    const people = Array.from({ length: 100 }, (_, n) => `person${begun + n}@example.com`);
    await Promise.all(people.map((email) => store.rememberUser(email, nowMs)));
  }
  await store.noteRevocation(revocationOfEmail(ada, nowMs, 0));

  const user = (...args: string[]) =>
    dueline(['user', ...args, '--store', '${URL}'], { env: { URL: url } });
  const listed = user('list');
  assert.deepEqual([listed.status, listed.stderr], [0, '']);
  const lines = listed.stdout.trimEnd().split('\n');
  assert.deepEqual(lines.slice(0, 2), [
    `${ada}\t1\t${at}\t-`,
    `person0@example.com\t0\t${at}\t${at}`,
  ]);
  assert.equal(new Set(lines).size, 1101);

  const exported = user('export', ada);
  assert.deepEqual([exported.status, exported.stderr], [0, '']);
  const { exportedAt, sessionsEnded, ...found } = JSON.parse(exported.stdout);
  assert.ok(Date.parse(exportedAt) > nowMs);
  assert.deepEqual([sessionsEnded.length, sessionsEnded[0].before], [1, at]);
  assert.deepEqual(found, {
    user: { id: found.user.id, email: ada, createdAt: at, signedInAt: null },
    tasks: [{ ...created.task, createdAt: at, updatedAt: at }],
    idempotency: [{ ...idempotency, taskId: created.task.id, createdAt: at }],
  });

  // A running service prints the lines that a command stores for its standard output.
  const env = { PROFILE: 'test', STORE_URL: url, DATA: '/nonexistent', AUDIT_LOG: 'stdout' };
  assert.equal(JSON.parse(dueline(['user', 'export', ada], { env }).stdout).user.email, ada);
  const [left = ''] = await store.takeAuditLines();
  assert.partialDeepStrictEqual(JSON.parse(left), { audit: 'export', result: 'done', person: ada });
  assert.deepEqual(await store.takeAuditLines(), []);

  const other = user('export', 'ADA@example.com');
  assert.equal(other.status, 1);
  assert.match(
    other.stderr,
    /in another letter case: ada@example\.com\nThere is no user ADA@example\.com\n/,
  );
}

test('what a terminal would obey, or show in another order, is printed as escapes with the same content', async (t) => {
  const { url } = sharedFile(t);
  const codes = '\u001B\u007F\u0080\u009B\u061C\u200E\u200F\u2028\u2029\u202A\u202E\u2066\u2069';
  const description = `Walk ${codes}31m \u{1F600} caf\u00E9`;
  const store = await open(url);
  await store.createTask(ada, { ...walk, description }, nowMs);
  await store.rememberUser('a\u202Eb@example.com', nowMs);
  await store.close();
  const exported = dueline(['user', 'export', ada, '--store', url]).stdout;
  assert.equal(JSON.parse(exported).tasks[0].description, description);
  const listed = dueline(['user', 'list', '--store', url]).stdout;
  assert.match(listed, /^a\\u202eb@example\.com\t0\t/m);
  const failed = dueline(['user', 'export', 'no\u009B31mbody', '--store', url]).stderr;
  assert.match(failed, /no\\u009b31mbody/);
  // DEL, C1 and the direction characters are escaped; line breaks and tabs are layout.
  const printed = (exported + listed + failed).replaceAll(/[\n\t]/g, '');
  assert.doesNotMatch(printed, /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/u);
});

testWithPostgres(
  'PostgreSQL: every session of a person ends everywhere, nothing of the person is left, and no ended session makes the user again',
  async (t) => endAndErase(t, await server.newDatabase(t), 2),
);

test('SQLite: while the service runs nothing of a person is left, neither in a table nor in a byte of the files', async (t) => {
  const database = sharedFile(t);
  const path = database.url.slice('sqlite:'.length);
  await endAndErase(t, database, 1, () => {
    for (const file of [path, `${path}-wal`].filter((each) => existsSync(each)))
      for (const text of [secret, ada, 'key of Ada', 'sealed-token'])
        assert.ok(!readFileSync(file).includes(text), `${file}: ${text}`);
  });
});

/** Erases Ada, who has one task and a deleted one, beside Grace with one task; Ada's page sends requests during the commands. */
async function endAndErase(
  t: TestContext,
  { url, query }: Database,
  count: number,
  lookAtFiles = () => {},
): Promise<void> {
  const store = await open(url);
  await store.createTask(grace, walk, Date.now(), {
    idempotency: { key: 'key of Grace', bodyHash: 'hash' },
  });
  const hers = { ...walk, description: secret };
  await store.createTask(ada, hers, Date.now(), {
    idempotency: { key: 'key of Ada', bodyHash: 'hash' },
  });
  const removed = await store.createTask(ada, hers, Date.now());
  assert.ok(removed.kind === 'created' && (await store.deleteTask(ada, removed.task.id)));
  await store.publishRenewal('hash of a token', 'sealed-token', Date.now() + 1);
  await store.close();
  const provider = await serveProvider(t);
  const { services, signIn, expire, config } = await startReplicas(t, provider, { url, count });
  const untilAnswered = async (cookie: string, before: number, after: number) => {
    for (const service of services) {
      let { status } = await askMe(service, cookie);
      while (status === before) ({ status } = await askMe(service, cookie));
      assert.equal(status, after);
    }
  };
  const untilEnded = (cookie: string) => untilAnswered(cookie, 200, 401);

  const cookies = [await signIn(), expire(await signIn())];
  // The letter case of the email is ignored: another spelling must not keep a person signed in.
  const ended = await startedHere(['user', 'sign-out', 'ADA@example.com'], config);
  const sentence =
    /^Every session of ADA@example\.com that began before \S+Z is ended, within two seconds everywhere\.\n$/;
  assert.match(ended.printed, sentence);
  assert.equal(ended.code, 0);
  const nobody = ['user', 'sign-out', 'nobody@example.com'];
  const unknown = await startedHere(nobody, config);
  assert.deepEqual([unknown.code, unknown.printed], [1, '']);
  assert.match(unknown.told, /^There is no user nobody@example\.com: nothing is done/);
  for (const cookie of cookies) await untilEnded(cookie);
  assert.equal(provider.count('token'), 2, 'no renewal was begun');

  const block = (name: string) => startedHere(['user', name, 'ADA@example.com'], config);
  const current = await signIn();
  assert.match((await block('unblock')).told, /^ADA@example\.com is not blocked: nothing is done/);
  assert.equal((await block('block')).code, 0);
  await untilAnswered(current, 200, 403);
  await untilAnswered(await signIn(), 200, 403);
  assert.equal((await startedHere(['user', 'sign-out', ada], config)).code, 0);
  assert.match(
    (await startedHere(['user', 'list'], config)).printed,
    /^ada@\S+\t1\t\S+\t\S+Z\tblocked$/m,
  );
  const { printed: exported } = await startedHere(['user', 'export', ada], config);
  assert.deepEqual(JSON.parse(exported).sessionsEnded, ['blocked']);
  const beforeMs = Date.now();
  assert.equal((await block('unblock')).code, 0);
  const [noted] = await query('SELECT max(noted_at_ms) AS ms FROM endings');
  assert.ok(Number(noted?.['ms']) >= beforeMs, 'who has read later rows finds it');
  await untilAnswered(current, 403, 401);

  const cookie = await signIn();
  await untilAnswered(cookie, 403, 200);
  const late = async () => {
    await untilEnded(cookie);
    for (const service of services) {
      const headers = {
        host: `127.0.0.1:${service.port}`,
        cookie,
        'content-type': 'application/json',
      };
      const body = JSON.stringify({ ...walk, dueDate: '2100-01-01' });
      const created = await toPort(service)({ method: 'POST', path: '/api/tasks', headers, body });
      assert.equal(created.statusCode, 401);
    }
  };
  const { code, printed, told, waited } = await startedHere(
    ['user', 'erase', ada, '--yes'],
    config,
    late,
  );
  assert.deepEqual([code, waited], [0, [120_000]], told);
  assert.match(told, /sessions are ended.*in two minutes/);
  const done =
    'Everything of ada@example.com is erased (tasks: 1). Earlier backups still have it.\n';
  assert.equal(printed, done);

  const counts: Record<string, unknown> = {};
  for (const name of [...tables.map((table) => table.name), 'renewals'])
    counts[name] = Number((await query(`SELECT count(*) AS n FROM ${name}`))[0]?.['n']);
  assert.deepEqual(counts, { users: 1, tasks: 1, idempotency: 1, endings: 2, renewals: 0 });
  assert.deepEqual((await query('SELECT email FROM users'))[0]?.['email'], grace);

  lookAtFiles();
  // The same person may sign in again, as a new user.
  const again = await signIn();
  for (const service of services) assert.equal((await askMe(service, again)).status, 200);
  const after = await open(url);
  assert.deepEqual(await tasksOf(after, ada), []);
  await after.close();
}

test('without a running service it does not wait; it asks first, needs --yes where nobody can be asked, and is in the audit log', async (t) => {
  const { url } = sharedFile(t);
  const store = await open(url);
  await store.createTask(ada, walk, 0);
  await store.createTask('ADA@example.com', walk, 0);
  await store.publishRenewal('hash of a token', 'sealed-token', Date.now() + 60_000);
  await store.close();
  const folder = dirname(url.slice('sqlite:'.length));
  const env = {
    PROFILE: 'test',
    STORE_URL: url,
    DATA: folder,
    AUDIT_LOG: join(folder, 'audit.log'),
  };
  const erase = (...args: string[]) => dueline(['user', 'erase', ...args], { env });

  const refused = erase(ada);
  assert.deepEqual([refused.status, refused.stdout], [2, '']);
  assert.match(refused.stderr, /letter case differs: ADA@example\.com\n.*--yes/);
  for (const wrong of ['ada', ''])
    for (const command of ['erase', 'block', 'unblock', 'export']) {
      const { status, stderr } = dueline(['user', command, wrong], { env });
      assert.deepEqual([status, stderr], [2, `${wrong} is no email address\n`], command);
    }
  assert.ok(!existsSync(env.AUDIT_LOG));
  const done = erase(ada, '--yes');
  assert.equal(done.status, 0, done.stderr);
  assert.match(done.stdout, /tasks: 1/);
  const lines = readFileSync(env.AUDIT_LOG, 'utf8').trimEnd().split('\n');
  for (const [index, audit] of ['end_sessions', 'erase'].entries()) {
    const { time, ...event } = JSON.parse(lines[index] ?? '');
    assert.ok(Date.parse(time) > nowMs);
    assert.deepEqual(event, { audit, result: 'done', person: ada, from: null, requestId: null });
  }
  assert.match(erase(ada, '--yes').stdout, /^Nothing of ada@example\.com was stored/);
  const after = await open(url);
  assert.equal((await tasksOf(after, 'ADA@example.com')).length, 1);
  const claim = await after.claimRenewal('hash of a token', Date.now(), Date.now() + 1);
  assert.deepEqual(claim, { kind: 'claimed' });
  await after.close();
});

test('at a terminal the erasure asks for the address, and does nothing without it', async (t) => {
  if (!hasTerminal) return t.skip('needs script of util-linux');
  const { folder, from } = folders(t);
  await fill(from, 2);
  const variables = { PROFILE: 'test', STORE_URL: `sqlite:${from}`, DATA: folder };
  const ctrlC = '\u0003';
  for (const [typed, expected, code, tasks] of [
    [`${grace}\n`, /Nothing is erased\s+$/, 1, 2],
    [ctrlC, /Aborted with Ctrl\+C\s+$/, 1, 2],
    [`${ada}\n`, /Everything of ada@example\.com is erased \(tasks: 2\)\./, 0, 0],
  ] as const) {
    const terminal = atTerminal(t, `exec "$NODE" command/main.ts user erase ${ada}`, variables);
    const ended = once(terminal, 'close');
    let printed = '';
    terminal.stdout.setEncoding('utf8').on('data', (text: string) => {
      const question =
        'This erases ada@example.com and all tasks (2) for ever. Type the address to go on: ';
      const wasAsked = printed.includes(question);
      printed += text;
      if (!wasAsked && printed.includes(question)) terminal.stdin.write(typed);
    });
    assert.deepEqual((await ended)[0], code, printed);
    assert.match(printed, expected);
    assert.equal(await tasksIn(from), tasks);
  }
});

test('the erasure waits while another process reads, and then leaves the log empty', async (t) => {
  const { from: path } = folders(t);
  await fill(path, 3);
  const reader = new DatabaseSync(path);
  t.after(() => reader.close());
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM tasks').get();
  t.mock.timers.enable({ apis: ['setTimeout'] });
  await using target = openSqliteTarget(path);
  await target.query('DELETE FROM tasks');
  const overwriting = target.purgeDeletedRows();
  let isDone = false;
  void overwriting.then(() => (isDone = true));
  await new Promise((resolve) => setImmediate(resolve));
  assert.ok(!isDone);
  reader.exec('COMMIT');
  t.mock.timers.tick(100);
  await overwriting;
  assert.equal(statSync(`${path}-wal`).size, 0);
});
