import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';

import { makeOpener } from '../server/store/open-store.ts';
import { readMigrations } from '../server/store/migrations.ts';
import { openSqliteDatabase } from '../server/store/sqlite/sqlite-database.ts';
import { readInteger } from '../server/store/row.ts';
import { dueline, folders, hashOf, run } from '../test/databases.ts';
import { emptyFolder } from '../test/folder.ts';
import { testWith } from '../test/needs.ts';
import { postgresServer } from '../test/postgres/database.ts';
import { freePort } from '../test/process.ts';
import { tasksOf } from '../test/task-list.ts';
import type { Target } from './store/rows.ts';
import { copyRows, tables } from './store/rows.ts';
import { openSource, openTarget } from './stores.ts';

const testWithPostgres = testWith('postgres');
const server = postgresServer();
const nowMs = Date.UTC(2026, 0, 15);
const people = ['ada@example.com', 'Ada@example.com', 'zoë@example.com'];
const key = { key: 'key', bodyHash: 'hash' };
const walk = {
  description: 'Walk',
  dueDate: '0001-02-03',
  importance: 'LOW',
  state: 'DONE',
} as const;

const newFile = (t: TestContext): string => `sqlite:${join(emptyFolder(t), 'tasks.db')}`;

const newPostgres = async (t: TestContext) => (await server.newDatabase(t)).url;

const open = (url: string) => makeOpener(url, { poolSize: 2 })();

testWithPostgres(
  'a backup of either store goes into either, and each holds everything but sealed tokens',
  async (t) => {
    const home = newFile(t);
    const tasks = await fill(home, 500);
    const filledAt = Date.now() * 1000;
    const before = await everythingIn(home);
    const fileOf = (url: string) => url.slice('sqlite:'.length);
    const hash = hashOf(fileOf(home));
    const copy = (command: 'backup' | 'restore', from: string, to: string) => {
      const { status, stdout, output } = run(command, from, to);
      assert.equal(status, 0, `${command} ${output}`);
      assert.ok(stdout.endsWith(`holds tasks: ${tasks}, people: 3\n`), stdout);
      return to;
    };
    const ofFile = copy('backup', home, fileOf(newFile(t)));
    const moved = copy('restore', ofFile, await newPostgres(t));
    const ofServer = copy('backup', moved, fileOf(newFile(t)));
    copy('backup', moved, ofServer);
    const stores = [
      moved,
      copy('restore', ofFile, newFile(t)),
      copy('restore', ofServer, newFile(t)),
      copy('restore', ofServer, await newPostgres(t)),
    ];
    for (const file of [ofFile, ofServer, fileOf(home)])
      assert.equal(readdirSync(dirname(file)).length, 1);
    for (const backup of [ofFile, ofServer])
      assert.ok(!readFileSync(backup).includes('sealed-token'));
    assert.equal(hashOf(fileOf(home)), hash, 'a source is only read');
    for (const [index, url] of stores.entries()) {
      assert.ok((await oldestVersionIn(url)) >= filledAt, `${index}: versions`);
      assert.deepEqual(await everythingIn(url), before, `${index}`);
      const store = await open(url);
      assert.deepEqual(
        await store.claimRenewal('token', nowMs, nowMs),
        { kind: 'claimed' },
        `${index}`,
      );
      const created = await store.createTask('new@example.com', walk, nowMs);
      assert.ok(
        created.kind === 'created' && created.task.id > tasks + 1,
        `${index}: ids continue`,
      );
      await store.close();
    }
  },
);

testWithPostgres('a database of the first release is a source of each copy', async (t) => {
  const { from: backup } = folders(t);
  const first = openSqliteDatabase(backup, { migrations: readMigrations('sqlite').slice(0, 1) });
  first.exec("INSERT INTO users VALUES (1, 'ada@example.com', 0)");
  first.exec("INSERT INTO tasks VALUES (1, '2026-03-01', 7, 'Walk', 'LOW', 'TODO', 0, 0)");
  first.close();
  const before = hashOf(backup);
  for (const url of [newFile(t), await newPostgres(t)]) {
    const { status, output } = run('restore', backup, url);
    assert.equal(status, 0, output);
    const store = await open(url);
    const [task, ...others] = await tasksOf(store, 'ada@example.com');
    assert.deepEqual([task?.id, others], [7, []]);
    await store.close();
  }
  assert.equal(hashOf(backup), before);
});

/** The oldest version of a list, which is a time in microseconds. */
async function oldestVersionIn(url: string): Promise<number> {
  await using source = await openSource(url);
  return readInteger((await source.query('SELECT min(version) FROM lists'))[0]);
}

test('every table of the schema is copied, but sealed tokens, versions of lists, the counter of ids and lines for a log', () => {
  const made = [...readMigrations('sqlite'), ...readMigrations('postgres')].flatMap(({ sql }) =>
    [...sql.matchAll(/^CREATE TABLE (\w+)/gm)].map(([, name]) => name),
  );
  const others = ['renewals', 'lists', 'task_ids', 'audit_lines'];
  assert.deepEqual(new Set(made), new Set([...others, ...tables.map(({ name }) => name)]));
});

testWithPostgres(
  'a row that changes on its way fails the copy and leaves the target empty',
  async (t) => {
    const home = newFile(t);
    const empty = newFile(t);
    await fill(home);
    await (await open(empty)).close();
    for (const away of [newFile(t), await newPostgres(t)]) {
      const damaged = move(home, away, (target) => ({
        ...target,
        query: (text, values) =>
          target.query(
            text,
            values?.map((value) =>
              typeof value === 'string' ? value.replace('Walk', 'Wa1k') : value,
            ),
          ),
      }));
      await assert.rejects(damaged, {
        code: 'failed',
        message: /^tasks: the source holds 17 rows/,
      });
      assert.equal((await move(empty, away, (target) => target))[0]?.rows, 0);
    }
  },
);

