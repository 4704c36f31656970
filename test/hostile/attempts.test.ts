import assert from 'node:assert/strict';
import { test } from 'node:test';

import { startTestApp } from '../app.ts';
import { navigation } from '../browser.ts';
import { setBy } from '../cookies.ts';
import { grace, pendingNames } from './attempt.ts';

test('two tabs that sign in interleaved both arrive, in either order', async (t) => {
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const service = await startTestApp(t);
    const browser = service.openBrowser();
    const callbacks = [await browser.begin(), await browser.begin()];
    for (const tab of order) {
      const answer = await browser.get(callbacks[tab] ?? '', navigation);
      assert.equal(answer.statusCode, 302, answer.body);
      assert.equal(answer.headers.location, '/');
      assert.equal((await browser.get('/api/auth/me')).statusCode, 200);
    }
    assert.equal(service.provider.count('token'), 2);
    assert.deepEqual(pendingNames(browser), []);
  }
});

test('two tabs, two people: the one who comes back last is signed in, and only that one', async (t) => {
  const service = await startTestApp(t);
  const browser = service.openBrowser();
  const asAda = await browser.begin();
  const asGrace = await browser.begin(grace);
  for (const [callback, email] of [
    [asGrace, 'grace@example.com'],
    [asAda, 'ada@example.com'],
  ] as const) {
    await browser.get(callback, navigation);
    assert.equal((await browser.get('/api/auth/me')).json().email, email);
  }
});

test('one tab turned back at the provider leaves the sign-in of the other tab alone', async (t) => {
  const service = await startTestApp(t);
  const browser = service.openBrowser();
  const { pathname, search } = new URL(service.provider.deny(await browser.login()));
  const other = await browser.begin();
  const turnedBack = await browser.get(pathname + search, navigation);
  assert.equal(turnedBack.headers.location, '/?signin=cancelled');
  assert.equal((await browser.get(other, navigation)).headers.location, '/');
  assert.equal((await browser.get('/api/auth/me')).statusCode, 200);
});

test('a sign-in that took longer than five minutes begins no session', async (t) => {
  for (const [seconds, location] of [
    [299, '/'],
    [300, '/?signin=failed'],
    [3_600, '/?signin=failed'],
    [-86_400, '/'],
  ] as const) {
    const service = await startTestApp(t);
    const browser = service.openBrowser();
    const started = await browser.login();
    const cookie = browser.cookieHeader('/api/auth/callback');
    service.clock.advance(seconds * 1000);
    const { pathname, search } = new URL(service.provider.authorize(started));
    const answer = await browser.get(pathname + search, { ...navigation, cookie });
    assert.equal(answer.headers.location, location, `${seconds} s`);
  }
});

test('thirty abandoned sign-ins: never more than five state cookies, and the newest five all work', async (t) => {
  const service = await startTestApp(t);
  const browser = service.openBrowser();
  const callbacks: string[] = [];
  for (let attempts = 1; attempts <= 30; attempts += 1) {
    callbacks.push(await browser.begin());
    service.clock.advance(1000);
    assert.equal(pendingNames(browser).length, Math.min(attempts, 5));
    assert.ok(browser.cookieHeader('/api/auth/login').length < 4_096, 'the header stays small');
    assert.equal(browser.cookieHeader('/api/tasks'), '', 'and is sent nowhere else');
  }
  const oldest = await browser.get(callbacks.at(-6) ?? '', navigation);
  assert.equal(oldest.headers.location, '/?signin=failed');
  for (const callback of callbacks.slice(-5)) {
    assert.equal((await browser.get(callback, navigation)).headers.location, '/');
  }
  assert.deepEqual(pendingNames(browser), []);
  assert.equal((await browser.get('/api/auth/me')).statusCode, 200);
});

test('damaged and old state cookies are expired ten at a time by the next sign-ins', async (t) => {
  const service = await startTestApp(t);
  const browser = service.openBrowser();
  for (let index = 0; index < 30; index += 1)
    browser.cookies.set(`q_auth_${index}`, { value: 'x', path: '/api/auth', expiresAtMs: Infinity });
  for (const left of [20, 10, 0]) {
    await browser.login();
    assert.equal(pendingNames(browser).filter((name) => name.length < 43).length, left);
  }
  browser.cookies.clear();
  await browser.login();
  // A browser whose clock stands still keeps what has long ended.
  const old = browser.cookieHeader('/api/auth/login');
  service.clock.advance(300_000);
  const answer = await browser.get('/api/auth/login', { ...navigation, cookie: old });
  const expired = setBy(answer).filter(([, value]) => value === '');
  assert.deepEqual(
    expired.map(([name]) => name),
    [old.split('=')[0]],
  );
});

test('a prefetch of login, callback or logout gets 204 and touches nothing', async (t) => {
  const service = await startTestApp(t);
  const browser = service.openBrowser();
  const callback = await browser.begin();
  const signedIn = await service.signedIn();
  const asked = service.provider.seen.length;
  for (const headers of [
    { 'sec-purpose': 'prefetch' },
    { 'sec-purpose': 'prefetch;prerender' },
    { 'sec-purpose': 'Prefetch;anonymous-client-ip' },
    { 'sec-purpose': ' prefetch' },
    { purpose: 'prefetch' },
    { 'x-moz': 'prefetch' },
  ]) {
    for (const [visitor, address] of [
      [browser, '/api/auth/login'],
      [browser, callback],
      [signedIn, '/api/auth/login'],
      [signedIn, '/api/auth/logout'],
      [signedIn, callback],
    ] as const) {
      const answer = await visitor.get(address, { ...navigation, ...headers });
      assert.equal(answer.statusCode, 204, `${JSON.stringify(headers)} ${address}`);
      assert.equal(answer.body, '');
      assert.equal(answer.headers['set-cookie'], undefined);
      assert.equal(answer.headers.location, undefined);
      assert.match(String(answer.headers['cache-control']), /no-store/);
    }
  }
  assert.equal(service.provider.seen.length, asked);
  assert.equal((await signedIn.get('/api/auth/me')).statusCode, 200, 'nobody is signed out');
  assert.equal((await browser.get(callback, navigation)).headers.location, '/', 'no code is burnt');
});

test('900 states and 900 state cookies: five are spent, a few are opened or expired, and the sign-in goes on', async (t) => {
  const service = await startTestApp(t);
  const browser = service.openBrowser();
  const callback = await browser.begin();
  const tossed = Array.from({ length: 900 }, (_, index) => index.toString(36));
  const cookie = [
    ...tossed.map((state) => `q_auth_${state}=x`),
    browser.cookieHeader('/api/auth/callback'),
  ].join('; ');

  const states = tossed.map((state) => `state=${state}`).join('&');
  const refused = await service.openBrowser().get(`/api/auth/callback?${states}`, { ...navigation, cookie });
  assert.equal(refused.headers.location, '/?signin=failed');
  assert.deepEqual(
    setBy(refused),
    tossed.slice(0, 5).map((state) => [`q_auth_${state}`, '']),
  );
  const again = await service.openBrowser().get('/api/auth/login', { ...navigation, cookie });
  assert.equal(again.statusCode, 302);
  assert.equal(setBy(again).length, 11, 'ten that are no attempts of ours, and the new one');
  assert.equal(setBy(again).filter(([, value]) => value !== '').length, 1);

  const arrived = await service.openBrowser().get(callback, { ...navigation, cookie });
  assert.equal(arrived.headers.location, '/');
});
