import assert from 'node:assert/strict';
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { emptyFolder } from '../../test/folder.ts';
import { postgresServer } from '../../test/postgres/database.ts';
import { makeOpener } from './open-store.ts';
import { tasksOf } from '../../test/task-list.ts';

const server = postgresServer();
const options = { poolSize: 1 };
const walk = { description: 'Walk', dueDate: '2026-03-01', importance: 'LOW', state: 'TODO' } as const;

test('the address chooses the engine', async () => {
  const database = await server.newDatabase();
  for (const url of ['sqlite::memory:', database.url]) {
    const store = await makeOpener(url, options)();
    await store.check();
    await store.close();
  }
  assert.equal((await database.query('SELECT count(*)::int AS found FROM tasks'))[0]?.['found'], 0);
  await database.remove();
});

test('any other address is refused without repeating it', () => {
  assert.throws(
    () => makeOpener('mysql://me:hidden@db/dueline', options),
    (error: Error) => /store\.url/.test(error.message) && !error.message.includes('hidden'),
  );
});

test('an embedded database whose disk is unmounted is not created again, and is opened when the disk is back', async (t) => {
  const folder = emptyFolder(t);
  const [mounted, elsewhere] = [join(folder, 'data'), join(folder, 'elsewhere')];
  const open = makeOpener(`sqlite:${join(mounted, 'tasks.db')}`, options);
  const first = await open();
  await first.createTask('ada@example.com', walk, 1);
  await first.close();

  renameSync(mounted, elsewhere);
  await assert.rejects(open(), { code: 'unavailable', message: /is not there any more: mount its disk/ });
  assert.ok(!existsSync(mounted));

  renameSync(elsewhere, mounted);
  const again = await open();
  assert.equal((await tasksOf(again, 'ada@example.com')).length, 1);
  await again.close();
});

test('an embedded database that is damaged at the first attempt is not created again either', async (t) => {
  const path = join(emptyFolder(t), 'tasks.db');
  writeFileSync(path, 'x'.repeat(8192));
  const open = makeOpener(`sqlite:${path}`, options);
  await assert.rejects(open(), { code: 'damaged' });
  rmSync(path);
  await assert.rejects(open(), { code: 'unavailable', message: /is not there any more/ });
  assert.ok(!existsSync(path));
});

test('an embedded database that could not be created at the first attempt is created at a later one', async (t) => {
  const folder = join(emptyFolder(t), 'data');
  writeFileSync(folder, 'in the way');
  const open = makeOpener(`sqlite:${join(folder, 'tasks.db')}`, options);
  await assert.rejects(open(), { code: 'misconfigured', message: /a file is in the way/ });
  rmSync(folder);
  const store = await open();
  await store.check();
  await store.close();
});
