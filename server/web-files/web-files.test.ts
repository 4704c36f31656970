import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';

import { startTestApp } from '../../test/app.ts';
import { navigation } from '../../test/browser.ts';
import { emptyFolder } from '../../test/folder.ts';
import { readBuiltFiles } from './web-files.ts';

const script = 'console.log(1);'.repeat(400);
const html = `<!doctype html><html lang="en"><style>p { margin: 0 }</style><script>let a = 1 < 2;</script>
<script type="module" src="/assets/index-abc.js"></script>`;
const marked = html.replace('<html', '<html data-nobody');
const loadsNothing =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** A service with these built files. */
function start(t: TestContext) {
  const folder = emptyFolder(t);
  for (const [name, content] of [
    ['web/index.html', html],
    ['web/worker.js', script],
    ['web/assets/index-abc.js', script],
    ['web/assets/font-abc.woff2', Buffer.alloc(5000)],
    ['web/.hidden', 'x'],
    ['api/docs.html', '<style>b { margin: 0 }</style>'],
    ['api/openapi.json', '{"openIdConnectUrl":"{openIdConnectUrl}"}'],
    ['api/schemas/Task.json', '{}'],
  ] as const) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  const files = [
    ...readBuiltFiles(join(folder, 'web'), '/'),
    ...readBuiltFiles(join(folder, 'api'), '/api/'),
  ];
  return startTestApp(t, { files: new Map(files) });
}

test('each built file has its media type, policy and rules for caches, and 304 for its ETag', async (t) => {
  const { app, provider } = await start(t);
  const page = `script-src 'self' ${hashOf('let a = 1 < 2;')}; style-src 'self' ${hashOf('p { margin: 0 }')}`;
  const described = `{"openIdConnectUrl":"${provider.issuer}/.well-known/openid-configuration"}`;
  const docsStyle = `script-src 'self'; connect-src 'self'; img-src data:; style-src ${hashOf('b { margin: 0 }')};`;
  const pageType = 'text/html; charset=utf-8';
  const scriptType = 'text/javascript; charset=utf-8';
  const forYears = 'public, max-age=31536000, immutable';
  for (const [url, body, type, cache, policy] of [
    ['/?signin=failed', html, pageType, 'no-cache', page],
    ['/worker.js', script, scriptType, 'no-cache', "connect-src 'self'"],
    ['/worker%2Ejs?again', script, scriptType, 'no-cache', "connect-src 'self'"],
    ['/assets/index-abc.js', script, scriptType, forYears, loadsNothing],
    ['/assets/index%2Dabc.js', script, scriptType, forYears, loadsNothing],
    ['/api/docs', '<style>b', pageType, 'no-store', docsStyle],
    ['/api/openapi.json', described, 'application/json', 'no-store', loadsNothing],
    ['/api/schemas/Task.json', '{}', 'application/schema+json', 'no-store', loadsNothing],
  ] as const) {
    const answer = await app.inject({ url });
    assert.equal(answer.statusCode, 200, url);
    assert.ok(answer.body.startsWith(body), url);
    assert.equal(answer.headers['content-type'], type, url);
    assert.equal(answer.headers['cache-control'], cache, url);
    assert.ok(String(answer.headers['content-security-policy']).includes(policy), url);
    // With no-referrer a form or a write of the page would have `Origin: null`.
    const referrers = cache === 'no-store' ? 'no-referrer' : 'same-origin';
    assert.equal(answer.headers['referrer-policy'], referrers, url);
    const etag = String(answer.headers.etag);
    assert.equal(
      (await app.inject({ url, headers: { 'if-none-match': etag } })).statusCode,
      304,
      url,
    );
    assert.equal((await app.inject({ method: 'HEAD', url })).body, '', url);
    const encoded = await app.inject({ url, headers: { 'accept-encoding': 'br' } });
    assert.equal(
      encoded.headers['content-encoding'],
      answer.body === script ? 'br' : undefined,
      url,
    );
    const posted = await app.inject({ method: 'POST', url: decodeURIComponent(url) });
    assert.deepEqual([posted.statusCode, posted.headers.allow], [405, 'GET, HEAD'], url);
  }
  for (const url of [
    '/assets',
    '/.hidden',
    '/index.html',
    '/api/docs.html',
    '/api/schemas/Nothing.json',
  ])
    assert.equal((await app.inject({ url })).statusCode, 404, url);
  const policy = String((await app.inject('/')).headers['content-security-policy']);
  assert.match(
    policy,
    /; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types dueline$/,
  );
});

test('whoever opens the page without a session cookie gets it with a mark; a cache and a person do not', async (t) => {
  const { openBrowser, signedIn, provider } = await start(t);
  const stranger = openBrowser();
  const first = await stranger.get('/', navigation);
  assert.equal(first.body, marked);
  assert.equal((await stranger.get('/', { accept: '*/*' })).body, html);

  const requests = provider.count('token');
  const browser = await signedIn();
  const opened = await browser.get('/', {
    ...navigation,
    'if-none-match': String(first.headers.etag),
  });
  assert.deepEqual([opened.statusCode, opened.body], [200, html]);
  assert.equal(opened.headers['set-cookie'], undefined);
  assert.equal(provider.count('token'), requests + 1, 'the page renews nothing');
});

test('programs find the description by the catalog of the host and by a Link of the pages', async (t) => {
  const { app } = await start(t);
  const host = 'tasks.example.com';
  const { headers, body } = await app.inject({
    url: '/.well-known/api-catalog',
    headers: { host },
  });
  assert.match(headers['content-type'] ?? '', /^application\/linkset\+json; profile="https:/);
  assert.equal(headers.link, '</.well-known/api-catalog>; rel="api-catalog"');
  const [{ anchor, ...links }] = JSON.parse(body).linkset;
  assert.equal(anchor, `http://${host}/api`);
  for (const [relation, path] of Object.entries({
    'service-desc': '/api/openapi.json',
    'service-doc': '/api/docs',
  })) {
    assert.equal(links[relation][0].href, `http://${host}${path}`);
    assert.equal((await app.inject(path)).statusCode, 200);
    for (const url of ['/', '/api/docs'])
      assert.ok(
        String((await app.inject(url)).headers.link).includes(`<${path}>; rel="${relation}"`),
        url,
      );
  }
});

test('/.well-known/security.txt has the contact of the profile and a date that has not come; without a contact it is 404, as the page is without a build', async (t) => {
  const url = '/.well-known/security.txt';
  const contact = 'mailto:security@example.com';
  const { app, clock } = await startTestApp(t, { config: { http: { securityContact: contact } } });
  const { headers, body } = await app.inject({ url });
  assert.match(headers['content-type'] ?? '', /^text\/plain/);
  const [, to, until = ''] = /^Contact: (.*)\nExpires: (.*)\n$/.exec(body) ?? [];
  assert.equal(to, contact);
  assert.ok(Date.parse(until) > clock.nowMs());
  const none = readBuiltFiles(join(emptyFolder(t), 'nothing'), '/');
  const without = await startTestApp(t, { files: none });
  for (const [path, status] of Object.entries({ [url]: 404, '/': 404, '/api/auth/providers': 200 }))
    assert.equal((await without.app.inject(path)).statusCode, status, path);
});
