import assert from 'node:assert/strict';
import { test } from 'node:test';

import { startTestApp } from '../app.ts';
import { assertProblem, fields } from './task-fields.ts';

test('405 with Allow, 406 and 404 as HTTP says; HEAD as GET', async (t) => {
  const { app, openBrowser, signedIn } = await startTestApp(t);
  const browser = await signedIn();
  const patch = await app.inject({ method: 'PATCH', url: '/api/tasks' });
  assertProblem(patch, 405, 'method_not_allowed');
  assert.deepEqual(String(patch.headers.allow).split(', ').toSorted(), ['GET', 'HEAD', 'POST']);
  const csv = { accept: 'text/csv' };
  assertProblem(await browser.get('/api/tasks', csv), 406, 'not_acceptable');
  assertProblem(await openBrowser().get('/api/tasks', csv), 401, 'not_authorized');
  assertProblem(await browser.get('/api/nothing'), 404, 'not_found');

  const get = await browser.get('/api/tasks');
  const head = await browser.head('/api/tasks');
  assert.equal(head.statusCode, 200);
  assert.equal(head.body, '');
  for (const name of ['content-type', 'content-length', 'etag'])
    assert.equal(head.headers[name], get.headers[name], name);
});

test('ETag on the list, and 304 for If-None-Match until something changes', async (t) => {
  const browser = await (await startTestApp(t)).signedIn();
  await browser.post('/api/tasks', fields);
  const first = await browser.get('/api/tasks');
  const etag = String(first.headers.etag);
  const again = await browser.get('/api/tasks', { 'if-none-match': etag });
  assert.equal(again.statusCode, 304);
  assert.equal(again.body, '');
  await browser.post('/api/tasks', fields);
  assert.equal((await browser.get('/api/tasks', { 'if-none-match': etag })).statusCode, 200);
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
