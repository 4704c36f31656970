import assert from 'node:assert/strict';
import { test } from 'node:test';

import { pathOf } from '../answer.ts';
import { startTestApp } from '../app.ts';
import type { Browser } from '../browser.ts';
import { navigation } from '../browser.ts';
import { assertProblem } from '../flows/task-fields.ts';
import { setBy } from '../cookies.ts';
import { sessionPairs } from './session-cookies.ts';

const grace = { sub: 'grace', email: 'grace@example.com' };

const attemptNames = ({ cookies }: Browser) =>
  [...cookies.keys()].filter((name) => name.startsWith('q_auth_'));

test('two tabs, two people: the one who comes back last is signed in, and only that one', async (t) => {
  const service = await startTestApp(t);
  const browser = service.openBrowser();
  const asAda = await browser.begin();
  const asGrace = await browser.begin(grace);
  const turnedBack = pathOf(service.provider.deny(await browser.login()));
  for (const [callback, email] of [
    [asGrace, 'grace@example.com'],
    [asAda, 'ada@example.com'],
  ] as const) {
    await browser.get(callback, navigation);
    assert.equal((await browser.get('/api/auth/me')).json().email, email);
  }
  const third = await browser.get(turnedBack, navigation);
  assert.equal(
    third.headers.location,
    '/?signin=cancelled',
    'who turns back in a third tab is told so',
  );
  assert.equal((await browser.get('/api/auth/me')).statusCode, 200);
});

test('who turns back at the provider is told so, in each of the codes that providers have for it', async (t) => {
  const { openBrowser, provider } = await startTestApp(t);
  const browser = openBrowser();
  for (const [error, outcome] of [
    ['access_denied', 'cancelled'],
    ['user_cancelled_login', 'cancelled'],
    ['user_cancelled_authorize', 'cancelled'],
    ['user_cancelled', 'failed'],
  ] as const) {
    const callback = pathOf(provider.deny(await browser.login(), error));
    const { headers } = await browser.get(callback, navigation);
    assert.equal(headers.location, `/?signin=${outcome}`, error);
  }
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
  ])
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
      assert.deepEqual(
        [answer.headers['set-cookie'], answer.headers.location],
        [undefined, undefined],
      );
      assert.match(String(answer.headers['cache-control']), /no-store/);
    }
  assert.equal(service.provider.seen.length, asked);
  const login = await service.openBrowser().send('HEAD', '/api/auth/login');
  assert.equal(login.statusCode, 302);
  assert.equal((await signedIn.get('/api/auth/me')).statusCode, 200, 'nobody is signed out');
  assert.equal((await browser.get(callback, navigation)).headers.location, '/', 'no code is burnt');
});

test('HEAD for callback or logout, as programs that check links send it, gets 204 and touches nothing; for login it is as GET', async (t) => {
  const service = await startTestApp(t);
  const browser = service.openBrowser();
  const callback = await browser.begin();
  const signedIn = await service.signedIn();
  const asked = service.provider.seen.length;
  for (const [visitor, address] of [
    [browser, callback],
    [signedIn, '/api/auth/logout'],
  ] as const) {
    const { statusCode, headers } = await visitor.send('HEAD', address);
    assert.deepEqual(
      [statusCode, headers['set-cookie'], headers.location],
      [204, undefined, undefined],
    );
  }
  assert.equal(service.provider.seen.length, asked);
  const login = await service.openBrowser().send('HEAD', '/api/auth/login');
  assert.equal(login.statusCode, 302);
  assert.equal((await signedIn.get('/api/auth/me')).statusCode, 200, 'nobody is signed out');
  assert.equal((await browser.get(callback, navigation)).headers.location, '/', 'no code is burnt');
});

