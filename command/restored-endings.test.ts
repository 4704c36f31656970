import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { test } from 'node:test';

import { subjectOfEmail } from '../server/session/revocations.ts';
import { makeOpener } from '../server/store/open-store.ts';
import { blockedMs } from '../server/store/store.ts';
import { dueline, folders, walk } from '../test/databases.ts';
import { testWith } from '../test/needs.ts';
import { postgresServer } from '../test/postgres/database.ts';
import { tasksOf } from '../test/task-list.ts';

const testWithPostgres = testWith('postgres');
const server = postgresServer();
const [ada, bob, eve, kim] = ['ada', 'bob', 'eve', 'kim'].map((name) => `${name}@example.com`);
const people = [ada, bob, eve, kim].map(String);
const open = (url: string) => makeOpener(url, { poolSize: 2 })();

/** Four people with a task each, and a backup at which Kim is blocked; after it others are blocked, signed out and erased. */
async function replaced(t: TestContext, url: string) {
  const { folder, to: backup } = folders(t);
  const run = (...args: string[]) => {
    const found = dueline(args, { env: { PROFILE: 'local', DATA: folder, STORE_URL: url } });
    assert.equal(found.status, 0, found.output);
    return found;
  };
  const store = await open(url);
  for (const email of people) await store.createTask(email, walk, 0);
  await store.close();
  run('user', 'block', String(kim));
  run('backup', backup);
  run('user', 'unblock', String(kim));
  run('user', 'block', String(ada));
  run('user', 'sign-out', String(bob));
  run('user', 'erase', String(eve), '--yes');
  return { backup, run };
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

const kept =
  /^Newer than the backup, and kept: blocks: 1, unblocks: 1, ended sessions: \d, erased people: 1$/m;

test('a restore keeps blocks, sign-outs and erasures that are newer than the backup', async (t) => {
  const url = `sqlite:${folders(t).from}`;
  const { backup, run } = await replaced(t, url);
  const { stdout } = run('restore', backup);
  assert.match(stdout, kept);
  assert.match(stdout, /holds tasks: 3, people: 3$/m);
  await expectKept(url);
});

testWithPostgres('so does one that moves from PostgreSQL to a new database there', async (t) => {
  const { url } = await server.newDatabase(t);
  const { backup, run } = await replaced(t, url);
  const next = await server.newDatabase(t);
  assert.match(run('restore', backup, '--store', next.url).stdout, kept);
  await expectKept(next.url);
});

testWithPostgres('so does one that moves from SQLite to PostgreSQL', async (t) => {
  const { backup, run } = await replaced(t, `sqlite:${folders(t).from}`);
  const next = await server.newDatabase(t);
  assert.match(run('restore', backup, '--store', next.url).stdout, kept);
  await expectKept(next.url);
});

test('a person who comes back after an erasure stays in later backups', async (t) => {
  const url = `sqlite:${folders(t).from}`;
  const { backup, run } = await replaced(t, url);
  const store = await open(url);
  await store.rememberUser(String(eve), Date.now());
  await store.close();
  run('backup', backup);
  assert.match(run('restore', backup).stdout, /erased people: 0\n.*people: 4$/m);
});

test('where the replaced database is missing or damaged, a restore says what is not known', async (t) => {
  const { from } = folders(t);
  const { backup, run } = await replaced(t, `sqlite:${from}`);
  const unknown = /, so blocks, sign-outs and erasures after the backup are not known/;
  assert.match(run('restore', backup, '--store', `${from}.new`).stdout, unknown);
  writeFileSync(from, '');
  assert.match(run('restore', backup).stderr, unknown);
});