testWithPostgres(
  'a database in PostgreSQL that is in use or holds anything is not copied into, and as a source it does not change',
  async (t) => {
    const { from, to } = folders(t);
    const home = `sqlite:${from}`;
    await fill(home);
    const away = await server.newDatabase(t);
    const store = await open(away.url);
    const created = await store.createTask('other@example.com', walk, nowMs);
    const used = run('restore', from, away.url);
    assert.equal(used.status, 1);
    assert.match(
      used.stderr,
      /connections named dueline are open \(\d\) to the target: stop the service/,
    );
    const versions = await away.query('SELECT * FROM schema_versions');
    assert.equal(run('backup', away.url, to).stderr, '');
    assert.ok(created.kind === 'created');
    assert.deepEqual(await tasksOf(store, 'other@example.com'), [created.task]);
    await store.close();

    const { status, stderr } = run('restore', from, away.url);
    assert.equal(status, 1);
    assert.match(stderr, /^The target's table users holds rows: name an empty database\n$/);
    assert.equal((await away.query('SELECT * FROM tasks')).length, 1);
    assert.deepEqual(await away.query('SELECT * FROM schema_versions'), versions);
    await away.query("INSERT INTO schema_versions VALUES (999, 'later', 999)");
    assert.match(run('backup', away.url, to).stderr, /schema version 999, .*start the release/);
  },
);

testWithPostgres(
  'an address or a password comes from a variable, a file or ~/.pgpass, and a password among the arguments is warned about',
  async (t) => {
    const { folder, from: database } = folders(t);
    await fill(`sqlite:${database}`);
    const url = await newPostgres(t);
    const { password, href, host } = new URL(url);
    const hosts = `127.0.0.1:${await freePort()},${host}`;
    const bare = href.replace(`:${password}@`, '@');
    const address = join(folder, 'address');
    const passwords = join(folder, '.pgpass');
    writeFileSync(address, `${url}\n`);
    writeFileSync(passwords, `127.0.0.1:*:*:dueline:${password}\n`, { mode: 0o600 });
    const list = (store: string, env = {}) =>
      dueline(['user', 'list', '--store', store], {
        cwd: folder,
        env: { HOME: '/nonexistent', ...env },
      });
    assert.equal(run('restore', database, url).stderr, '');
    const ways = [
      list('${STORE}', { STORE: url.replace(host, hosts) }),
      list(url.replace(password, '${PASSWORD}'), { PASSWORD: password }),
      list('file:address'),
      list(bare, { PGPASSWORD: password }),
      list(bare, { PGPASSFILE: passwords }),
      list(bare, { HOME: folder }),
    ];
    for (const [index, { status, stderr }] of ways.entries())
      assert.deepEqual([status, stderr], [0, ''], `${index}`);
    const warning = /^WARNING: the arguments hold a password, .*\n$/;
    for (const named of [url, `${bare}?password=${password}`]) {
      const { status, stderr } = list(named);
      assert.equal(status, 0);
      assert.match(stderr, warning);
    }
    assert.match(
      list(bare).stderr,
      /^The PostgreSQL database asks for a password, and none is given\n$/,
    );
    const mistyped = list('${STORE}', { STORE: 'postgres//me:hidden@db/x' });
    assert.match(mistyped.stderr, /^No store is named: expected (?![^]*hidden)/);
    assert.match(
      list('${STORE}').stderr,
      /^No store is named: the environment variable STORE is not set\n$/,
    );
  },
);

/** Adds three people with tasks, a deleted task, keys, a revocation and sealed tokens. Resolves with the number of tasks. */
async function fill(url: string, tasksEach = 5): Promise<number> {
  const store = await open(url);
  for (const person of people) {
    const wanted = Array.from({ length: tasksEach }, (_, n) => ({
      ...walk,
      description: `\u{1F600} "${n}"\n`,
    }));
    // One person may have this many writes in the queue.
    while (wanted.length > 0) {
      const some = wanted.splice(0, 200);
      await Promise.all(some.map((fields) => store.createTask(person, fields, nowMs)));
    }
    await store.createTask(person, walk, nowMs, { idempotency: key });
  }
  const [first] = await tasksOf(store, 'ada@example.com');
  await store.deleteTask('ada@example.com', first?.id ?? 0);
  await store.publishRenewal('token', 'sealed-token', nowMs + 60_000);
  await store.claimRenewal('another', nowMs, nowMs + 60_000);
  await store.noteRevocation({ subject: 'ended', endedAtMs: nowMs, untilMs: nowMs + 60_000 });
  await store.close();
  return people.length * (tasksEach + 1) - 1;
}

async function everythingIn(url: string): Promise<unknown> {
  const store = await open(url);
  const lists = await Promise.all(people.map((person) => tasksOf(store, person)));
  const repeated = await store.createTask('zoë@example.com', walk, nowMs, { idempotency: key });
  const endedAtMs = await store.findRevocation(['ended']);
  await store.close();
  return { lists, repeated, endedAtMs };
}

/** Copies a store in this process; `through` adds a fault to the target. */
async function move(from: string, to: string, through: (target: Target) => Target) {
  await using source = await openSource(from);
  await using target = await openTarget(to);
  return await copyRows(source, through(target));
}
