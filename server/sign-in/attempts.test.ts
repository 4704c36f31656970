import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { LightMyRequestResponse } from 'fastify';

import { pathOf } from '../../test/answer.ts';
import { startTestApp } from '../../test/app.ts';
import { discovery } from '../../test/provider/faults.ts';
import { startProviderTest } from '../../test/provider/kit.ts';

test('each login redirects to the authorization address with a PKCE challenge, nonce and state of its own', async (t) => {
  const { openBrowser, provider } = await startTestApp(t);
  const browser = openBrowser();
  const drawn = new Set<string | undefined>();
  for (let attempt = 0; attempt < 2; attempt += 1) {
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
    for (const value of [state, nonce, code_challenge]) {
      assert.match(value ?? '', /^[\w-]{43}$/);
      drawn.add(value);
    }
  }
  assert.equal(drawn.size, 6);
});

test('the code is redeemed with the redirect_uri of the login, also when the callback comes through another host name', async (t) => {
  const { openBrowser, provider } = await startTestApp(t, {
    config: { http: { publicScheme: 'https' } },
  });
  const browser = openBrowser();
  const { headers } = await browser.get('/api/auth/login', { host: 'desk.example.org:8443' });
  const location = String(headers.location);
  const redirectUri = 'https://desk.example.org:8443/api/auth/callback';
  assert.equal(new URL(location).searchParams.get('redirect_uri'), redirectUri);
  // The provider accepts no other redirect_uri, and only the verifier of the challenge.
  const callback = pathOf(provider.authorize(location));
  assert.equal((await browser.get(callback, { host: 'other.example.org' })).statusCode, 302);
});

test('parameters of the profile and of the authorization endpoint are sent along and replace none of ours', async (t) => {
  const authorizationParameters = {
    access_type: 'offline',
    state: 'mine',
    scope: 'all',
    response_type: 'token',
  };
  const { openBrowser, provider } = await startTestApp(t, {
    declared: { authorizationParameters },
  });
  provider.play({
    discovery: (said) => ({
      ...said,
      authorization_endpoint: 'https://id.example.com/authorize?tenant=7&state=theirs',
    }),
  });
  const { searchParams } = new URL(await openBrowser().login());
  const { state, ...sent } = Object.fromEntries(searchParams);
  const scope = 'openid email profile';
  const response_type = 'code';
  assert.partialDeepStrictEqual(sent, {
    access_type: 'offline',
    tenant: '7',
    scope,
    response_type,
  });
  assert.notEqual(state, 'mine');
  assert.equal(searchParams.getAll('state').length, 1);
});

const announcesClaims = discovery({ claims_parameter_supported: true });
const askedFor = (location: string) => new URL(location).searchParams.get('claims');

test('where the provider announces it, the claims that are read are asked for in the ID token', async (t) => {
  const { openBrowser, provider } = await startTestApp(t);
  provider.play(announcesClaims);
  assert.deepEqual(JSON.parse(askedFor(await openBrowser().login()) ?? ''), {
    id_token: { email: null, email_verified: null, name: null, picture: null },
  });
});

test('the claim with the groups is asked for, too, when the profile allows only some', async (t) => {
  for (const groupsClaim of ['groups', 'https://example.com/roles', '__proto__']) {
    const { openBrowser, provider } = await startTestApp(t, {
      config: { auth: { allowedGroups: ['staff'], groupsClaim } },
    });
    provider.play(announcesClaims);
    const { id_token } = JSON.parse(askedFor(await openBrowser().login()) ?? '');
    const names = [groupsClaim, 'email', 'email_verified', 'name', 'picture'];
    assert.deepEqual(Object.keys(id_token).toSorted(), names.toSorted());
  }
});

test('claims of the profile replace ours, and are sent whatever the provider announces', async (t) => {
  const claims = '{"id_token":{"acr":null}}';
  for (const faults of [[announcesClaims], []]) {
    const { openBrowser, provider } = await startTestApp(t, {
      declared: { authorizationParameters: { claims } },
    });
    provider.play(...faults);
    assert.equal(askedFor(await openBrowser().login()), claims);
  }
});

