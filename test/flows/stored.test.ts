import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';

import { openSqliteStore } from '../../server/store/sqlite/sqlite-store.ts';
import { startTestApp } from '../app.ts';
import { emptyFolder } from '../folder.ts';
import { fields } from './task-fields.ts';

const ada = {
  sub: 'ada',
  email: 'ada@example.com',
  name: 'Ada Byron',
  picture: 'https://people.example.com/ada.png',
};

test('beside the returned fields a task holds its owner, created-at and updated-at; the user record is made at sign-in', async (t) => {
  const path = join(emptyFolder(t), 'tasks.db');
  const store = openSqliteStore(path);
  const { signedIn, clock } = await startTestApp(t, { store });
  const database = new DatabaseSync(path, { readOnly: true });
  const read = (query: string) =>
    database
      .prepare(query)
      .all()
      .map((row) => ({ ...row }));

  const signedInAtMs = clock.nowMs();
  const browser = await signedIn(ada);
  assert.deepEqual(read('SELECT email, created_at_ms FROM users'), [
    { email: ada.email, created_at_ms: signedInAtMs },
  ]);

  clock.advance(60_000);
  const createdAtMs = clock.nowMs();
  const { id } = (await browser.post('/api/tasks', fields)).json();
  clock.advance(60_000);
  await browser.put(`/api/tasks/${id}`, { ...fields, state: 'DONE' });
  const tasks = `SELECT tasks.id, email, tasks.created_at_ms, updated_at_ms FROM tasks JOIN users ON users.id = owner`;
  assert.deepEqual(read(tasks), [
    { id, email: ada.email, created_at_ms: createdAtMs, updated_at_ms: createdAtMs + 60_000 },
  ]);
  database.close();
  await store.close();
});

test('name and picture are in no file of the store, be it after a renewal', async (t) => {
  const path = join(emptyFolder(t), 'tasks.db');
  const store = openSqliteStore(path);
  const { signedIn, clock } = await startTestApp(t, { store });
  const browser = await signedIn(ada);
  await browser.post('/api/tasks', fields, { 'idempotency-key': 'k' });
  clock.advance(60 * 60 * 1000);
  const { name, pictureUrl } = (await browser.get('/api/auth/me')).json();
  assert.deepEqual([name, pictureUrl], [ada.name, ada.picture]);
  const kept = ['', '-wal'].map((end) => readFileSync(path + end, 'latin1')).join('');
  assert.ok(kept.includes(ada.email));
  for (const hidden of [ada.name, 'people.example.com']) assert.ok(!kept.includes(hidden), hidden);
  await store.close();
});
