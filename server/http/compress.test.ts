import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { startTestApp } from '../../test/app.ts';
import { listOf } from '../../test/task-list.ts';

const task = (id: number) =>
  ({ id, description: 'Feed the cat', dueDate: '2026-10-02', importance: 'HIGH', state: 'TODO' }) as const;

test('a long list is sent compressed if the client accepts it, a short one never', async (t) => {
  let length = 1000;
  const { signedIn } = await startTestApp(t, {
    store: { list: async () => listOf(Array.from({ length }, (_, index) => task(index + 1))) },
  });
  const browser = await signedIn();
  const plain = await browser.get('/api/tasks');
  assert.equal(plain.headers['content-encoding'], undefined);
  assert.equal(plain.headers.vary, 'Accept-Encoding');

  const brotli = await browser.get('/api/tasks', { 'accept-encoding': 'gzip, br' });
  assert.equal(brotli.headers['content-encoding'], 'br');
  assert.equal(brotliDecompressSync(brotli.rawPayload).toString(), plain.body);
  assert.ok(brotli.rawPayload.length < plain.rawPayload.length / 5);
  assert.equal(Number(brotli.headers['content-length']), brotli.rawPayload.length);
  assert.equal(brotli.headers.etag, plain.headers.etag);

  const gzip = await browser.get('/api/tasks', { 'accept-encoding': 'gzip, br;q=0' });
  assert.equal(gzip.headers['content-encoding'], 'gzip');
  assert.equal(gunzipSync(gzip.rawPayload).toString(), plain.body);

  length = 1;
  assert.equal(
    (await browser.get('/api/tasks', { 'accept-encoding': 'br' })).headers['content-encoding'],
    undefined,
  );
});
