import assert from 'node:assert/strict';
import { test } from 'node:test';

import { endpoints } from '../../contract/endpoints.ts';
import { hourMs, startTestApp } from '../app.ts';
import { navigation } from '../browser.ts';
import { fail, failures } from '../provider/failures.ts';
import { faults } from '../provider/faults.ts';
import { assertProblem, fields } from './task-fields.ts';

const script = { 'x-requested-with': 'JavaScript' };

test('signed in -> signed in: the first request after the ID token’s hour renews silently and moves the lifetime on', async (t) => {
  const { signedIn, clock, provider } = await startTestApp(t);
  const browser = await signedIn();
  clock.advance(hourMs - 1000);
  for (const path of ['/api/tasks', '/api/auth/login'])
    assert.equal((await browser.get(path)).headers['set-cookie'], undefined, path);
  assert.equal(provider.count('token'), 1, 'not before the ID token has expired');

  clock.advance(1000);
  const answer = await browser.get('/api/tasks');
  assert.equal(answer.statusCode, 200);
  assert.equal(provider.count('token'), 2);
  assert.match(String(answer.headers['set-cookie']), /Max-Age=32400/);
  await browser.get('/api/tasks');
  assert.equal(provider.count('token'), 2, 'once');

  for (const [method, path, status] of [
    ['GET', '/api/auth/login', 303],
    ['DELETE', '/api/tasks/7', 404],
  ] as const) {
    clock.advance(hourMs);
    const other = await browser.send(method, path);
    assert.equal(other.statusCode, status);
    assert.match(
      String(other.headers['set-cookie']),
      /^q_session=\w.*Max-Age=32400/,
      'an error sets it too',
    );
  }
});

test('signed in -> expired -> signed in: eight hours beyond the token expiry without a request, then the login flow again', async (t) => {
  const { signedIn, clock, provider } = await startTestApp(t);
  const browser = await signedIn();
  await browser.post('/api/tasks', fields);
  // A thief, or a browser that ignores Max-Age, may still send the cookie.
  const cookie = browser.cookieHeader('/');
  clock.advance(9 * hourMs);
  const asked = provider.seen.length;
  assertProblem(await browser.get('/api/auth/me', { cookie }), 401, 'not_authorized');
  assert.equal((await browser.get('/api/auth/me', { cookie, ...script })).statusCode, 499);
  assert.equal(provider.seen.length, asked, 'the provider is not even asked');
  await browser.signIn();
  assert.equal((await browser.get('/api/tasks')).json().length, 1, 'everything is still there');
});

test('without a refresh token a session ends with its ID token, after one hour', async (t) => {
  const { openBrowser, clock, provider } = await startTestApp(t);
  provider.play(faults.withoutRefreshToken);
  const browser = openBrowser();
  const signedIn = await browser.signIn();
  assert.match(String(signedIn.headers['set-cookie']), /Max-Age=3600;/);
  const cookie = browser.cookieHeader('/');
  clock.advance(hourMs - 1000);
  assert.equal((await browser.get('/api/auth/me')).statusCode, 200);
  clock.advance(1000);
  assertProblem(await browser.get('/api/auth/me', { cookie }), 401, 'not_authorized');
});

test('no session: each endpoint that needs one answers 499 to a script, with its reason and no state cookie, and 401 else, but for login, whatever the request accepts', async (t) => {
  const browser = (await startTestApp(t)).openBrowser();
  for (const { method, path, access, ...row } of Object.values(endpoints)) {
    const ask = (headers: Record<string, string>) =>
      browser.send(method, path.replace('{id}', '1'), headers, 'body' in row ? fields : undefined);
    for (const value of ['JavaScript', 'XMLHttpRequest']) {
      const answer = await ask({ 'x-requested-with': value });
      assert.equal(answer.statusCode === 499, access === 'session', `${method} ${path}`);
      if (access !== 'session') continue;
      assert.equal(answer.statusMessage, 'Sign-In Needed');
      assertProblem(answer, 499, 'sign_in_needed');
      assert.equal(answer.headers['www-authenticate'], 'OIDC');
      assert.equal(answer.headers['cache-control'], 'no-store');
      assert.equal(answer.headers['set-cookie'], undefined);
    }
    for (const headers of [{}, navigation, { authorization: 'Bearer anything' }]) {
      if (access !== 'session' || path === endpoints.login.path) continue;
      const answer = await ask(headers);
      assertProblem(answer, 401, 'not_authorized');
      assert.equal(answer.headers['www-authenticate'], 'OIDC');
      assert.equal(answer.headers.location, undefined);
    }
  }
});

test('any other X-Requested-With is that of no script', async (t) => {
  const { openBrowser } = await startTestApp(t);
  for (const value of [
    'javascript',
    'JAVASCRIPT',
    'xmlhttprequest',
    'fetch',
    'JavaScript, x',
    '',
  ]) {
    const other = { 'x-requested-with': value };
    assertProblem(await openBrowser().get('/api/tasks', other), 401, 'not_authorized');
    assert.equal((await openBrowser().get('/api/auth/login', other)).statusCode, 302, value);
  }
});

test('in an outage requests are served with the present identity until the grace is over, and not beyond the end of the session', async (t) => {
  const { signedIn, clock, provider, anotherProcess, takeErrors } = await startTestApp(t);
  const browser = await signedIn();
  const patient = browser.at(await anotherProcess({ session: { outageGraceSeconds: 24 * 3600 } }));
  provider.play(fail('token', failures.status503));
  clock.advance(hourMs);
  for (const laterMs of [0, 10 * 60_000 - 1000]) {
    clock.advance(laterMs);
    assert.equal((await browser.get('/api/auth/me')).json().email, 'ada@example.com');
    assert.equal((await browser.get('/api/auth/login')).statusCode, 303);
  }
  const cookie = browser.cookieHeader('/');
  clock.advance(8 * hourMs - 10 * 60_000);
  assert.equal((await patient.get('/api/auth/me')).statusCode, 200);
  clock.advance(1000);
  assert.equal((await patient.get('/api/auth/me', { cookie })).statusCode, 401);
  takeErrors();
});

test('a refresh token that only meets 401 is no dead end: beyond the grace login begins a new sign-in', async (t) => {
  const { signedIn, clock, provider, takeErrors } = await startTestApp(t);
  const browser = await signedIn();
  provider.play(fail('token', failures.status401));
  clock.advance(hourMs + 10 * 60_000);
  const old = browser.cookieHeader('/');
  for (const [path, headers] of [
    ['/api/auth/me', {}],
    ['/api/tasks', script],
    ['/api/auth/login', script],
  ] as const) {
    const answer = await browser.get(path, headers);
    assertProblem(answer, 503, 'provider_unavailable');
    assert.match(String(answer.headers['retry-after']), /^\d+$/);
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.equal(answer.headers['set-cookie'], undefined);
  }
  assert.ok((await browser.login()).startsWith(`${provider.issuer}/authorize?`));
  assert.equal(browser.cookieHeader('/'), old, 'the old session stays until a new one replaces it');

  provider.play({});
  await browser.signIn();
  assert.equal((await browser.get('/api/auth/me')).statusCode, 200);
  takeErrors();
});
