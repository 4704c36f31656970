import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';

import { openDoor } from '../../test/provider/door.ts';

test('login redirects to the authorization address with PKCE, nonce and state', async (t) => {
  const { openBrowser, provider } = await openDoor(t);
  const browser = openBrowser();
  const address = new URL(await browser.login());
  assert.equal(address.origin + address.pathname, 'https://id.example.com/authorize');
  const { state, nonce, code_challenge, ...others } = Object.fromEntries(address.searchParams);
  assert.deepEqual(others, {
    response_type: 'code',
    client_id: provider.clientId,
    redirect_uri: 'http://tasks.example.com/api/auth/callback',
    scope: 'openid email profile',
    code_challenge_method: 'S256',
  });
  for (const value of [state, nonce, code_challenge]) assert.match(value ?? '', /^[\w-]{43}$/);
  assert.equal(new Set([state, nonce, code_challenge]).size, 3);
});

test('the verifier that redeems the code is the one that was challenged', async (t) => {
  const { openBrowser, provider } = await openDoor(t);
  const browser = openBrowser();
  const location = await browser.login();
  await browser.finish(provider.authorize(location));
  const { form } = provider.seen.find(({ endpoint }) => endpoint === 'token') ?? {};
  const verifier = form?.get('code_verifier') ?? '';
  assert.equal(
    createHash('sha256').update(verifier).digest('base64url'),
    new URL(location).searchParams.get('code_challenge'),
  );
});

test('every attempt has a state, nonce and verifier of its own', async (t) => {
  const { openBrowser } = await openDoor(t);
  const browser = openBrowser();
  const [first, second] = [new URL(await browser.login()), new URL(await browser.login())];
  for (const name of ['state', 'nonce', 'code_challenge']) {
    assert.notEqual(first.searchParams.get(name), second.searchParams.get(name));
  }
});

test('redirect_uri is built from the host of the request, and the code is redeemed with the same', async (t) => {
  const { openBrowser, provider } = await openDoor(t, { publicScheme: 'https' });
  const browser = openBrowser();
  const login = await browser.get('https://desk.example.org:8443/api/auth/login');
  const redirectUri = 'https://desk.example.org:8443/api/auth/callback';
  assert.equal(new URL(login.location).searchParams.get('redirect_uri'), redirectUri);
  // What comes back may pass through another host name: the provider was told the first.
  const { search } = new URL(provider.authorize(login.location));
  await browser.finish(`https://other.example.org/api/auth/callback${search}`);
  const { form } = provider.seen.find(({ endpoint }) => endpoint === 'token') ?? {};
  assert.equal(form?.get('redirect_uri'), redirectUri);
});

test('authorization parameters of the profile are sent along and replace none of ours', async (t) => {
  const { openBrowser } = await openDoor(t, {
    declared: {
      authorizationParameters: {
        access_type: 'offline',
        state: 'mine',
        scope: 'all',
        response_type: 'token',
      },
    },
  });
  const { searchParams } = new URL(await openBrowser().login());
  assert.equal(searchParams.get('access_type'), 'offline');
  assert.equal(searchParams.get('scope'), 'openid email profile');
  assert.equal(searchParams.get('response_type'), 'code');
  assert.notEqual(searchParams.get('state'), 'mine');
  assert.equal(searchParams.getAll('state').length, 1);
});

test('an authorization address keeps the query that it has', async (t) => {
  const { openBrowser, provider } = await openDoor(t);
  provider.play({
    discovery: (said) => ({ ...said, authorization_endpoint: 'https://id.example.com/authorize?tenant=7' }),
  });
  const { searchParams } = new URL(await openBrowser().login());
  assert.equal(searchParams.get('tenant'), '7');
  assert.equal(searchParams.get('response_type'), 'code');
});

for (const tokenEndpointAuthMethod of ['client_secret_basic', 'client_secret_post'] as const) {
  test(`the client authenticates with ${tokenEndpointAuthMethod}`, async (t) => {
    const { openBrowser, provider } = await openDoor(t, { declared: { tokenEndpointAuthMethod } });
    await openBrowser().signIn();
    const { headers, form } = provider.seen.find(({ endpoint }) => endpoint === 'token') ?? {};
    assert.equal(headers?.has('authorization'), tokenEndpointAuthMethod === 'client_secret_basic');
    assert.equal(form?.has('client_secret'), tokenEndpointAuthMethod === 'client_secret_post');
  });
}

test('with authentication switched off login, callback and renewal are refused', async (t) => {
  const enabled = await openDoor(t);
  const current = await enabled.openBrowser().signIn();
  const { openBrowser, signIn, provider } = await openDoor(t, { auth: { enabled: false } });
  const browser = openBrowser();
  assert.equal((await browser.get('/api/auth/login')).body, 'sign_in_not_configured');
  assert.equal((await browser.get('/api/auth/callback?code=a&state=b')).body, 'sign_in_not_configured');
  assert.deepEqual(await signIn.renew(current), { kind: 'refused', reason: 'sign_in_not_configured' });
  assert.deepEqual(signIn.providerState(), { state: 'not_configured' });
  assert.equal(provider.seen.length, 0);
});
