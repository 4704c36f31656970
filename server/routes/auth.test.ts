import assert from 'node:assert/strict';
import { test } from 'node:test';

import { codeOf, pathOf } from '../../test/answer.ts';
import { startTestApp } from '../../test/app.ts';
import { navigation } from '../../test/browser.ts';
import { ada } from '../../test/provider/provider.ts';
import { StoreError } from '../store/store.ts';

test('login leads to the provider without a session, and to the post-login address with one', async (t) => {
  const { openBrowser } = await startTestApp(t, { config: { auth: { postLoginPath: '/app?x=1' } } });
  const browser = openBrowser();
  const address = new URL(await browser.login());
  assert.equal(address.searchParams.get('redirect_uri'), 'http://tasks.example.com/api/auth/callback');
  const back = await browser.signIn();
  assert.equal(back.headers.location, '/app?x=1');
  const again = await browser.get('/api/auth/login');
  assert.equal(again.statusCode, 303);
  assert.equal(again.headers.location, '/app?x=1');
});

test('a script that asked not to be redirected gets 499 from every endpoint that needs a session', async (t) => {
  const browser = (await startTestApp(t)).openBrowser();
  const headers = { 'x-requested-with': 'JavaScript' };
  for (const path of ['/api/auth/login', '/api/auth/me', '/api/tasks']) {
    const answer = await browser.get(path, headers);
    assert.equal(answer.statusCode, 499, path);
    assert.equal(answer.body, '');
    assert.equal(answer.headers['www-authenticate'], 'OIDC');
    assert.equal(browser.cookies.size, 0);
  }
  assert.equal((await browser.delete('/api/tasks/1', headers)).statusCode, 499);
});

test('who turns back at the provider is told so: a person at the page, a script with 401', async (t) => {
  const { openBrowser, provider } = await startTestApp(t, {
    config: { auth: { postLoginPath: '/app?x=1' } },
  });
  const rows = [
    ['access_denied', 'cancelled', 'sign_in_cancelled'],
    ['server_error', 'failed', 'sign_in_failed'],
  ] as const;
  for (const [error, outcome, code] of rows) {
    const browser = openBrowser();
    const person = await browser.get(pathOf(provider.deny(await browser.login(), error)), navigation);
    assert.equal(person.statusCode, 303);
    assert.equal(person.headers.location, `/app?x=1&signin=${outcome}`);
    const script = await browser.get(pathOf(provider.deny(await browser.login(), error)));
    assert.equal(script.statusCode, 401);
    assert.equal(codeOf(script), code);
    assert.equal(browser.cookies.size, 0, 'no session, and the state cookie is spent');
  }
});

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

test('logout expires every session cookie the browser sent, and needs no session', async (t) => {
  const { app, openBrowser } = await startTestApp(t);
  const cookie = 'q_session=a; q_session_chunk_1=b; q_session_chunk_77=c; q_sessionx=d; other=e';
  const answer = await app.inject({ url: '/api/auth/logout', headers: { cookie } });
  assert.equal(answer.statusCode, 303);
  assert.equal(answer.headers.location, '/');
  const expired = [answer.headers['set-cookie'] ?? []].flat();
  assert.deepEqual(
    expired.map((line) => line.split('=')[0]),
    ['q_session', 'q_session_chunk_1', 'q_session_chunk_77', 'q_sessionx'],
  );
  for (const line of expired) assert.match(line, /=; Max-Age=0; Path=\//);
  assert.equal((await openBrowser().get('/api/auth/logout')).statusCode, 303);
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

test('the picture claim wins; without one an avatar is looked up, and a failing lookup costs only the picture', async (t) => {
  let status = 200;
  const asked: string[] = [];
  const { openBrowser } = await startTestApp(t, {
    config: { avatars: { enabled: true } },
    outside: async (input) => {
      asked.push(input instanceof Request ? input.url : input.toString());
      return new Response(null, { status });
    },
  });
  const { picture, ...plain } = ada;
  const pictureOf = async (person: typeof plain) => {
    const browser = openBrowser();
    await browser.signIn(person);
    const answer = await browser.get('/api/auth/me');
    assert.equal(answer.statusCode, 200);
    return answer.json<{ pictureUrl: string | null }>().pictureUrl;
  };
  assert.equal(await pictureOf(ada), picture);
  assert.deepEqual(asked, []);
  assert.equal(await pictureOf(plain), asked[0]);
  status = 500;
  assert.equal(await pictureOf({ ...plain, sub: 'grace', email: 'grace@example.com' }), null);
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
