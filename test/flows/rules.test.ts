import assert from 'node:assert/strict';
import { test } from 'node:test';

import { startTestApp } from '../app.ts';
import { navigation } from '../browser.ts';
import { ada } from '../provider/provider.ts';
import { assertProblem } from './task-fields.ts';

const grace = { sub: 'grace', email: 'grace@example.com', name: 'Grace Murray' };

test('rule 1: providers lists every declared provider, usable or not, and needs no authentication', async (t) => {
  const { config, openBrowser } = await startTestApp(t);
  const answer = await openBrowser().get('/api/auth/providers');
  assert.equal(answer.statusCode, 200);
  const issuer = config.auth.providers[0]?.issuer;
  const provider = { id: 'test', label: 'Test', available: true, loginUrl: '/api/auth/login', issuer };
  assert.deepEqual(answer.json(), { enabled: true, providers: [provider] });
});

test('rule 2: login without a session answers 302 to the authorization address, redirect_uri built from Host', async (t) => {
  const { provider, openBrowser } = await startTestApp(t);
  for (const host of ['tasks.example.com', 'localhost:8080', '127.0.0.1:9999']) {
    const answer = await openBrowser().get('/api/auth/login', { ...navigation, host });
    assert.equal(answer.statusCode, 302);
    const address = new URL(String(answer.headers.location));
    assert.equal(address.origin, new URL(provider.issuer).origin);
    assert.equal(address.searchParams.get('redirect_uri'), `http://${host}/api/auth/callback`);
    assert.equal(address.searchParams.get('response_type'), 'code');
    assert.equal(address.searchParams.get('code_challenge_method'), 'S256');
    for (const name of ['state', 'nonce', 'code_challenge', 'client_id'])
      assert.ok(address.searchParams.get(name), name);
  }
});

test('rule 2: login with a session answers 303 to the post-login address', async (t) => {
  const { signedIn } = await startTestApp(t, { config: { auth: { postLoginPath: '/home?x=1' } } });
  const answer = await (await signedIn()).get('/api/auth/login', navigation);
  assert.equal(answer.statusCode, 303);
  assert.equal(answer.headers.location, '/home?x=1');
});

test('rule 3: the callback exchanges the code, sets the session cookie and redirects (302) to the post-login address', async (t) => {
  const { provider, openBrowser } = await startTestApp(t, { config: { auth: { postLoginPath: '/home' } } });
  const browser = openBrowser();
  const answer = await browser.signIn();
  assert.equal(answer.statusCode, 302);
  assert.equal(answer.headers.location, '/home');
  assert.equal(provider.count('token'), 1);
  assert.ok([...browser.cookies.keys()].some((name) => name.startsWith('q_session')));
  assert.ok(![...browser.cookies.keys()].some((name) => name.startsWith('q_auth')), 'the state is spent');
});

test('rule 4: logout expires every cookie whose name starts with q_session, then answers 303', async (t) => {
  const { signedIn, provider } = await startTestApp(t);
  const browser = await signedIn();
  for (const name of ['q_session_chunk_7', 'q_session_chunk_99', 'q_session_other', 'theme'])
    browser.cookies.set(name, { value: 'x', path: '/', expiresAtMs: Infinity });
  const asked = provider.seen.length;

  const answer = await browser.get('/api/auth/logout', navigation);
  assert.equal(answer.statusCode, 303);
  assert.equal(answer.headers.location, '/');
  assert.deepEqual([...browser.cookies.keys()], ['theme']);
  for (const line of [answer.headers['set-cookie'] ?? []].flat())
    assert.match(line, /^q_session[^=]*=; Max-Age=0; Path=\//);
  assert.equal(provider.seen.length, asked, 'it does not log out at the provider');
});

test('rule 4: logout needs no session', async (t) => {
  const { openBrowser } = await startTestApp(t);
  const answer = await openBrowser().get('/api/auth/logout');
  assert.equal(answer.statusCode, 303);
  assert.equal(answer.headers['set-cookie'], undefined);
});

test('rule 5: me returns the identity; without a picture claim, the avatar that the service has confirmed', async (t) => {
  const asked: string[] = [];
  const { signedIn } = await startTestApp(t, {
    config: { avatars: { enabled: true } },
    outside: async (input) => {
      asked.push(input instanceof Request ? input.url : input.toString());
      return new Response(null, { status: 200 });
    },
  });
  const ofAda = (await (await signedIn(ada)).get('/api/auth/me')).json();
  assert.equal(ofAda.pictureUrl, ada.picture);
  assert.deepEqual(asked, [], 'the picture claim wins');
  const browser = await signedIn(grace);
  const first = (await browser.get('/api/auth/me')).json();
  assert.equal(first.email, grace.email);
  assert.match(first.pictureUrl, /^https:\/\/avatars\.example\.com\/[0-9a-f]{64}/);
  assert.deepEqual(asked, [first.pictureUrl]);
  await browser.get('/api/auth/me');
  assert.equal(asked.length, 1, 'the avatar lookup result is cached by email address');
});

test('rule 5: an avatar lookup that fails, or is switched off, yields no picture and never an error', async (t) => {
  for (const [enabled, fetched] of [
    [true, () => Promise.reject(new TypeError('fetch failed'))],
    [true, async () => new Response(null, { status: 500 })],
    [false, async () => new Response(null, { status: 200 })],
  ] as const) {
    let lookups = 0;
    const outside = () => {
      lookups += 1;
      return fetched();
    };
    const { signedIn } = await startTestApp(t, { config: { avatars: { enabled } }, outside });
    const answer = await (await signedIn(grace)).get('/api/auth/me');
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.json().pictureUrl ?? null, null);
    assert.equal(lookups, enabled ? 1 : 0);
  }
});

test('rule 11: a callback that fails sets no session, spends the state, and leads a person back to the page', async (t) => {
  const config = { auth: { postLoginPath: '/app?x=1' } };
  const { provider, openBrowser } = await startTestApp(t, { config });
  for (const [fail, outcome, code] of [
    [(location: string) => provider.deny(location), 'cancelled', 'sign_in_cancelled'],
    [(location: string) => provider.deny(location, 'server_error'), 'failed', 'sign_in_failed'],
  ] as const) {
    for (const headers of [navigation, {}]) {
      const browser = openBrowser();
      const { pathname, search } = new URL(fail(await browser.login()));
      const answer = await browser.get(pathname + search, headers);
      if (headers === navigation) {
        assert.equal(answer.statusCode, 303);
        assert.equal(answer.headers.location, `/app?x=1&signin=${outcome}`);
      } else assertProblem(answer, 401, code);
      assert.equal(browser.cookies.size, 0);
    }
  }
});
