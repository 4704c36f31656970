import assert from 'node:assert/strict';

import { makeOpener } from '../server/store/open-store.ts';
import type { Store } from '../server/store/store.ts';
import { dueline, fill, folders, owner as ada, run, walk } from '../test/databases.ts';
import { testWith } from '../test/needs.ts';
import { postgresServer } from '../test/postgres/database.ts';
import { newDivided } from '../test/postgres/layouts.ts';
import { tasksOf } from '../test/task-list.ts';
import { openSource } from './stores.ts';

const test = testWith('postgres');
const server = postgresServer();
const grace = 'grace@example.com';

for (const layout of ['deploy/partitions.sql', 'deploy/citus.sql'] as const)
  test(`${layout}: a backup goes in and out, and people are listed, exported, blocked and erased`, async (t) => {
    const { from, to } = folders(t);
    await fill(from, 20);
    await inStore(`sqlite:${from}`, (store) => store.createTask(grace, walk, 0));
    const { url, query } = await newDivided(server, layout, t);
    const lists = async (ofStore: string) =>
      inStore(ofStore, async (store) => [await tasksOf(store, ada), await tasksOf(store, grace)]);
    const before = await lists(`sqlite:${from}`);

    assert.match(run('restore', from, url).output, /holds tasks: 21, people: 2/);
    assert.deepEqual(await lists(url), before);
    const used = await makeOpener(url, { poolSize: 1 })();
    assert.equal((await used.createTask(ada, walk, 0)).kind, 'created');
    assert.match(run('backup', url, to).output, /holds tasks: 22, people: 2/);
    await used.close();

    const env = { PROFILE: 'test', DATA: folders(t).folder, STORE_URL: url };
    const user = (...args: string[]) => dueline(['user', ...args], { env });
    assert.match(user('list').stdout, /^ada@example\.com\t21\t.*\ngrace@example\.com\t1\t/);
    assert.equal(JSON.parse(user('export', ada).stdout).tasks.length, 21);
    assert.match(user('block', grace).stdout, /is blocked/);
    assert.match(user('unblock', grace).stdout, /may sign in again/);
    assert.match(user('erase', ada, '--yes').stdout, /is erased \(tasks: 21\)/);
    const left = `SELECT (SELECT count(*) FROM users) AS people, (SELECT count(*) FROM lists) AS lists,
      (SELECT count(*) FROM tasks) AS tasks`;
    assert.deepEqual(await query(left), [{ people: '1', lists: '1', tasks: '1' }]);
  });

test('where PostgreSQL has nodes, which share no snapshot, writes wait for the end of a backup', async (t) => {
  const { url, query } = await newDivided(server, 'deploy/citus.sql', t);
  await inStore(url, (store) => store.createTask(ada, walk, 0));
  await query(`CREATE FUNCTION run_command_on_workers(command text,
      OUT nodename text, OUT nodeport int, OUT success bool, OUT result text) RETURNS SETOF record
    LANGUAGE sql AS $$ SELECT 'one', 5432, true, 'on f' $$`);
  await using source = await openSource(url);
  await source.check?.();
  const writes = [
    'UPDATE users SET created_at_ms = 1',
    'UPDATE lists SET tasks = 1',
    'DELETE FROM tasks',
  ];
  for (const write of writes)
    await assert.rejects(query(`SET lock_timeout = 1; ${write}`), { code: '55P03' }, write);
  assert.equal((await query('SELECT FROM tasks')).length, 1, 'reads do not wait');
});

async function inStore<T>(url: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await makeOpener(url, { poolSize: 1 })();
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
