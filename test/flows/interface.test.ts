import assert from 'node:assert/strict';
import { test } from 'node:test';

import { startTestApp } from '../app.ts';
import { assertProblem, fields } from './task-fields.ts';

test('406 where no offered type is accepted, but not before 401; HEAD as GET', async (t) => {
  const { openBrowser, signedIn } = await startTestApp(t);
  const browser = await signedIn();
  const csv = { accept: 'text/csv' };
  assertProblem(await browser.get('/api/tasks', csv), 406, 'not_acceptable');
  assertProblem(await openBrowser().get('/api/tasks', csv), 401, 'not_authorized');

  const get = await browser.get('/api/tasks');
  const head = await browser.head('/api/tasks');
  assert.equal(head.statusCode, 200);
  assert.equal(head.body, '');
  for (const name of ['content-type', 'content-length', 'etag'])
    assert.equal(head.headers[name], get.headers[name], name);
});

test('Idempotency-Key: the same key from the same user answers the same task again, another body 422, a deleted task 410', async (t) => {
  const { signedIn, clock } = await startTestApp(t);
  const browser = await signedIn();
  const key = { 'idempotency-key': '0b9e7a52-9df8-4ad2-b3a5-6f2f2c1b6c11' };
  const first = await browser.post('/api/tasks', fields, key);
  const again = await browser.post('/api/tasks', fields, key);
  assert.equal(again.statusCode, 201);
  assert.deepEqual(again.json(), first.json());
  assert.equal((await browser.get('/api/tasks')).json().length, 1);
  const other = await browser.post('/api/tasks', { ...fields, description: 'Other' }, key);
  assertProblem(other, 422, 'idempotency_key_reused');
  const { id } = (
    await browser.post('/api/tasks', fields, { 'idempotency-key': 'of-a-deleted-task' })
  ).json();
  await browser.delete(`/api/tasks/${id}`);
  const gone = await browser.post('/api/tasks', fields, { 'idempotency-key': 'of-a-deleted-task' });
  assertProblem(gone, 410, 'task_deleted');
  const grace = await signedIn({ sub: 'grace', email: 'grace@example.com' });
  assert.notEqual((await grace.post('/api/tasks', fields, key)).json().id, first.json().id);
  for (let eights = 0; eights < 3; eights += 1) {
    clock.advance(8 * 60 * 60 * 1000 + 1000);
    await browser.get('/api/tasks');
  }
  const nextDay = await browser.post('/api/tasks', fields, key);
  assert.equal(nextDay.statusCode, 201);
  assert.notEqual(nextDay.json().id, first.json().id, 'after 24 hours the key is forgotten');
});
