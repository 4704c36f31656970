import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { test } from 'node:test';

import { subjectOfEmail } from '../server/session/revocations.ts';
import { makeOpener } from '../server/store/open-store.ts';
import { migratePostgres } from '../server/store/postgres/postgres-schema.ts';
import { blockedMs } from '../server/store/store.ts';
import { folders, hashOf, run as copy, walk } from '../test/databases.ts';
import { testWith } from '../test/needs.ts';
import { postgresServer } from '../test/postgres/database.ts';
import { startedHere } from '../test/started-here.ts';
import { tasksOf } from '../test/task-list.ts';
import { keepLater, readEndings } from './store/later.ts';
import { copyRows } from './store/rows.ts';
import type { Query } from './store/rows.ts';
import { replaceDatabase } from './store/sqlite.ts';
import { openSource, openTarget } from './stores.ts';

const testWithPostgres = testWith('postgres');
const server = postgresServer();
const [ada, bob, eve, kim] = ['ada', 'bob', 'eve', 'kim'].map((name) => `${name}@example.com`);
const people = [ada, bob, eve, kim].map(String);
const open = (url: string) => makeOpener(url, { poolSize: 2 })();

/** Four people with a task each, and a backup at which Kim is blocked; after it others are blocked, signed out and erased. */
async function replaced(t: TestContext, url: string) {
  const { folder, to: backup } = folders(t);
  const env = { PROFILE: 'local', DATA: folder, STORE_URL: url };
  const run = async (...args: string[]) => {
    const found = await startedHere(args, '', undefined, { env });
    assert.equal(found.code, 0, found.told);
    return found;
  };
  const store = await open(url);
  for (const email of people) await store.createTask(email, walk, 0);
  await store.close();
  await run('user', 'block', String(kim));
  await run('backup', backup);
  await run('user', 'unblock', String(kim));
  await run('user', 'block', String(ada));
  await run('user', 'sign-out', String(bob));
  await run('user', 'erase', String(eve), '--yes');
  return { backup, env, run };
}

async function expectKept(url: string): Promise<void> {
  const store = await open(url);
  const endOf = (email: string | undefined) => store.findRevocation([subjectOfEmail(`${email}`)]);
  assert.equal(await endOf(ada), blockedMs);
  for (const email of [bob, eve, kim]) {
    const endedAtMs = await endOf(email);
    assert.ok(endedAtMs > 0 && endedAtMs < blockedMs, email);
  }
  const counts = await Promise.all(
    people.map(async (email) => (await tasksOf(store, email)).length),
  );
  assert.deepEqual(counts, [1, 1, 0, 1]);
  assert.deepEqual(await store.count(), { people: 3, tasks: 3 });
  await store.close();
}

/** What the restore prints. Two sessions are ended: an erasure ends those of its person. */
const keptOf = (name: string) =>
  `Newer in ${name} than in the backup, and kept: blocks: 1, unblocks: 1, ended sessions: 2, erased people: 1\n`;

test('a restore keeps blocks, sign-outs and erasures that are newer than the backup', async (t) => {
  const { from } = folders(t);
  const { backup, run } = await replaced(t, `sqlite:${from}`);
  const { printed } = await run('restore', backup);
  assert.ok(printed.startsWith(keptOf(from)), printed);
  assert.match(printed, /holds tasks: 3, people: 3$/m);
  await expectKept(`sqlite:${from}`);
});

testWithPostgres('so does one that moves from PostgreSQL to a new database there', async (t) => {
  const { url } = await server.newDatabase(t);
  const { backup, run } = await replaced(t, url);
  const next = await server.newDatabase(t);
  const { printed } = await run('restore', backup, '--store', next.url);
  assert.ok(printed.startsWith(keptOf('the store of the profile')), printed);
  await expectKept(next.url);
});

testWithPostgres('one that moves to PostgreSQL names the file that it read', async (t) => {
  const { from } = folders(t);
  const { backup, run } = await replaced(t, `sqlite:${from}`);
  const next = await server.newDatabase(t);
  const { printed } = await run('restore', backup, '--store', next.url);
  assert.ok(printed.startsWith(keptOf(from)), printed);
  await expectKept(next.url);
});

testWithPostgres(
  'a backup of PostgreSQL keeps what is newer in the file it replaces',
  async (t) => {
    const { from } = folders(t);
    const { backup, run } = await replaced(t, `sqlite:${from}`);
    const { url } = await server.newDatabase(t);
    const { to: ofServer } = folders(t);
    assert.equal(copy('restore', backup, url).status, 0);
    assert.equal(copy('backup', url, ofServer).status, 0);
    const { printed } = await run('restore', ofServer);
    assert.ok(printed.startsWith(keptOf(from)), printed);
    await expectKept(`sqlite:${from}`);
  },
);

testWithPostgres('a restore that fails at an erased person changes neither database', async (t) => {
  const { from } = folders(t);
  const { backup, env } = await replaced(t, `sqlite:${from}`);
  const before = hashOf(from);
  const next = await server.newDatabase(t);
  await migratePostgres(next.url);
  await next.query(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'planted'; END $$`);
  await next.query('CREATE TRIGGER planted BEFORE DELETE ON users EXECUTE FUNCTION fail()');
  const failed = await startedHere(['restore', backup, '--store', next.url], '', undefined, {
    env,
  });
  assert.equal(failed.code, 1);
  assert.match(failed.told, /planted/);
  for (const table of ['users', 'tasks', 'endings'])
    assert.deepEqual(await next.query(`SELECT * FROM ${table}`), [], table);
  assert.equal(hashOf(from), before);
});

test('so does one that fails while it replaces a file', async (t) => {
  const { folder, from } = folders(t);
  const { backup } = await replaced(t, `sqlite:${from}`);
  const before = hashOf(from);
  const failing = replaceDatabase(from, '.replaced', async (draft) => {
    await using source = await openSource(`sqlite:${backup}`);
    await using replacedSource = await openSource(`sqlite:${from}`);
    const later = await readEndings(replacedSource);
    await using target = await openTarget(`sqlite:${draft}`, { isDraft: true });
    const query: Query = async (text, values) => {
      if (text.startsWith('DELETE FROM users')) throw new Error('planted');
      return target.query(text, values);
    };
    return await copyRows(
      source,
      target,
      async () => void (await keepLater(later, { ...target, query })),
    );
  });
  await assert.rejects(failing, /planted/);
  assert.equal(hashOf(from), before);
  assert.deepEqual(readdirSync(folder), ['dueline.db']);
});

test('a person who comes back after an erasure stays in later backups', async (t) => {
  const url = `sqlite:${folders(t).from}`;
  const { backup, run } = await replaced(t, url);
  const store = await open(url);
  await store.rememberUser(String(eve), Date.now());
  await store.close();
  await run('backup', backup);
  assert.match((await run('restore', backup)).printed, /erased people: 0\n.*people: 4$/m);
});

test('where the replaced database is missing or damaged, a restore says what is not known', async (t) => {
  const { from } = folders(t);
  const { backup, run } = await replaced(t, `sqlite:${from}`);
  const unknown = /, so blocks, sign-outs and erasures after the backup are not known/;
  assert.match((await run('restore', backup, '--store', `${from}.new`)).printed, unknown);
  writeFileSync(from, '');
  assert.match((await run('restore', backup)).told, unknown);
});
