import assert from 'node:assert/strict';
import { test } from 'node:test';

import { startTestApp } from '../../test/app.ts';

const fields = { description: 'Feed the cat', dueDate: '2026-10-02', importance: 'HIGH', state: 'TODO' };

test('a client that has the list already gets 304, until a task changes', async (t) => {
  const browser = await (await startTestApp(t)).signedIn();
  const first = await browser.get('/api/tasks');
  const etag = String(first.headers.etag);
  assert.match(etag, /^W\/"[\w-]+"$/);

  for (const held of [etag, `"other", ${etag}`, etag.replace('W/', ''), '*']) {
    const again = await browser.get('/api/tasks', { 'if-none-match': held });
    assert.equal(again.statusCode, 304, held);
    assert.equal(again.body, '');
    assert.equal(again.headers.etag, etag);
  }
  assert.equal((await browser.get('/api/tasks', { 'if-none-match': '"other"' })).statusCode, 200);

  await browser.post('/api/tasks', fields);
  const changed = await browser.get('/api/tasks', { 'if-none-match': etag });
  assert.equal(changed.statusCode, 200);
  assert.notEqual(changed.headers.etag, etag);
});

test('a write and an error have no entity tag', async (t) => {
  const { openBrowser, signedIn } = await startTestApp(t);
  const browser = await signedIn();
  const created = await browser.post('/api/tasks', fields, { 'if-none-match': '*' });
  assert.equal(created.statusCode, 201);
  assert.equal(created.headers.etag, undefined);
  const replaced = await browser.put('/api/tasks/1', fields, { 'if-none-match': '*' });
  assert.equal(replaced.statusCode, 200);
  assert.equal(replaced.headers.etag, undefined);
  const refused = await openBrowser().get('/api/tasks', { 'if-none-match': '*' });
  assert.equal(refused.statusCode, 401);
  assert.equal(refused.headers.etag, undefined);
});