test('900 states and 900 state cookies: one is spent, a few are opened or expired, and the sign-in goes on', async (t) => {
  const service = await startTestApp(t);
  const browser = service.openBrowser();
  const callback = await browser.begin();
  const tossed = Array.from({ length: 900 }, (_, index) => index.toString(36));
  const own = browser.cookieHeader('/api/auth/callback');
  const cookie = [...tossed.map((state) => `q_auth_${state}=x`), own].join('; ');

  const states = tossed.map((state) => `state=${state}`).join('&');
  const refused = await service
    .openBrowser()
    .get(`/api/auth/callback?${states}`, { ...navigation, cookie });
  assert.equal(refused.headers.location, '/?signin=failed');
  assert.deepEqual(setBy(refused), [['q_auth_0', '']]);
  const again = await service.openBrowser().get('/api/auth/login', { ...navigation, cookie });
  assert.equal(again.statusCode, 302);
  assert.equal(setBy(again).length, 11, 'ten that are no attempts of ours, and the new one');
  assert.equal(setBy(again).filter(([, value]) => value !== '').length, 1);

  const sameName = tossed.map(() => 'q_auth_same=x').join('; ');
  const named = await service
    .openBrowser()
    .get('/api/auth/login', { ...navigation, cookie: sameName });
  assert.ok(setBy(named).length <= 11, `${setBy(named).length} cookies`);

  const arrived = await service.openBrowser().get(callback, { ...navigation, cookie });
  assert.equal(arrived.headers.location, '/');
});

test('back button on the callback: with a session the page again, after signing out no loop, and no second redemption', async (t) => {
  const service = await startTestApp(t);
  const browser = service.openBrowser();
  const callback = await browser.begin();
  await browser.get(callback, navigation);
  const before = sessionPairs(browser);
  const unknown = ['/api/auth/callback?error=access_denied&state=x', '/api/auth/callback'];
  for (const headers of [navigation, {}])
    for (const address of [callback, ...unknown]) {
      const answer = await browser.get(address, headers);
      assert.deepEqual([answer.statusCode, answer.headers.location], [302, '/'], address);
      assert.equal(answer.headers['set-cookie'], undefined);
    }
  assert.deepEqual(sessionPairs(browser), before);

  await browser.get('/api/auth/logout', navigation);
  for (let times = 0; times < 2; times += 1) {
    const answer = await browser.get(callback, navigation);
    assert.deepEqual(
      [answer.statusCode, answer.headers.location],
      [303, '/?signin=failed'],
      'it explains',
    );
    assert.equal(answer.headers['set-cookie'], undefined);
  }
  assertProblem(await browser.get(callback), 401, 'sign_in_failed');
  assert.equal(service.provider.count('token'), 1);
});

test('an image, a frame or a script of another page begins no sign-in and spends none', async (t) => {
  const service = await startTestApp(t);
  const browser = service.openBrowser();
  const callback = await browser.begin();
  const attempt = attemptNames(browser);
  const before = service.provider.seen.length;
  for (const [dest, site] of [
    ['image', 'cross-site'],
    ['iframe', 'cross-site'],
    ['script', 'cross-site'],
    ['empty', 'cross-site'],
    ['image', 'same-site'],
  ] as const)
    for (const path of ['/api/auth/login', callback]) {
      const headers = { ...navigation, 'sec-fetch-dest': dest, 'sec-fetch-site': site };
      const answer = await browser.get(path, headers);
      assert.deepEqual([answer.statusCode, answer.body], [204, ''], `${dest} ${site}`);
      assert.equal(answer.headers['set-cookie'], undefined);
    }
  assert.deepEqual(attemptNames(browser), attempt);
  assert.equal(service.provider.seen.length, before, 'the provider is not asked');
  const opened = { ...navigation, 'sec-fetch-dest': 'document', 'sec-fetch-site': 'cross-site' };
  assert.equal((await browser.get(callback, opened)).headers.location, '/');
  assert.equal((await browser.get('/api/auth/me')).statusCode, 200);
});

test('login CSRF: a callback in another browser begins no session and disturbs none', async (t) => {
  const service = await startTestApp(t);
  const callback = await service.openBrowser().begin(grace);
  const stranger = service.openBrowser();
  const bystander = service.openBrowser();
  await bystander.begin();
  for (const victim of [stranger, bystander]) {
    const attempt = attemptNames(victim);
    const answer = await victim.get(callback, { ...navigation, 'sec-fetch-site': 'cross-site' });
    assert.equal(answer.headers.location, '/?signin=failed');
    assert.equal(answer.headers['set-cookie'], undefined);
    assertProblem(await victim.get('/api/auth/me'), 401, 'not_authorized');
    assert.deepEqual(attemptNames(victim), attempt, 'a sign-in under way goes on');
  }
  const ada = await service.signedIn();
  const before = sessionPairs(ada);
  assert.equal((await ada.get(callback, navigation)).headers.location, '/');
  assert.deepEqual(sessionPairs(ada), before);
  assert.equal(service.provider.count('token'), 1, 'the code of the other browser was never tried');
});
