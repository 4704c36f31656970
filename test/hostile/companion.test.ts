import assert from 'node:assert/strict';
import { test } from 'node:test';

import { pathOf } from '../answer.ts';
import { startTestApp } from '../app.ts';
import type { Browser } from '../browser.ts';
import { navigation } from '../browser.ts';
import { ada } from '../provider/provider.ts';
import { headerOf } from '../cookies.ts';
import { assertNoSession, sessionPairs } from './session-cookies.ts';

const https = { config: { http: { publicScheme: 'https' } } } as const;
const name = '__Host-q_companion';
const eve = { ...ada, sub: 'eve', email: 'eve@example.com' };

test('over https a sign-in begins with a companion cookie that only this host can set, and keeps it', async (t) => {
  const { openBrowser, clock } = await startTestApp(t, https);
  const browser = openBrowser();
  const answer = await browser.get('/api/auth/login', navigation);
  const line = [answer.headers['set-cookie'] ?? []].flat().find((each) => each.startsWith(name));
  assert.match(
    line ?? '',
    /^__Host-q_companion=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
  );
  const first = companionOf(browser);
  await browser.signIn();
  assert.equal((await browser.get('/api/auth/me')).statusCode, 200);
  clock.advance(3_600_000);
  assert.equal((await browser.get('/api/auth/me')).statusCode, 200, 'a renewal keeps it');
  await browser.get('/api/auth/logout');
  assert.equal(companionOf(browser), first, 'an attempt in another tab goes on');
  await browser.signIn();
  assert.equal(companionOf(browser), first);
});

test('over https a session that began in another browser is none', async (t) => {
  const service = await startTestApp(t, https);
  const victim = await service.signedIn();
  const foreign = sessionPairs(await service.signedIn(eve));
  const own = [...victim.cookies].map(([key, { value }]) => [key, value] as const);
  const companion = own.filter(([key]) => key === name);
  for (const sent of [
    [...companion, ...foreign],
    foreign,
    [[name, ''] as const, ...foreign],
    [...companion, ...companion, ...sessionPairs(victim)],
  ])
    assertNoSession(await victim.get('/api/auth/me', { cookie: headerOf(sent) }), headerOf(sent));

  const again = await service.signedIn();
  assert.equal((await again.get('/api/auth/me')).statusCode, 200);
});

test('over https cookies with one other character are no session, also right after those that are one', async (t) => {
  const service = await startTestApp(t, https);
  const browser = await service.signedIn();
  const cookie = browser.cookieHeader('/');
  assert.ok(cookie.length > 1024, 'a header that the service caches');
  // The names are `__Host-q_companion` and `q_session`; a longer step than one character saves time.
  for (let at = 0; at < cookie.length; at += 13) {
    const changed = `${cookie.slice(0, at)}${cookie[at] === 'A' ? 'B' : 'A'}${cookie.slice(at + 1)}`;
    assert.equal((await browser.get('/api/auth/me', { cookie })).statusCode, 200);
    assertNoSession(await browser.get('/api/auth/me', { cookie: changed }), changed);
  }
});

test('over https an attempt that began in another browser signs nobody in', async (t) => {
  const { openBrowser, takeErrors } = await startTestApp(t, https);
  const attacker = openBrowser();
  const victim = openBrowser();
  await victim.login();
  const callback = await attacker.begin(eve);
  for (const [key, cookie] of attacker.cookies) if (key !== name) victim.cookies.set(key, cookie);
  const answer = await victim.get(callback, navigation);
  assert.equal(answer.statusCode, 303);
  assert.equal(answer.headers.location, '/?signin=failed');
  assert.equal(sessionPairs(victim).length, 0);
  assert.equal((await attacker.get(callback, navigation)).statusCode, 302, 'its own browser may');
  takeErrors();
});

test('a session that began over http is none over https, and the other way round', async (t) => {
  const { openBrowser, provider } = await startTestApp(t, {
    config: { http: { trustedProxies: ['127.0.0.1'] } },
  });
  const over = (proto: string) => ({ 'x-forwarded-proto': proto });
  for (const [began, other] of [
    ['http', 'https'],
    ['https', 'http'],
  ] as const) {
    const browser = openBrowser();
    const login = await browser.get('/api/auth/login', { ...navigation, ...over(began) });
    assert.equal(companionOf(browser) === undefined, began === 'http');
    const address = pathOf(provider.authorize(String(login.headers.location)));
    const callback = await browser.get(address, { ...navigation, ...over(began) });
    assert.equal(callback.statusCode, 302);
    assert.equal((await browser.get('/api/auth/me', over(began))).statusCode, 200);
    assert.equal((await browser.get('/api/auth/me', over(other))).statusCode, 401);
  }
});

const companionOf = ({ cookies }: Browser): string | undefined => cookies.get(name)?.value;
