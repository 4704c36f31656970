import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { TestApp } from '../app.ts';
import { startTestApp } from '../app.ts';
import type { Browser } from '../browser.ts';
import { navigation } from '../browser.ts';
import { assertProblem } from '../flows/task-fields.ts';
import type { Person } from '../provider/provider.ts';
import { setBy } from '../cookies.ts';
import { sessionPairs } from './session-cookies.ts';

const grace = { sub: 'grace', email: 'grace@example.com', name: 'Grace Murray' };

test('two tabs that sign in interleaved both arrive, in either order', async (t) => {
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const service = await startTestApp(t);
    const browser = service.openBrowser();
    const callbacks = [await begin(service, browser), await begin(service, browser)];
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
  const asAda = await begin(service, browser);
  const asGrace = await begin(service, browser, grace);
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
  const other = await begin(service, browser);
  const turnedBack = await browser.get(pathname + search, navigation);
  assert.equal(turnedBack.headers.location, '/?signin=cancelled');
  assert.equal((await browser.get(other, navigation)).headers.location, '/');
  assert.equal((await browser.get('/api/auth/me')).statusCode, 200);
});

test('back button on the callback: whoever is signed in goes to the page, and no code is tried again', async (t) => {
  const service = await startTestApp(t);
  const browser = service.openBrowser();
  const callback = await begin(service, browser);
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
  const callback = await begin(service, browser);
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
  const callback = await begin(service, browser);
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
  const callback = await begin(service, attacker, grace);

  const stranger = service.openBrowser();
  const bystander = service.openBrowser();
  await begin(service, bystander);
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
  const foreignCode = codeOf(await begin(service, attacker, grace));
  const victim = service.openBrowser();
  const own = new URL(await begin(service, victim), 'http://tasks.example.com');
  own.searchParams.set('code', foreignCode);
  const answer = await victim.get(own.pathname + own.search, navigation);
  assert.equal(answer.headers.location, '/?signin=failed');
  assert.deepEqual(sessionPairs(victim), []);
  assert.deepEqual(pendingNames(victim), [], 'and the state is spent');
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
    callbacks.push(await begin(service, browser));
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

test('state cookies that pile up all the same, damaged or too old, go ten at a time with the next sign-ins', async (t) => {
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
  const callback = await begin(service, browser);
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

test('HEAD of login and callback is answered as GET, without a body', async (t) => {
  const service = await startTestApp(t);
  const browser = service.openBrowser();
  const callback = await begin(service, browser);
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
      const [path = '', query = ''] = (await begin(service, browser)).split('?');
      const answer = await browser.get(`${path}?${first ? `${extra}&${query}` : `${query}&${extra}`}`);
      assert.equal(answer.statusCode, 401, extra);
      assert.deepEqual(sessionPairs(browser), []);
    }
  }
  const browser = service.openBrowser();
  const callback = await begin(service, browser);
  const [name = ''] = pendingNames(browser);
  const state = name.slice('q_auth_'.length);
  const answer = await browser.get(callback + `&state=${state}`.repeat(100));
  assert.equal(answer.statusCode, 401);
  assert.deepEqual(setBy(answer), [[name, '']]);
  assert.equal(service.provider.count('token'), 0);
});

test('900 states and 900 state cookies: five are spent, a few are opened or expired, and the sign-in goes on', async (t) => {
  const service = await startTestApp(t);
  const browser = service.openBrowser();
  const callback = await begin(service, browser);
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

async function begin({ provider }: TestApp, browser: Browser, person?: Person): Promise<string> {
  const { pathname, search } = new URL(provider.authorize(await browser.login(), person));
  return pathname + search;
}

const pendingNames = ({ cookies }: Browser) =>
  [...cookies.keys()].filter((name) => name.startsWith('q_auth_'));

const codeOf = (callback: string) => new URLSearchParams(callback.split('?')[1]).get('code') ?? '';