test('a provider that does not announce the claims parameter is not sent one', async (t) => {
  for (const said of [false, null, undefined, 'true', {}]) {
    const { openBrowser, provider } = await startTestApp(t);
    provider.play(discovery({ claims_parameter_supported: said }));
    assert.equal(askedFor(await openBrowser().login()), null);
  }
});

for (const [publicScheme, secure] of [
  ['http', ''],
  ['https', '; Secure'],
] as const)
  test(`over ${publicScheme} the state cookie is named after its state, sealed, for 5 minutes and for the sign-in only`, async (t) => {
    const { openBrowser, provider } = await startTestApp(t, { config: { http: { publicScheme } } });
    const browser = openBrowser();
    const stateCookie = ({ headers }: LightMyRequestResponse) =>
      [headers['set-cookie'] ?? []].flat().filter((line) => line.startsWith('q_auth_'));
    const login = await browser.get('/api/auth/login');
    const location = String(login.headers.location);
    const { state, nonce } = Object.fromEntries(new URL(location).searchParams);
    const attributes = `Path=/api/auth; HttpOnly; SameSite=Lax${secure}`;
    const line = stateCookie(login).join();
    assert.match(line, new RegExp(`^q_auth_${state}=[\\w.-]+; Max-Age=300; ${attributes}$`));
    assert.ok(!line.includes(nonce ?? ''));
    const callback = await browser.get(pathOf(provider.authorize(location)));
    assert.deepEqual(stateCookie(callback), [`q_auth_${state}=; Max-Age=0; ${attributes}`]);
  });

test('thirty abandoned sign-ins leave the newest 5 behind, which all work until they are too old', async (t) => {
  const { openBrowser, clock, finish } = await startProviderTest(t);
  const browser = openBrowser();
  const callbacks: string[] = [];
  for (let attempt = 0; attempt < 30; attempt += 1) {
    clock.advance(1_000);
    callbacks.push(await browser.begin());
    assert.equal(browser.cookies.size, Math.min(attempt + 1, 5));
  }
  assert.equal(await finish(browser, callbacks.at(-6)), 'sign_in_failed');
  for (const callback of callbacks.slice(-5))
    assert.equal(await finish(browser, callback), 'signed_in');

  const other = openBrowser();
  for (let attempt = 0; attempt < 3; attempt += 1) await other.login();
  for (const cookie of other.cookies.values()) Object.assign(cookie, { expiresAtMs: Infinity });
  clock.advance(300_000);
  await other.login();
  assert.equal(other.cookies.size, 1, 'those that are too old go with the next login');
});

test('a sign-in may take up to 5 minutes and no longer, also when the browser keeps the cookie', async (t) => {
  for (const [milliseconds, outcome] of [
    [299_999, 'signed_in'],
    [300_000, 'sign_in_failed'],
    [-86_400_000, 'signed_in'],
  ] as const) {
    const { openBrowser, clock, provider, finish } = await startProviderTest(t);
    const browser = openBrowser();
    const location = await browser.login();
    for (const cookie of browser.cookies.values()) Object.assign(cookie, { expiresAtMs: Infinity });
    clock.advance(milliseconds);
    const callback = pathOf(provider.authorize(location));
    assert.equal(await finish(browser, callback), outcome, `${milliseconds} ms`);
  }
});

test('a state cookie does not open under the name of another', async (t) => {
  const { openBrowser, finish, told } = await startProviderTest(t);
  const browser = openBrowser();
  await browser.login();
  const callback = await browser.begin();
  const [cookie] = browser.cookies.values();
  assert.ok(cookie);
  for (const name of browser.cookies.keys()) browser.cookies.set(name, cookie);
  assert.equal(await finish(browser, callback), 'sign_in_failed');
  assert.match(told().join(), /"reason":"state_unknown"/);
});
