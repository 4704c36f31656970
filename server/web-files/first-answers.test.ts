import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';

import type { LightMyRequestResponse } from 'fastify';

import type { Overrides } from '../../test/app.ts';
import { startTestApp } from '../../test/app.ts';
import { listOf } from '../../test/task-list.ts';
import { emptyFolder } from '../../test/folder.ts';
import { fail, failures, hold } from '../../test/provider/failures.ts';
import { StoreError } from '../store/store.ts';

const opening = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'sec-fetch-mode': 'navigate' };
const asScript = { accept: 'application/json', 'x-requested-with': 'JavaScript' };
const water = { description: 'Water the </script><b>plants', importance: 'LOW', state: 'TODO' };

test('a page opened without a session contains the response that nobody is signed in', async (t) => {
  const { openBrowser } = await startWithPage(t);
  const browser = openBrowser();
  const page = await browser.get('/?view=board', opening);
  assert.equal(page.statusCode, 200);
  assert.deepEqual(answersIn(page), { '/api/auth/me': { status: 499, etag: null, body: '' } });
  assert.equal(page.headers['set-cookie'], undefined);
});

test('a page opened with a session contains the responses to its first requests, and is not stored', async (t) => {
  const { signedIn } = await startWithPage(t);
  const browser = await signedIn();
  const created = await browser.post('/api/tasks', { ...water, dueDate: '2026-12-01' });
  assert.equal(created.statusCode, 201);
  const [me, list] = [await browser.get('/api/auth/me', asScript), await browser.get('/api/tasks', asScript)];
  const page = await browser.get('/', opening);
  assert.deepEqual(answersIn(page), {
    '/api/auth/me': { status: 200, etag: me.headers.etag, body: me.body },
    '/api/tasks': { status: 200, etag: list.headers.etag, body: list.body },
  });
  assert.equal(page.headers['cache-control'], 'no-store');
  assert.equal(page.headers['referrer-policy'], 'same-origin');
  assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
  assert.equal(
    page.body.split('</script>').length,
    html.split('</script>').length,
    'no text ends its element',
  );
});

test('only a browser that opens the page gets them: a prefetch, a cache and an embedding page do not', async (t) => {
  const { signedIn } = await startWithPage(t);
  const browser = await signedIn();
  for (const headers of [
    { accept: '*/*' },
    { ...opening, 'sec-purpose': 'prefetch;prerender' },
    { ...opening, 'sec-fetch-mode': 'no-cors' },
  ]) {
    const page = await browser.get('/', headers);
    assert.equal(page.body, html, JSON.stringify(headers));
    assert.equal(page.headers['cache-control'], 'no-cache');
  }
  const head = await browser.head('/', opening);
  assert.deepEqual([head.statusCode, head.body], [200, '']);
});

test('the page renews an expired session itself: no renewed cookie is lost with a slow provider', async (t) => {
  const { signedIn, clock, provider } = await startWithPage(t);
  const browser = await signedIn();
  const { fault, release } = hold('token');
  provider.play(fault);
  // 150 ms before the expiry the page could still be waiting when the session has to be renewed.
  for (const afterMs of [3_600_000 - 150, 150, 60_000]) {
    clock.advance(afterMs);
    const page = await browser.get('/', opening);
    assert.equal(page.body, html);
    assert.equal(page.headers['set-cookie'], undefined);
    assert.equal(provider.count('token'), 1, 'the refresh token is not spent for the page');
  }

  release();
  const me = await browser.get('/api/auth/me', asScript);
  assert.equal(me.statusCode, 200);
  assert.match(String(me.headers['set-cookie']), /^q_session/);
  assert.equal(provider.count('token'), 2);
  assert.equal(answersIn(await browser.get('/', opening))['/api/tasks']?.status, 200);
});

test('the list is not requested after the page was sent without it', async (t) => {
  const avatar = Promise.withResolvers<Response>();
  let lists = 0;
  const { signedIn, clock, app } = await startWithPage(t, {
    config: { avatars: { enabled: true } },
    outside: () => avatar.promise,
    store: {
      list: async () => {
        lists += 1;
        return listOf([]);
      },
    },
  });
  const browser = await signedIn();
  const page = browser.get('/', opening);
  await clock.untilWaiting(150);
  clock.advance(150);
  assert.equal((await page).body, html);
  avatar.resolve(new Response(null, { status: 404 }));
  await app.inject({ url: '/health/live' });
  assert.equal(lists, 0);
  clock.advance(1000);
});

test('the session cookies of the answers are set with the page', async (t) => {
  const { signedIn } = await startWithPage(t);
  const browser = await signedIn();
  for (const name of browser.cookies.keys())
    browser.cookies.set(name, { value: 'damaged', path: '/', expiresAtMs: Infinity });
  assert.equal(answersIn(await browser.get('/', opening))['/api/auth/me']?.status, 499);
  assert.equal(browser.cookies.size, 0);
});

test('the page is sent after 150 ms, without the answers that take longer', async (t) => {
  const never = () => new Promise<never>(() => undefined);
  const { signedIn, clock } = await startWithPage(t, {
    config: { avatars: { enabled: true } },
    outside: never,
  });
  const browser = await signedIn();
  const page = browser.get('/', opening);
  await clock.untilWaiting(150);
  clock.advance(150);
  assert.equal((await page).body, html);
  assert.equal((await page).headers['cache-control'], 'no-cache');
  clock.advance(1000);
});

test('a request that fails is left to the page, which reports it', async (t) => {
  const away = await startWithPage(t, {
    store: { list: () => Promise.reject(new StoreError('unavailable', 'away')) },
  });
  const browser = await away.signedIn();
  assert.deepEqual(Object.keys(answersIn(await browser.get('/', opening))), ['/api/auth/me']);

  const { signedIn, provider, clock, takeErrors } = await startWithPage(t);
  const late = await signedIn();
  provider.play(fail('token', failures.status503));
  clock.advance(3_600_000 + 11 * 60_000);
  assert.equal((await late.get('/', opening)).body, html);
  takeErrors();
});

test('a long list is not sent with the page', async (t) => {
  const task = (id: number) => ({ ...water, id, dueDate: '2026-12-01' }) as const;
  const count = { rows: 10 };
  const { signedIn } = await startWithPage(t, {
    store: {
      list: async () =>
        listOf(
          Array.from({ length: count.rows }, (_, at) => ({
            ...task(at + 1),
            importance: 'LOW',
            state: 'TODO',
          })),
        ),
    },
  });
  const browser = await signedIn();
  const pathsIn = async () => Object.keys(answersIn(await browser.get('/', opening)));
  assert.deepEqual(await pathsIn(), ['/api/auth/me', '/api/tasks']);
  count.rows = 1000;
  assert.deepEqual(await pathsIn(), ['/api/auth/me']);
});

const html = `<!doctype html>
<style>p { margin: 0 }</style>
<script type="application/json" id="first-answers">{}</script>
<script>let a = 1 < 2;</script>
<script type="module" src="/assets/index-abc.js"></script>
`;

async function startWithPage(t: TestContext, overrides: Overrides = {}) {
  const webFolder = emptyFolder(t);
  writeFileSync(join(webFolder, 'index.html'), html);
  return startTestApp(t, { ...overrides, webFolder });
}

function answersIn({ body }: LightMyRequestResponse): Record<string, { status: number }> {
  const [, json = ''] =
    /<script type="application\/json" id="first-answers">(.*?)<\/script>/s.exec(body) ?? [];
  const answers: Record<string, { status: number }> = JSON.parse(json);
  return answers;
}
