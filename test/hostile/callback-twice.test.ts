import assert from 'node:assert/strict';
import { test } from 'node:test';

import { pathOf } from '../answer.ts';
import type { Browser } from '../browser.ts';
import { navigation } from '../browser.ts';
import { fail, failures, hold } from '../provider/failures.ts';
import { hourMs, startProviderTest } from '../provider/kit.ts';

// Browsers send a callback again when a person presses twice, and proxies when a response does not come. The provider of the
// tests ends the refresh token of a code that is redeemed twice.

const come = (browser: Browser, callback: string) => browser.get(callback, navigation);
const away = () => Promise.reject(new Error('disk I/O error'));

test('a callback that arrives twice is redeemed once, and both responses have the session', async (t) => {
  const service = await startProviderTest(t);
  const { provider, openBrowser, copyOf, clock, renew } = service;
  const browser = openBrowser();
  const callback = await browser.begin();
  const again = copyOf(browser);
  const token = hold('token');
  provider.play(token.fault);
  const answers = Promise.all([come(browser, callback), come(again, callback)]);
  await token.reached;
  token.release();
  for (const { statusCode, headers } of await answers)
    assert.deepEqual([statusCode, headers.location], [302, '/']);
  for (const each of [browser, again]) {
    assert.deepEqual([...each.cookies.keys()], ['q_session'], 'the state is spent');
    assert.equal((await each.get('/api/auth/me')).statusCode, 200);
  }
  assert.equal(again.cookieHeader('/'), browser.cookieHeader('/'));
  assert.equal(provider.count('token'), 1);
  assert.match(
    (await service.app.inject('/metrics')).body,
    /^dueline_sign_ins_total\{outcome="signed_in"\} 1$/m,
  );

  provider.play();
  clock.advance(hourMs);
  assert.equal(await renew(browser), 'renewed', 'the provider has revoked nothing');
});

test('callbacks of one state with codes of their own get one session: a browser has asked the provider more than once', async (t) => {
  const { provider, openBrowser, copyOf } = await startProviderTest(t);
  const browser = openBrowser();
  const location = await browser.login();
  const browsers = [browser, copyOf(browser), copyOf(browser)];
  const answers = browsers.map((each) => come(each, pathOf(provider.authorize(location))));
  for (const { headers } of await Promise.all(answers)) assert.equal(headers.location, '/');
  assert.equal(new Set(browsers.map((each) => each.cookieHeader('/'))).size, 1);
  assert.equal(provider.count('token'), 1);
});

test('a browser that has not got the response gets the session for 60 s, from another process too, and one redemption is made', async (t) => {
  const { provider, openBrowser, copyOf, clock, anotherProcess, finish } =
    await startProviderTest(t);
  const browser = openBrowser();
  const callback = await browser.begin();
  const here = copyOf(browser);
  const late = copyOf(browser);
  const there = copyOf(browser).at(await anotherProcess());
  assert.equal(await finish(browser, callback), 'signed_in');
  clock.advance(59_999);
  for (const each of [here, there]) {
    assert.equal(await finish(each, callback), 'signed_in');
    assert.equal(each.cookieHeader('/'), browser.cookieHeader('/'));
  }
  assert.equal(provider.count('token'), 1);
  clock.advance(1);
  assert.equal(await finish(late, callback), 'sign_in_failed');
});

test('two processes with one callback make one redemption; the later waits', async (t) => {
  const { provider, openBrowser, copyOf, clock, anotherProcess, finish } =
    await startProviderTest(t);
  const browser = openBrowser();
  const callback = await browser.begin();
  const other = copyOf(browser).at(await anotherProcess());
  const token = hold('token');
  provider.play(token.fault);
  const first = finish(browser, callback);
  await token.reached;
  const second = finish(other, callback);
  await clock.untilWaiting(100);
  token.release();
  assert.equal(await first, 'signed_in');
  clock.advance(100);
  assert.equal(await second, 'signed_in');
  assert.equal(other.cookieHeader('/'), browser.cookieHeader('/'));
  assert.equal(provider.count('token'), 1);
});

test('a stranger with the address of a callback gets nothing, while it is under way and later', async (t) => {
  const { provider, openBrowser, told, finish } = await startProviderTest(t);
  const browser = openBrowser();
  const callback = await browser.begin();
  const stranger = openBrowser();
  await stranger.begin();
  const token = hold('token');
  provider.play(token.fault);
  const first = finish(browser, callback);
  await token.reached;
  assert.equal(await finish(stranger, callback), 'sign_in_failed');
  token.release();
  assert.equal(await first, 'signed_in');
  assert.equal(await finish(stranger, callback), 'sign_in_failed');
  assert.ok(!stranger.cookies.has('q_session'));
  assert.equal(told().filter((line) => line.includes('state_unknown')).length, 2);
});

test('a redemption that fails is the failure of both, and the next request redeems again', async (t) => {
  const { provider, openBrowser, copyOf, finish } = await startProviderTest(t);
  const browser = openBrowser();
  const callback = await browser.begin();
  const again = copyOf(browser);
  const later = copyOf(browser);
  provider.play(fail('token', failures.status503));
  const answers = await Promise.all([finish(browser, callback), finish(again, callback)]);
  assert.deepEqual(answers, ['provider_unavailable', 'provider_unavailable']);
  assert.equal(provider.count('token'), 1);
  provider.play();
  assert.equal(await finish(later, callback), 'signed_in');
});

test('while the store fails a sign-in goes on, and a process redeems a code once', async (t) => {
  const { provider, openBrowser, copyOf, finish, store, told } = await startProviderTest(t);
  t.mock.method(store, 'claimRenewal', away);
  const browser = openBrowser();
  const callback = await browser.begin();
  const again = copyOf(browser);
  const answers = await Promise.all([finish(browser, callback), finish(again, callback)]);
  assert.deepEqual(answers, ['signed_in', 'signed_in']);
  assert.equal(provider.count('token'), 1);

  t.mock.reset();
  t.mock.method(store, 'publishRenewal', away);
  assert.equal(await finish(openBrowser()), 'signed_in');
  assert.match(told().join(), /"level":"warn".*sign-in not shared, the store failed/);
});
