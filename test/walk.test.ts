import assert from 'node:assert/strict';
import { test } from 'node:test';

import { startTestApp } from './app.ts';

const fields = { description: 'Feed the cat', dueDate: '2026-10-02', importance: 'HIGH', state: 'TODO' };

test('someone signs in, creates, lists, replaces and deletes a task, and signs out', async (t) => {
  const { signedIn } = await startTestApp(t);
  const browser = await signedIn();

  const me = await browser.get('/api/auth/me');
  assert.deepEqual(me.json(), {
    email: 'ada@example.com',
    name: 'Ada Byron',
    pictureUrl: 'https://people.example.com/ada.png',
  });

  const created = await browser.post('/api/tasks', fields);
  assert.equal(created.statusCode, 201, created.body);
  const task = { id: 1, ...fields };
  assert.deepEqual(created.json(), task);
  assert.deepEqual((await browser.get('/api/tasks')).json(), [task]);

  const replaced = await browser.put('/api/tasks/1', { ...fields, state: 'DONE' });
  assert.equal(replaced.statusCode, 200);
  assert.deepEqual(replaced.json(), { ...task, state: 'DONE' });

  const deleted = await browser.delete('/api/tasks/1');
  assert.equal(deleted.statusCode, 204);
  assert.equal(deleted.body, '');
  assert.deepEqual((await browser.get('/api/tasks')).json(), []);

  assert.equal((await browser.get('/api/auth/logout')).statusCode, 303);
  assert.equal(browser.cookies.size, 0);
  assert.equal((await browser.get('/api/auth/me')).statusCode, 401);
});
