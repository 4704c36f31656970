import assert from 'node:assert/strict';
import { test } from 'node:test';

import { startTestApp } from '../app.ts';
import { navigation } from '../browser.ts';
import { assertProblem } from '../flows/task-fields.ts';
import { setBy } from '../cookies.ts';
import { sessionPairs } from './session-cookies.ts';
import { grace, pendingNames } from './attempt.ts';

test('back button on the callback with a session: the page again, and no second redemption', async (t) => {
  const service = await startTestApp(t);
  const browser = service.openBrowser();
  const callback = await browser.begin();
  await browser.get(callback, navigation);
  const before = sessionPairs(browser);
  for (const headers of [navigation, {}]) {
    for (const address of [
      callback,
      '/api/auth/callback?error=access_denied&state=x',
      '/api/auth/callback',
    ]) {
      const answer = await browser.get(address, headers);
      assert.equal(answer.statusCode, 302, address);
      assert.equal(answer.headers.location, '/');
      assert.equal(answer.headers['set-cookie'], undefined);
    }
  }
  assert.deepEqual(sessionPairs(browser), before);
  assert.equal(service.provider.count('token'), 1);
});

test('back button on the callback after signing out: no session, no dead end, no loop', async (t) => {
  const service = await startTestApp(t);
  const browser = service.openBrowser();
  const callback = await browser.begin();
  await browser.get(callback, navigation);
  await browser.get('/api/auth/logout', navigation);
  for (let times = 0; times < 3; times += 1) {
    const answer = await browser.get(callback, navigation);
    assert.equal(answer.statusCode, 303);
    assert.equal(answer.headers.location, '/?signin=failed', 'the page explains, and nothing redirects on');
    assert.equal(answer.headers['set-cookie'], undefined);
  }
  assertProblem(await browser.get(callback), 401, 'sign_in_failed');
  assert.equal(service.provider.count('token'), 1);
});

test('a callback replayed with its spent cookie begins no session: the code is good once', async (t) => {
  const service = await startTestApp(t);
  const browser = service.openBrowser();
  const callback = await browser.begin();
  const cookie = browser.cookieHeader('/api/auth/callback');
  await browser.get(callback, navigation);
  // A thief, or a browser that ignores Max-Age=0, still sends the state cookie.
  const thief = service.openBrowser();
  const answer = await thief.get(callback, { ...navigation, cookie });
  assert.equal(answer.headers.location, '/?signin=failed');
  assert.deepEqual(sessionPairs(thief), []);
});

test('login CSRF: a callback in another browser begins no session and disturbs none', async (t) => {
  const service = await startTestApp(t);
  const attacker = service.openBrowser();
  const callback = await attacker.begin(grace);

  const stranger = service.openBrowser();
  const bystander = service.openBrowser();
  await bystander.begin();
  for (const victim of [stranger, bystander]) {
    const pending = pendingNames(victim);
    const answer = await victim.get(callback, { ...navigation, 'sec-fetch-site': 'cross-site' });
    assert.equal(answer.headers.location, '/?signin=failed');
    assert.equal(answer.headers['set-cookie'], undefined);
    assertProblem(await victim.get('/api/auth/me'), 401, 'not_authorized');
    assert.deepEqual(pendingNames(victim), pending, 'a sign-in under way goes on');
  }

  const ada = await service.signedIn();
  const before = sessionPairs(ada);
  assert.equal((await ada.get(callback, navigation)).headers.location, '/');
  assert.deepEqual(sessionPairs(ada), before);
  assert.equal((await ada.get('/api/auth/me')).json().email, 'ada@example.com');
  assert.equal(service.provider.count('token'), 1, 'the code of the other browser was never tried');
});

test('login CSRF with a planted state: the code of another attempt is refused by PKCE or nonce', async (t) => {
  const service = await startTestApp(t);
  const attacker = service.openBrowser();
  const foreignCode = codeOf(await attacker.begin(grace));
  const victim = service.openBrowser();
  const own = new URL(await victim.begin(), 'http://tasks.example.com');
  own.searchParams.set('code', foreignCode);
  const answer = await victim.get(own.pathname + own.search, navigation);
  assert.equal(answer.headers.location, '/?signin=failed');
  assert.deepEqual(sessionPairs(victim), []);
  assert.deepEqual(pendingNames(victim), [], 'and the state is spent');
});

test('HEAD of login and callback is answered as GET, without a body', async (t) => {
  const service = await startTestApp(t);
  const browser = service.openBrowser();
  const callback = await browser.begin();
  for (const [address, status] of [
    ['/api/auth/login', 302],
    [callback, 302],
    ['/api/auth/login', 303],
    ['/api/auth/me', 200],
  ] as const) {
    const answer = await browser.head(address, navigation);
    assert.equal(answer.statusCode, status, address);
    assert.equal(answer.body, '');
  }
});

test('duplicated parameters on the callback begin no session, the state is spent and set once at most', async (t) => {
  const service = await startTestApp(t);
  for (const extra of [
    'code=other',
    'state=other',
    'iss=https://id.example.com',
    'error=access_denied&error=access_denied',
    'x=1&x=2',
    '&'.repeat(100).replaceAll('&', '&state=other'),
  ]) {
    for (const first of [true, false]) {
      const browser = service.openBrowser();
      const [path = '', query = ''] = (await browser.begin()).split('?');
      const answer = await browser.get(`${path}?${first ? `${extra}&${query}` : `${query}&${extra}`}`);
      assert.equal(answer.statusCode, 401, extra);
      assert.deepEqual(sessionPairs(browser), []);
    }
  }
  const browser = service.openBrowser();
  const callback = await browser.begin();
  const [name = ''] = pendingNames(browser);
  const state = name.slice('q_auth_'.length);
  const answer = await browser.get(callback + `&state=${state}`.repeat(100));
  assert.equal(answer.statusCode, 401);
  assert.deepEqual(setBy(answer), [[name, '']]);
  assert.equal(service.provider.count('token'), 0);
});

const codeOf = (callback: string) => new URLSearchParams(callback.split('?')[1]).get('code') ?? '';
