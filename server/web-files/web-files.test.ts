import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { startTestApp } from '../../test/app.ts';
import { emptyFolder } from '../../test/folder.ts';

const script = 'console.log(1);'.repeat(400);

test('the page is served at / and revalidated each time', async (t) => {
  const { app } = await startTestApp(t, { webFolder: builtFolder(t) });
  const answer = await app.inject({ url: '/?signin=failed' });
  assert.equal(answer.statusCode, 200);
  assert.equal(answer.body, '<!doctype html>');
  assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8');
  assert.equal(answer.headers['cache-control'], 'no-cache');
  assert.match(
    String(answer.headers['content-security-policy']),
    /script-src 'self'.*require-trusted-types-for 'script'; trusted-types dueline$/,
  );
  const etag = String(answer.headers.etag);
  for (const held of [etag, `"other", ${etag}`, etag.replace('W/', ''), '*']) {
    const again = await app.inject({ url: '/', headers: { 'if-none-match': held } });
    assert.equal(again.statusCode, 304, held);
    assert.equal(again.body, '');
  }
  const other = await app.inject({ url: '/', headers: { 'if-none-match': `"${etag}"` } });
  assert.equal(other.statusCode, 200);
});

test('files whose name has a hash are cached for a year', async (t) => {
  const { app } = await startTestApp(t, { webFolder: builtFolder(t) });
  const answer = await app.inject({ url: '/assets/index-abc.js' });
  assert.equal(answer.body, script);
  assert.equal(answer.headers['content-type'], 'text/javascript; charset=utf-8');
  assert.equal(answer.headers['cache-control'], 'public, max-age=31536000, immutable');
});

test('texts are sent compressed if the client accepts it, pictures and fonts unchanged', async (t) => {
  const { app } = await startTestApp(t, { webFolder: builtFolder(t) });
  const get = (url: string, coding: string) => app.inject({ url, headers: { 'accept-encoding': coding } });
  const brotli = await get('/assets/index-abc.js', 'gzip, br');
  assert.equal(brotli.headers['content-encoding'], 'br');
  assert.equal(brotliDecompressSync(brotli.rawPayload).toString(), script);
  const gzip = await get('/assets/index-abc.js', 'gzip');
  assert.equal(gunzipSync(gzip.rawPayload).toString(), script);
  assert.equal(gzip.headers.vary, 'Accept-Encoding');
  const font = await get('/assets/font-abc.woff2', 'br');
  assert.equal(font.headers['content-encoding'], undefined);
  assert.equal(font.headers['content-type'], 'font/woff2');
});

test('the worker may call the service like the page; a file that is not HTML loads nothing', async (t) => {
  const { app } = await startTestApp(t, { webFolder: builtFolder(t) });
  const policyOf = async (url: string) =>
    String((await app.inject({ url })).headers['content-security-policy']);
  assert.match(await policyOf('/worker.js'), /script-src 'self'; .*connect-src 'self'/);
  assert.equal(
    await policyOf('/assets/index-abc.js'),
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
});

test('no path leaves the folder', async (t) => {
  const { app } = await startTestApp(t, { webFolder: builtFolder(t) });
  for (const url of [
    '/../package.json',
    '/%2e%2e/package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/',
    '/assets',
    '/.hidden',
    '/index.html',
  ]) {
    assert.equal((await app.inject({ url })).statusCode, 404, url);
  }
});

test('a name with encoded characters is the same file', async (t) => {
  const { app } = await startTestApp(t, { webFolder: builtFolder(t) });
  for (const url of ['/assets/index%2Dabc.js', '/worker%2Ejs?again'])
    assert.equal((await app.inject({ url })).body, script, url);
});

test('a page changes nothing: other methods are refused', async (t) => {
  const { app } = await startTestApp(t, { webFolder: builtFolder(t) });
  const answer = await app.inject({ method: 'POST', url: '/' });
  assert.equal(answer.statusCode, 405);
  assert.equal(answer.headers.allow, 'GET, HEAD');
});

function builtFolder(t: TestContext): string {
  const folder = emptyFolder(t);
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  writeFileSync(join(folder, 'worker.js'), script);
  writeFileSync(join(folder, 'assets', 'index-abc.js'), script);
  writeFileSync(join(folder, 'assets', 'font-abc.woff2'), Buffer.alloc(2000));
  writeFileSync(join(folder, '.hidden'), 'x');
  return folder;
}
