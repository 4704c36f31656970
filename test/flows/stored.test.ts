import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';

import { openSqliteStore } from '../../server/store/sqlite/sqlite-store.ts';
import { startTestApp } from '../app.ts';
import { emptyFolder } from '../folder.ts';
import { ada } from '../provider/provider.ts';
import { fields } from './task-fields.ts';

test('a task holds its owner, created-at and updated-at; the user record is made at sign-in, without name and picture', async (t) => {
  const path = join(emptyFolder(t), 'tasks.db');
  const store = openSqliteStore(path);
  const { signedIn, clock } = await startTestApp(t, { store });
  const database = new DatabaseSync(path, { readOnly: true });
  const read = (query: string) => ({ ...database.prepare(query).get() });

  const startMs = clock.nowMs();
  const browser = await signedIn(ada);
  const user = { email: ada.email, created_at_ms: startMs };
  assert.deepEqual(read('SELECT email, created_at_ms FROM users'), user);

  clock.advance(60_000);
  const { id } = (await browser.post('/api/tasks', fields, { 'idempotency-key': 'k' })).json();
  clock.advance(60_000);
  await browser.put(`/api/tasks/${id}`, { ...fields, state: 'DONE' });
  assert.deepEqual(
    read(
      'SELECT tasks.id, email, tasks.created_at_ms, updated_at_ms FROM tasks JOIN users ON users.id = owner',
    ),
    { id, email: ada.email, created_at_ms: startMs + 60_000, updated_at_ms: startMs + 120_000 },
  );

  // Be it after a renewal.
  clock.advance(60 * 60 * 1000);
  const { name, pictureUrl } = (await browser.get('/api/auth/me')).json();
  assert.deepEqual([name, pictureUrl], [ada.name, ada.picture]);
  const kept = ['', '-wal'].map((end) => readFileSync(path + end, 'latin1')).join('');
  assert.ok(kept.includes('ada@example.com'));
  for (const hidden of ['Ada Byron', 'people.example.com']) assert.ok(!kept.includes(hidden), hidden);
  database.close();
  await store.close();
});
