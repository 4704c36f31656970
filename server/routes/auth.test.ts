import assert from 'node:assert/strict';
import { test } from 'node:test';

import { pathOf } from '../../test/answer.ts';
import { startTestApp } from '../../test/app.ts';
import { navigation } from '../../test/browser.ts';
import { ada } from '../../test/provider/provider.ts';
import { StoreError } from '../store/store.ts';

test('the back button leads on when signed in, and never signs in twice', async (t) => {
  const { openBrowser, provider } = await startTestApp(t);
  const browser = openBrowser();
  const callback = pathOf(provider.authorize(await browser.login(), ada));
  assert.equal((await browser.get(callback, navigation)).statusCode, 302);
  const back = await browser.get(callback, navigation);
  assert.equal(back.statusCode, 302);
  assert.equal(back.headers.location, '/');
  assert.equal(back.headers['set-cookie'], undefined);

  const other = await openBrowser().get(callback, navigation);
  assert.equal(other.statusCode, 303);
  assert.equal(other.headers.location, '/?signin=failed');
  assert.equal(provider.count('token'), 1);
});

test('a prefetch of login, callback or logout touches nothing', async (t) => {
  const { openBrowser, provider } = await startTestApp(t);
  const browser = openBrowser();
  const callback = pathOf(provider.authorize(await browser.login(), ada));
  const prefetch = { ...navigation, 'sec-purpose': 'prefetch;prerender' };
  for (const path of ['/api/auth/login', callback, '/api/auth/logout']) {
    const answer = await browser.get(path, prefetch);
    assert.equal(answer.statusCode, 204, path);
    assert.equal(answer.headers['set-cookie'], undefined);
    assert.equal(answer.headers['cache-control'], 'no-store');
  }
  assert.equal((await browser.get(callback, navigation)).statusCode, 302);
  assert.equal((await browser.get('/api/auth/logout', prefetch)).statusCode, 204);
  assert.equal((await browser.get('/api/auth/me')).statusCode, 200);
});

test('the user record is made at sign-in, and a store that is away keeps nobody out', async (t) => {
  const remembered: string[] = [];
  const working = await startTestApp(t, {
    store: { rememberUser: async (email) => void remembered.push(email) },
  });
  await working.signedIn();
  assert.deepEqual(remembered, ['ada@example.com']);

  const away = await startTestApp(t, {
    store: { rememberUser: () => Promise.reject(new StoreError('unavailable', 'away')) },
  });
  const browser = await away.signedIn();
  assert.equal((await browser.get('/api/auth/me')).statusCode, 200);
  assert.match(away.takeErrors()[0]?.msg ?? '', /user record was not made/);
});

test('who turns back in a second tab is told so, signed in or not', async (t) => {
  const { openBrowser, provider } = await startTestApp(t);
  const browser = openBrowser();
  const secondTab = await browser.login();
  await browser.signIn();
  const answer = await browser.get(pathOf(provider.deny(secondTab)), navigation);
  assert.equal(answer.headers.location, '/?signin=cancelled');
  assert.equal((await browser.get('/api/auth/me')).statusCode, 200);
});

test('cookies are Secure when the public scheme is https, and only then', async (t) => {
  for (const publicScheme of ['https', null] as const) {
    const { openBrowser } = await startTestApp(t, { config: { http: { publicScheme } } });
    const browser = openBrowser();
    const lines = [
      (await browser.get('/api/auth/login')).headers['set-cookie'],
      (await browser.signIn()).headers['set-cookie'],
      (await browser.get('/api/auth/logout')).headers['set-cookie'],
    ].flat();
    assert.ok(lines.length >= 4);
    for (const line of lines) assert.equal(/; Secure/.test(line ?? ''), publicScheme === 'https', line);
  }
});
